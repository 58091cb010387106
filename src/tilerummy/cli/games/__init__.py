"""``tilerummy games``: ``command`` has the subcommands, and ``rows`` converts games to rows."""
