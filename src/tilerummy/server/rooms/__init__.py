"""Live rooms, each owned by one actor.

A message arrives at :class:`~tilerummy.server.rooms.directory.rooms.Rooms`, which finds the
:class:`~tilerummy.server.rooms.actor.RoomActor`. The :mod:`~tilerummy.server.rooms.policy` judges
it and commits entries to the actor: they are appended to its :mod:`~tilerummy.server.rooms.log` and
so to the store, then timers (:mod:`~tilerummy.server.rooms.clock`) and viewers
(:mod:`~tilerummy.server.rooms.broadcast`) follow. Everything that happens without a message runs as
:mod:`~tilerummy.server.rooms.background` tasks. :mod:`~tilerummy.server.rooms.ports` is the only
link to the outside.
"""
