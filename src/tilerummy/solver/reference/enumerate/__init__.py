"""All sets of tiles that one play can place."""
