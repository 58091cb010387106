"""The levels in games whose turns are draw, meld, discard.

Each level has a policy in the module of its name; ``base`` has what they share: the course of a
turn goes.
"""
