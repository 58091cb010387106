"""Glicko-2 ratings of guests and puzzles, updated after a guest's first attempt at a puzzle."""
