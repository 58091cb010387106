"""Finds the closed hands that a rack is near to, and the tiles missing for each of them.

``nearest`` is the entry point. ``melds`` searches for hands that consist of melds, ``shapes`` for
all others, and ``stock`` has the tiles they can use.
"""
