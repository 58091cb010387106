"""The games that a guest has finished: their list, statistics and records.

* :mod:`~tilerummy.server.history.summary` says in a few words what the log of a match says; it is
  stored beside the log.
* :mod:`~tilerummy.server.history.listing` filters and pages the games of a guest.
* :mod:`~tilerummy.server.history.statistics` counts them, :mod:`~tilerummy.server.history.plots` draws
  the counts, and :mod:`~tilerummy.server.history.archive` packs their records.
* :mod:`~tilerummy.server.history.analysis` finds the best plays of a position, with their chances.
* :mod:`~tilerummy.server.history.own_games` reads the summaries of a guest, and has those made that are
  missing.

All but the last are jobs of workers: plain functions on values.
"""
