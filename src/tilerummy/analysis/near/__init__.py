"""Finds the closed hands that a rack is near to, and the tiles missing for each hand.

``nearest`` is the entry point. ``melds`` searches for hands that consist of melds, ``shapes`` for
all other hands, and ``stock`` has the tiles they can use.
"""
