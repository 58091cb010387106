"""The start and the scoring of a round.

``deals`` defines the deal and all random outcomes. ``scoring`` has the strategies that score a
round. :mod:`tilerummy.rules.judging.endings` decides when a round ends.
"""
