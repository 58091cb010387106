"""How one table becomes another, step by step, in an order that can be followed by hand.

``explain`` takes two tables and returns steps (``steps``), each a value without words. It works in
three stages:

1. *What the joker law demands.* ``demands`` reads from :mod:`tilerummy.jokers` which jokers stay,
   which are replaced by which tiles, and where those go.
2. *Which tiles go where.* ``plan`` first exchanges the replaced jokers for their tiles, decides
   which meld became which by the best assignment, and lists the tiles that change their place.
   It compares several readings of the play, and the simplest is explained.
3. *In which order.* ``ordering`` lists what can be done next with the piles on the table, and
   searches for the shortest order in which every step leaves as few broken melds as possible.
"""
