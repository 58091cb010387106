"""Encodings of actions as numbers.

A *decision* (``decisions``) defines which numbers are legal and what each one does. There are two
encodings: ``candidates`` lists up to 64 complete actions for each decision, ``micro_steps`` makes
every play tile by tile. Both use ``placeable`` to find the tiles that can be placed, and
``turn_ends`` for all other actions.
"""
