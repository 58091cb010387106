"""The outer search for the best play, and melds made of the counts."""
