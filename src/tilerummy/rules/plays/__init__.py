"""Judging a play.

``faults`` yields every reason why a play is refused. What may be done with the melds of the table
is a strategy of the ruleset: ``rearrange`` or ``extend``; ``opening`` is the initial meld.
"""
