"""Closed hands to hunt for: how far they are, how long they take, what to keep for them.

``families`` and ``patterns`` are ways to hunt for one or more of the forty types: each knows how
many tiles are missing, about how many turns that takes, and what is spare. ``choice`` has a hunt
for every type that can be aimed at, and chooses the one worth most.
"""
