"""The master: rolls out possible continuations of the round and compares them.

``playing`` decides its turns: ``Master`` in manipulation games, and ``DiscardingMaster`` in games
with discards. ``discarding`` lists the lines of play that ``DiscardingMaster`` compares.
``choosing`` compares lines by rollouts, and ``endgame`` searches exactly once two players can infer
every tile.
"""
