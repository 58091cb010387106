"""Finished games: who may see them, their replays, pictures and comments.

:mod:`~tilerummy.server.games.pictures` draws positions, ``comments`` puts what players wrote into
a record; both run in workers.
"""
