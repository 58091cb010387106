"""Finds turns that consist of several plays.

``turn_for`` finds the plays that lead from one table to another, so that a player only has to show
the final table. ``best_turn`` searches for the turn that lays the most tiles. ``winning`` finds
ways to end the round: closed hands, and turns that empty the rack.
"""
