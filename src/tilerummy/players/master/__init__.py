"""The master: holds back, and plays out how the round may go on where that decides it.

``playing`` is its turn from beginning to end; ``choosing`` compares the candidates by rollouts and
``endgame`` searches exactly where two players know everything.
"""
