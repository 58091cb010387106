"""Rollouts of a decision's options, in worlds that are consistent with the seat's view.

``options`` lists the actions to compare. ``tasks`` splits the work into tasks that can run in any
process. Their results are ``samples``. ``draws`` measures the luck of deals and draws, based on the
approximate value of a rack (``rack_value``).
"""
