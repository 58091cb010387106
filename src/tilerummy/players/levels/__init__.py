"""The levels of computer players: beginner, casual and club.

:mod:`~tilerummy.players.levels.base` holds what they have in common: how a turn goes.
"""
