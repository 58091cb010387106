"""Live rooms, each owned by one actor.

:class:`~tilerummy.server.rooms.rooms.Rooms` passes a message to its
:class:`~tilerummy.server.rooms.actor.RoomActor`. :mod:`~tilerummy.server.rooms.commands` judges it
and commits entries to the actor, which appends them to its :mod:`~tilerummy.server.rooms.log` in
the store. Then it updates timers (:mod:`~tilerummy.server.rooms.clock`) and viewers
(:mod:`~tilerummy.server.rooms.broadcast`). Deals, proposals, time-outs and
:mod:`~tilerummy.server.rooms.computer_turns` need no message and run as
:mod:`~tilerummy.server.rooms.tasks`. Everything that rooms need from outside is accessed only
through :mod:`~tilerummy.server.rooms.ports`.
"""
