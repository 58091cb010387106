"""A room: a table with its seats, as the fold of its log; pure values without sockets or clocks.

* :mod:`~tilerummy.server.room.entries` are the entries of the log;
  :mod:`~tilerummy.server.room.fold` folds them into the :mod:`~tilerummy.server.room.room`.
* :mod:`~tilerummy.server.room.seats`, :mod:`~tilerummy.server.room.proposals` and
  :mod:`~tilerummy.server.room.turns` turn requests into entries, or raise
  :mod:`~tilerummy.server.room.refusal` with every reason.
* :mod:`~tilerummy.server.room.entry_views` and
  :mod:`~tilerummy.server.room.round_views` are the only way in which anything of a room leaves the
  server; :mod:`~tilerummy.server.room.record` is the record of rounds that are over.
* :mod:`~tilerummy.server.room.cost` finds turns that take too long for the event loop.
"""
