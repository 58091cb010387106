"""The master: plays out possible continuations of the round and compares them.

``playing`` has its turns: ``Master`` where the table is rearranged, ``DiscardingMaster`` in games
with discards, whose lines ``discarding`` lists. ``choosing`` compares lines by rollouts, and
``endgame`` searches exactly once two players know every tile.
"""
