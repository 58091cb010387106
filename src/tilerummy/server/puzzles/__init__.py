"""Glicko-2 ratings of players and puzzles, changed by first attempts."""
