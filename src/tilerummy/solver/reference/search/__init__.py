"""The outer search for the best play, and whether a rack can be emptied."""
