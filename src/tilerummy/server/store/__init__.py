"""What the server stores: logs of rooms, their index and leases, guests, games, ratings.

* :mod:`~tilerummy.server.store.factory` opens the :class:`~tilerummy.server.store.store.Store` of a
  URL; it alone knows the drivers of databases.
* A store has a part for each subject, the same for all databases:
  :mod:`~tilerummy.server.store.logs`, :mod:`~tilerummy.server.store.rooms`,
  :mod:`~tilerummy.server.store.leases`, :mod:`~tilerummy.server.store.guests`,
  :mod:`~tilerummy.server.store.games`, :mod:`~tilerummy.server.store.puzzles`,
  :mod:`~tilerummy.server.store.account_events`; what they take and return is in
  :mod:`~tilerummy.server.store.types`.
* They use the port :mod:`~tilerummy.server.store.database`, with two implementations,
  :mod:`~tilerummy.server.store.sqlite` and :mod:`~tilerummy.server.store.postgres`; both create the
  tables of :mod:`~tilerummy.server.store.schema`, and commit together what waits in a
  :mod:`~tilerummy.server.store.writer`.
* Entries are chained by :mod:`~tilerummy.server.store.checksums`;
  :mod:`~tilerummy.server.store.copying` checks and copies whole stores.
"""
