"""The levels in games whose turns are either plays or a draw.

Each level below the master has a policy in the module of its name: ``beginner`` lays melds of its
own rack, ``casual`` rearranges two melds, ``club`` plays the most tiles, ``strong`` saves its
jokers, ``expert`` holds tiles back. ``turns`` has the end of a turn, shared by all.
"""
