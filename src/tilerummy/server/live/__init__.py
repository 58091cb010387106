"""Rooms that are played: one owner for each, who keeps the log, the clock and who is there.

* :mod:`~tilerummy.server.live.ports` is what a room needs of the world.
* :mod:`~tilerummy.server.live.turn_clock` is the arithmetic of the time of a turn.
* :mod:`~tilerummy.server.live.keeper` keeps a room: everything is written before it is shown.
* :mod:`~tilerummy.server.live.rooms` keeps all of them.
"""
