"""Finished games: who may see them, and their replays.

:mod:`~tilerummy.server.games.access` says who may see a game, ``replay`` makes a record a replay,
and ``jobs`` are what workers do for it.
"""
