"""``tilerummy arena``: measures how strong players are.

:mod:`~tilerummy.cli.arena.command` reads the options and prints the progress,
:mod:`~tilerummy.cli.arena.tables` the results. The contest itself is
:mod:`tilerummy.players.arena`; this package adds what a library does not have:

* :mod:`~tilerummy.cli.arena.entrants` makes players from the texts that name them, and
  :mod:`~tilerummy.cli.arena.program` runs any program as a player, over its pipes;
* :mod:`~tilerummy.cli.arena.results_file` keeps what was played, so that a contest can go on.
"""
