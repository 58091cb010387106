"""Rollouts of a decision's options, in worlds consistent with the seat's observations.

``options`` lists the actions to compare. ``tasks`` splits the work into pieces that run anywhere;
their results are ``samples``. ``draws`` measures the luck of deals and draws, by the value of a
rack (``rack_value``).
"""
