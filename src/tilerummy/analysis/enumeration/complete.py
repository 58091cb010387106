"""Every legal play of the mover: one for each table that a play may leave."""

from __future__ import annotations

from collections.abc import Generator

from tilerummy.analysis.arguments import check_arguments
from tilerummy.analysis.enumeration.all_plays import Plays
from tilerummy.analysis.enumeration.perft import possible_tables, rack_sets
from tilerummy.analysis.positions import is_legal
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.rules import Ruleset
from tilerummy.state import Play, State


def every_play(rules: Ruleset | str, view: State, *, deadline: Deadline = NEVER) -> Plays:
    """Yield every legal play, one for each distinct table that it leaves, in no order.

    They are the plays that ``perft`` counts: on a full table they may be millions. Face-up free
    tiles are left out. When the *deadline* is over, there are no more, and ``proven`` is false; so
    it is where the rack, or what can be placed of it, is too large to be looked through.

    >>> from tilerummy import read_state, ruleset
    >>> [play.lay for play in every_play(ruleset("sabra"), read_state("rack r7 * *"))]
    [*r5 *r6 r7, *r6 r7 *r8, r7 *r8 *r9, r7 *7 *7]

    Needs a view in which the mover's rack is known.
    """
    rules = check_arguments(rules, view)
    return Plays(_every_play(rules, view, deadline))


def _every_play(rules: Ruleset, view: State, deadline: Deadline) -> Generator[Play, None, bool]:
    """Yield the plays, and return whether there are no others."""
    sets = rack_sets(rules, view, deadline=deadline.share(0.5))
    try:
        for placed in sets:
            for after in possible_tables(rules, view, placed, deadline):
                deadline.check()
                play = Play.between(view.table, after)
                if is_legal(rules, view, play):
                    yield play
    except OutOfTimeError:
        return False
    return sets.proven
