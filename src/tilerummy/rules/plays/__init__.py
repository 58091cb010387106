"""A ruleset's strategies for plays.

``rearrange`` and :mod:`tilerummy.jokers.extend` decide how table melds may change; ``opening`` is
the initial meld. :mod:`tilerummy.rules.judging.faults` judges the complete play.
"""
