"""The time of a turn.

* :mod:`~tilerummy.server.rooms.clock.turn_clock` is its arithmetic: what is left, and the reserves.
* :mod:`~tilerummy.server.rooms.clock.saved_clock` is how another server takes it over.
* :mod:`~tilerummy.server.rooms.clock.timers` call when a turn's time is over, or a deal is due.
* :mod:`~tilerummy.server.rooms.clock.loop_clock` is the port of time on the running event loop.
"""
