"""Encodings of actions as numbers.

A *decision* (``decisions``) defines the legal numbers and the effect of choosing each one. There
are two encodings: ``candidates`` lists up to 64 complete actions for each decision, ``micro_steps``
makes every play tile by tile. Both use ``placeable`` to find the tiles that can be placed, and
``turn_ends`` for all other actions.
"""
