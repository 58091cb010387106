"""Finished games: their replays, pictures and comments.

:mod:`~tilerummy.server.games.replay` makes a record a replay, ``pictures`` draws positions,
``comments`` puts what players wrote into a record, and ``jobs`` are what workers do for replays.
"""
