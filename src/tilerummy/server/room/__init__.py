"""A room: an immutable table with its seats, computed from its log without sockets or clocks.

* :mod:`~tilerummy.server.room.entries` defines the log entries, and
  :mod:`~tilerummy.server.room.fold` folds them into a :mod:`~tilerummy.server.room.room`.
* :mod:`~tilerummy.server.room.seats`, :mod:`~tilerummy.server.room.proposals` and
  :mod:`~tilerummy.server.room.turns` turn requests into entries, or raise a
  :mod:`~tilerummy.server.room.refusal` that lists every reason.
* Room data leaves the server only through :mod:`~tilerummy.server.room.entry_views`,
  :mod:`~tilerummy.server.room.round_views`, and the :mod:`~tilerummy.server.room.record` of
  finished rounds.
* :mod:`~tilerummy.server.room.cost` detects turns that take too long to judge on the event loop.
"""
