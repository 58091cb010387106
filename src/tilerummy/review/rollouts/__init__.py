"""Rollouts of a decision's options, in worlds consistent with the seat's observations.

``options`` lists the actions to compare. ``tasks`` splits the work into tasks that can run in any
process; their results are ``samples``. ``draws`` measures the luck of deals and draws, based on the
approximate value of a rack (``rack_value``).
"""
