"""A room: a table with its seats, as the fold of its log; pure, without sockets or clocks.

* :mod:`~tilerummy.server.room.entries` are the facts of the log.
* :mod:`~tilerummy.server.room.room` is the room as a value, which
  :mod:`~tilerummy.server.room.fold` makes of them.
* :mod:`~tilerummy.server.room.seats`, :mod:`~tilerummy.server.room.proposals` and
  :mod:`~tilerummy.server.room.turns` turn wishes into entries, or refuse with reasons.
* :mod:`~tilerummy.server.room.views` is the only way in which anything of a room leaves the
  server.
"""
