"""Judging by a whole ruleset, for the referee.

``faults`` yields every reason why a play is refused; ``endings`` says how a turn and a round end,
``problems`` what is impossible in a position, whatever is played in it.
Both call the strategies of the ruleset: those of :mod:`~tilerummy.rules.plays` and
:mod:`~tilerummy.rules.rounds`, which know no ruleset.
"""
