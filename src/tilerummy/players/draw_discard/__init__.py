"""How the levels play the games in which a turn is to draw, to meld and to discard.

A policy for each level, in a module of its name; ``base`` holds what they have in common: how a
turn goes.
"""
