"""Guests: their sessions, names and faces.

:mod:`~tilerummy.server.guests.sessions` signs guests up and identifies them by their tokens,
:mod:`~tilerummy.server.guests.names` cleans display names and chat, and
:mod:`~tilerummy.server.guests.faces` defines the faces of human and computer players.
"""
