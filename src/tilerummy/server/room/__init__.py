"""A room: a table with its seats, folded from its log; pure values without sockets or clocks.

* :mod:`~tilerummy.server.room.entries` defines the log entries;
  :mod:`~tilerummy.server.room.fold` folds them into a :mod:`~tilerummy.server.room.room`.
* :mod:`~tilerummy.server.room.seats`, :mod:`~tilerummy.server.room.proposals` and
  :mod:`~tilerummy.server.room.turns` turn requests into entries, or raise
  :mod:`~tilerummy.server.room.refusal` with every reason.
* Room data leaves the server only through :mod:`~tilerummy.server.room.entry_views`,
  :mod:`~tilerummy.server.room.round_views`, and the :mod:`~tilerummy.server.room.record` of
  finished rounds.
* :mod:`~tilerummy.server.room.cost` detects turns that are too slow for the event loop.
"""
