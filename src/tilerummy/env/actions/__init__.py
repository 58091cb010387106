"""Encodes actions as numbers.

A *decision* (``decisions``) defines which numbers are legal and which action each one stands for.
There are two encodings: ``candidates`` lists up to 64 complete actions for each decision, and
``micro_steps`` builds every play tile by tile. Both use ``placeable`` to find the tiles that can be
placed, and ``turn_ends`` for all actions other than plays.
"""
