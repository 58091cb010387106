"""Options of a decision played on, in worlds that fit what the seat saw.

``options`` are what is compared. ``sampling`` answers ``questions``, ``samples`` are what came of
it. ``draws`` are the luck of deals and draws, by what
a rack is worth (``rack_value``). ``tasks`` are pieces of this work, to run anywhere.
"""
