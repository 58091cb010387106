"""``tilerummy games``: ``command`` has its subcommands, ``rows`` makes rows of stored games."""
