"""The start and the score of a round.

``deals`` has the deal and all chance in a round, ``scoring`` the strategies that score a round.
:mod:`tilerummy.rules.judging.endings` decides when it ends.
"""
