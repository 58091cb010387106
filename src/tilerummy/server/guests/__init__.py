"""Guests: their sessions, names and faces.

:mod:`~tilerummy.server.guests.sessions` signs guests up and identifies them by their tokens,
:mod:`~tilerummy.server.guests.names` cleans up display names and chat messages, and
:mod:`~tilerummy.server.guests.faces` defines the avatars of human and computer players.
"""
