"""The store: room logs, the room index, leases, guests, finished games and ratings.

* :mod:`~tilerummy.server.store.factory` opens a :class:`~tilerummy.server.store.store.Store` from
  its URL; only this module imports the database drivers.
* The store has one part per subject, and each part works with every database:
  :mod:`~tilerummy.server.store.logs`, :mod:`~tilerummy.server.store.rooms`,
  :mod:`~tilerummy.server.store.leases`, :mod:`~tilerummy.server.store.guests`,
  :mod:`~tilerummy.server.store.games`, :mod:`~tilerummy.server.store.puzzles`,
  :mod:`~tilerummy.server.store.account_events`. Their parameters and results are defined in
  :mod:`~tilerummy.server.store.types`.
* The database interface :mod:`~tilerummy.server.store.database` has two implementations,
  :mod:`~tilerummy.server.store.sqlite` and :mod:`~tilerummy.server.store.postgres`. Both create the
  tables defined in :mod:`~tilerummy.server.store.schema`, and use a
  :mod:`~tilerummy.server.store.writer` to commit writes in batches.
* :mod:`~tilerummy.server.store.checksums` chains the entries of a log by checksums;
  :mod:`~tilerummy.server.store.copying` checks and copies entire stores.
"""
