"""Melds built from the counts of an answer."""
