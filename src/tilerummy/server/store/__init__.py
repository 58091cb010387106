"""The store: room logs, room index, leases, guests, games, ratings.

* :mod:`~tilerummy.server.store.factory` opens the :class:`~tilerummy.server.store.store.Store` of a
  URL; only this module imports the database drivers.
* The store consists of one part per subject, the same for all databases:
  :mod:`~tilerummy.server.store.logs`, :mod:`~tilerummy.server.store.rooms`,
  :mod:`~tilerummy.server.store.leases`, :mod:`~tilerummy.server.store.guests`,
  :mod:`~tilerummy.server.store.games`, :mod:`~tilerummy.server.store.puzzles`,
  :mod:`~tilerummy.server.store.account_events`; their parameters and results are in
  :mod:`~tilerummy.server.store.types`.
* The database interface :mod:`~tilerummy.server.store.database` has two implementations,
  :mod:`~tilerummy.server.store.sqlite` and :mod:`~tilerummy.server.store.postgres`. Both create the
  tables of :mod:`~tilerummy.server.store.schema` and batch commits in a
  :mod:`~tilerummy.server.store.writer`.
* :mod:`~tilerummy.server.store.checksums` chains the entries of a log;
  :mod:`~tilerummy.server.store.copying` checks and copies entire stores.
"""
