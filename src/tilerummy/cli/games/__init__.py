"""``tilerummy games``: ``command`` has its subcommands, ``rows`` turns stored games into rows."""
