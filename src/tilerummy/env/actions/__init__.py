"""What numbers of actions stand for.

A *decision* (``decisions``) says which numbers are legal and what each does. There are two
numberings: ``candidates`` lists up to 64 whole actions anew for each decision,
``micro_steps`` makes every play tile by tile. Both ask ``placeable`` which tiles can be placed, and
``turn_ends`` for all other actions.
"""
