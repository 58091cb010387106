"""The strategies that a ruleset uses to judge plays.

``rearrange`` and :mod:`tilerummy.jokers.extend` decide how table melds may change. ``opening``
judges the initial meld. :mod:`tilerummy.rules.judging.faults` judges the complete play.
"""
