"""How one table becomes another, step by step, in an order to follow by hand.

``explain`` takes two tables and returns steps (``steps``) as values without text. It has three
stages:

1. *Joker demands.* ``demands`` reads from :mod:`tilerummy.jokers` which jokers stay, which tiles
   replace the others, and where the freed jokers go.

2. *Transfers.* ``plan`` first exchanges the replaced jokers for their tiles, matches old melds with

   new ones by the best assignment, and lists the tiles that move. It compares several readings of
   the play and picks the simplest.

3. *Order.* ``ordering`` lists the transfers that are possible with the piles on the table, and

   searches for the shortest order that breaks as few melds as possible at each step.
"""
