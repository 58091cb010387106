"""The views of a room that each viewer is sent: all of a room that leaves the server.

:mod:`~tilerummy.server.room.views.entries` are the entries of the log and the room itself,
:mod:`~tilerummy.server.room.views.rounds` the round under way,
:mod:`~tilerummy.server.room.views.results` rounds that are over,
:mod:`~tilerummy.server.room.views.steps` the steps of plays.
"""
