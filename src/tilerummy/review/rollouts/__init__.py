"""Options of a decision played on, in worlds that fit what the seat saw.

``options`` are what is compared, ``rearranging`` and ``discarding`` play them on in the two kinds
of games, ``samples`` are what came of it. ``tasks`` are pieces of this work, to run anywhere.
"""
