"""Counts of possible plays: ``tilerummy perft``; ``suite`` reads positions with known counts."""
