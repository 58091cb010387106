"""Rooms that are played: one owner for each, who keeps the log, the clock and who is there.

* :mod:`~tilerummy.server.rooms.ports` is what a room needs of the world.
* :mod:`~tilerummy.server.rooms.clock.turn_clock` is the arithmetic of the time of a turn.
* :mod:`~tilerummy.server.rooms.actor` keeps a room: everything is written before it is shown.
* :mod:`~tilerummy.server.rooms.directory.rooms` keeps all of them.
"""
