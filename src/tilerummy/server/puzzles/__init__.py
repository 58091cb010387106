"""Glicko-2 ratings of players and puzzles, which change with first attempts."""
