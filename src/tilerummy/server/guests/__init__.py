"""Guests: their sessions, names and faces.

:mod:`~tilerummy.server.guests.sessions` signs guests up and knows them by their tokens,
:mod:`~tilerummy.server.guests.names` cleans what they call themselves, and
:mod:`~tilerummy.server.guests.faces` has the faces of people and computer players.
"""
