"""The master: plays out possible continuations of the round and compares them.

``playing`` is its turn from beginning to end; ``choosing`` compares the candidates by rollouts and
``endgame`` searches exactly where two players know everything.
"""
