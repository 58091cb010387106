"""Ratings of players and puzzles: Glicko-2, and how an attempt changes both.

:mod:`~tilerummy.server.puzzles.glicko` is the formula, :mod:`~tilerummy.server.puzzles.ratings`
applies it to a first attempt at a puzzle.
"""
