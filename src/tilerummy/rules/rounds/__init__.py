"""How a round starts and how it is scored.

``deals`` defines the deal and all chance in a round; ``scoring`` has the strategies that score it.
:mod:`tilerummy.rules.judging.endings` decides when it ends.
"""
