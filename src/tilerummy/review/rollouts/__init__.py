"""Options of a decision played on, in worlds that fit what the seat saw.

``options`` are the actions to compare. ``tasks`` are the pieces of this work, which run anywhere;
their results are ``samples``. ``draws`` measures the luck of deals and draws, by the value of a
rack (``rack_value``).
"""
