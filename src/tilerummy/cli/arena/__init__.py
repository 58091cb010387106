"""``tilerummy arena``: measures the strength of players.

:mod:`~tilerummy.cli.arena.command` reads the options and prints the progress, and
:mod:`~tilerummy.cli.arena.tables` formats the results. The contest itself is implemented in
:mod:`tilerummy.players.arena`. This package adds everything that needs files and processes:

* :mod:`~tilerummy.cli.arena.entrants` creates players from their names, and
  :mod:`~tilerummy.cli.arena.program` runs any program as a player, communicating through pipes;
* :mod:`~tilerummy.cli.arena.results_file` stores finished rounds, so that a contest can resume.
"""
