"""Measurements of speed; run them with ``make bench``."""
