"""The static version, played without a server."""
