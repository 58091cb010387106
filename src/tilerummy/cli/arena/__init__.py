"""``tilerummy arena``: measures the strength of players.

:mod:`~tilerummy.cli.arena.command` reads the options and prints the progress,
:mod:`~tilerummy.cli.arena.tables` the results. The contest itself is
:mod:`tilerummy.players.arena`; this package adds the parts that need files and processes:

* :mod:`~tilerummy.cli.arena.entrants` creates players from their names, and
  :mod:`~tilerummy.cli.arena.program` runs any program as a player, over its pipes;
* :mod:`~tilerummy.cli.arena.results_file` stores finished rounds, so that a contest can resume.
"""
