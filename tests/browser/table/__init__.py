"""Robots at a game's table."""
