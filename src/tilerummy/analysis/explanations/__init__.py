"""Explains how one table becomes another, in steps that are easy to follow by hand.

``explain`` takes two or more tables and returns the steps between them (``steps``) as values that
contain no sentences. It has three stages:

1. *Joker demands.* ``demands`` uses :mod:`tilerummy.jokers` to determine which jokers stay, which
   tiles replace the other jokers, and where the freed jokers go.

2. *Transfers.* ``plan`` first exchanges the replaced jokers for their tiles, matches old melds with
   new ones so that as few tiles as possible move, and lists the tiles that move. It compares
   several interpretations of the play and picks the simplest.

3. *Order.* ``ordering`` determines the transfers that are possible at each step, and searches for
   the shortest order that breaks as few melds as possible.
"""
