"""The games that a guest has finished: their list, statistics and records.

* :mod:`~tilerummy.server.games.summary` says in a few words what the log of a match says; it is
  stored beside the log.
* :mod:`~tilerummy.server.games.listing` filters and pages the games of a guest.
* :mod:`~tilerummy.server.games.statistics` counts them, :mod:`~tilerummy.server.games.plots` draws
  the counts, and :mod:`~tilerummy.server.games.archive` packs their records.
* :mod:`~tilerummy.server.games.analysis` finds the best plays of a position, with their chances.
* :mod:`~tilerummy.server.games.history` reads the summaries of a guest, and has those made that are
  missing.

All but the last are jobs of workers: plain functions on values.
"""
