"""Mines puzzles from rounds: self-play from seeds, and records.

* ``finding`` finds the positions of a round that are puzzles.
* ``rounds`` plays rounds, and reads those of records, as positions at the beginning of a turn.
* ``jobs`` are the pieces of work, which may run in other processes.
* ``collecting`` chooses what is kept: at most two of a round, no two alike, spread over
  difficulties and themes; the same choice in whatever order the pieces are done.
"""
