"""What of a room leaves the server: the views that each viewer is sent, made by allow-list.

:mod:`~tilerummy.server.room.views.entries` are the entries of the log and the room itself,
:mod:`~tilerummy.server.room.views.rounds` the round under way, and
:mod:`~tilerummy.server.room.views.results` rounds that are over.
"""
