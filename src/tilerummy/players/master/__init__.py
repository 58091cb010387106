"""The master: rolls out possible continuations of the round and compares them.

``playing`` has its turns: ``Master`` in manipulation games, ``DiscardingMaster`` in games with
discards, whose lines ``discarding`` lists. ``choosing`` compares lines by rollouts, and ``endgame``
searches exactly once two players can infer every tile.
"""
