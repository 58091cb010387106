"""The levels in games where a turn is either a play or a draw.

Each level below the master has a policy in the module of the same name: ``beginner`` lays melds
from its own rack, ``casual`` rearranges two melds, ``club`` plays the most tiles, ``strong`` saves
its jokers, and ``expert`` waits with its last tiles. ``turns`` converts the plays to a decision.
"""
