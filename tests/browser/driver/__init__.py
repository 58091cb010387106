"""Plays in a real browser: robots, their shared server, and scripted scenes."""
