"""Turns of several plays.

``turn_for`` finds the plays that lead from one table to another, so that a player only has to show
the final table. ``best_turn`` searches for the turn that places most. ``winning`` finds everything
that ends the round: closed hands, and turns that empty the rack.
"""
