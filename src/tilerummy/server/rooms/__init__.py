"""Live rooms, each owned by one actor.

A message comes to :class:`~tilerummy.server.rooms.directory.rooms.Rooms`, which finds the
:class:`~tilerummy.server.rooms.actor.RoomActor`. The :mod:`~tilerummy.server.rooms.policy` judges
it and commits entries to the actor: they are appended to its :mod:`~tilerummy.server.rooms.log`
and so to the store, then timers (:mod:`~tilerummy.server.rooms.clock`) and viewers
(:mod:`~tilerummy.server.rooms.broadcast`) follow. What a room does by itself runs as
:mod:`~tilerummy.server.rooms.background` tasks. :mod:`~tilerummy.server.rooms.ports` is all that
this needs of the outside.
"""
