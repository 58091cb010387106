"""How the levels play the games in which a turn is to play or to draw.

A policy for each level, in a module of its name: ``beginner`` lays melds of its own rack,
``casual`` rearranges two melds, ``club`` plays the most tiles, ``strong`` saves its jokers,
``expert`` holds tiles back. ``turns`` has what all have in common: how a turn ends.
"""
