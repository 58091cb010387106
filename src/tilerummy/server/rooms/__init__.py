"""Live rooms, each owned by one actor.

A message arrives at :class:`~tilerummy.server.rooms.rooms.Rooms`, which finds the
:class:`~tilerummy.server.rooms.actor.RoomActor`. :mod:`~tilerummy.server.rooms.commands` judges it
and commits entries to the actor: they are appended to its :mod:`~tilerummy.server.rooms.log` and
so to the store, then timers (:mod:`~tilerummy.server.rooms.clock`) and viewers
(:mod:`~tilerummy.server.rooms.broadcast`) follow. What happens without a message
(deals, proposals, time-outs, :mod:`~tilerummy.server.rooms.computer_turns`) runs as
:mod:`~tilerummy.server.rooms.tasks`. :mod:`~tilerummy.server.rooms.ports` is the only link to the
outside.
"""
