"""Strategies of a ruleset for plays.

What may be done with the melds of the table: ``rearrange``, or :mod:`tilerummy.jokers.extend`;
``opening`` is the initial meld. A play as a whole is judged by
:mod:`tilerummy.rules.judging.faults`.
"""
