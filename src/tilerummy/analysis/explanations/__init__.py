"""How one table becomes another, step by step, in an order that hands can follow.

``explain`` takes two tables and returns steps (``steps``), each a value without words. It works in
three stages:

1. *What the joker law demands.* ``constraints`` reads from :mod:`tilerummy.jokers` which
   jokers stay and which are replaced; ``replacements`` chooses the tiles that replace them.
2. *Which tiles go where.* ``meld_pairs`` decides which meld became which, by the best
   ``assignment``; ``transfers`` then lists the tiles that change their place. ``legal_plans`` tries
   several readings of the play and keeps the simplest plan.
3. *In which order.* ``transitions`` says what hands can do next with the piles on the table
   (``spots``), and ``ordering`` searches for the shortest order in which every step leaves as few
   broken melds as possible.
"""
