"""The master player: rolls out possible continuations of the round and compares the results.

``playing`` defines the players: ``Master`` for manipulation games, and ``DiscardingMaster`` for
games with discards. ``discarding`` lists the lines of play that ``DiscardingMaster`` compares.
``choosing`` compares lines by means of rollouts. ``endgame`` runs an exact search if there are only
two players and both can infer every tile.
"""
