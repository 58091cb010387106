"""Robots at the table of a game."""
