"""The levels in games whose turns are either plays or a draw.

Each level below the master has a policy in the module of the same name: ``beginner`` lays melds
from its own rack, ``casual`` rearranges two melds, ``club`` plays the most tiles, ``strong`` saves
its jokers, and ``expert`` holds tiles back. ``turns`` builds the decision to play or draw, which
they all share.
"""
