"""Everything that the viewers of a room are sent.

* :mod:`~tilerummy.server.rooms.broadcast.presence` tracks who is connected.
* :mod:`~tilerummy.server.rooms.broadcast.updates` makes the updates of a change for each viewer.
* :mod:`~tilerummy.server.rooms.broadcast.previews` limits how often a draft is shown.
* :mod:`~tilerummy.server.rooms.broadcast.broadcast` sends them: snapshots, updates, presence, chat.
"""
