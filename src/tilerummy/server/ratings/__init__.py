"""Ratings of players and puzzles: Glicko-2, and what an attempt changes.

:mod:`~tilerummy.server.ratings.glicko` is the formula, :mod:`~tilerummy.server.ratings.attempts`
applies it to a first attempt at a puzzle, judged by workers
(:mod:`~tilerummy.server.ratings.judged`).
"""
