"""How a round begins, and what it scores.

``deals`` has everything that chance decides, and the deal; ``scoring`` has the strategies that
score a round. :mod:`tilerummy.rules.judging.endings` says when it ends.
"""
