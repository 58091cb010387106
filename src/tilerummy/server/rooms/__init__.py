"""Live rooms, each owned by one actor.

A room that no one uses is *parked*: the actor is closed, and the room stays in the store without an
owner until a node takes it again.

:class:`~tilerummy.server.rooms.rooms.Rooms` passes each message to the
:class:`~tilerummy.server.rooms.actor.RoomActor` of the room.
:mod:`~tilerummy.server.rooms.commands` judges the message and commits entries to the actor, which
appends them to its :mod:`~tilerummy.server.rooms.log` in the store. The actor then updates timers
(:mod:`~tilerummy.server.rooms.clock`) and viewers (:mod:`~tilerummy.server.rooms.broadcast`).
Deals, proposals, time-outs and :mod:`~tilerummy.server.rooms.computer_turns` need no message and
run as :mod:`~tilerummy.server.rooms.tasks`. Rooms access everything outside themselves through
:mod:`~tilerummy.server.rooms.ports`.
"""
