"""``tilerummy games``: ``command`` has the subcommands, ``rows`` converts stored games to rows."""
