"""From a finished draft to the plays that the referee accepts."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.analysis import turn_for
from tilerummy.cli.play.draft.draft import Draft
from tilerummy.cli.play.draft.piles import DraftError, read_pile, tile_of
from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import InvalidMeld, Pile
from tilerummy.rules import IllegalActionError, Reason, Refusal, Ruleset, faults
from tilerummy.state import Foul, Play, State, conceal
from tilerummy.tiles import Rack


def draft_faults(draft: Draft) -> tuple[Reason, ...]:
    """Return why *draft* is not a table yet: piles that are not melds, and loose tiles."""
    return (*_broken(draft), *_missing(draft))


def _broken(draft: Draft) -> Iterator[Reason]:
    for number in draft.broken:
        pile = draft.piles[number - 1]
        try:
            read_pile(pile, draft.tiles)
        except InvalidMeld as error:
            why = error.message.partition(" is ")[2]
            text = f"meld {number}, {' '.join(pile)}, is {why}"
            yield Reason(Refusal.INVALID_MELD, text, Rack(tile_of(w, draft.tiles) for w in pile))


def _missing(draft: Draft) -> Iterator[Reason]:
    if draft.loose:
        text = f"loose tiles of the table have to be laid again: {draft.loose}"
        yield Reason(Refusal.TABLE_TILE_MISSING, text, draft.loose)


def plays_for(
    rules: Ruleset, state: State, draft: Draft, *, deadline: Deadline = NEVER
) -> tuple[Play, ...]:
    """Return the plays that lead from the table of *state* to that of *draft*.

    They are the fewest that :func:`tilerummy.analysis.turn_for` finds; none if nothing is changed.
    Raises IllegalActionError with all that is missing, or with the reasons why no plays lead there,
    and DraftError where that is not known.
    """
    if missing := draft_faults(draft):
        raise IllegalActionError(missing)
    if not draft.placed and draft.table == state.table:
        return ()
    view = conceal(state, state.to_move)
    found = turn_for(rules, view, draft.table, deadline=deadline)
    if not found and not found.proven:
        why = f" A single play may not: {found.reasons[0].message}." if found.reasons else ""
        raise DraftError(f"No plays that lead there were found: submit fewer changes first.{why}")
    if not found:
        raise IllegalActionError(found.reasons)
    return found.plays


def is_foul(rules: Ruleset, state: State, draft: Draft) -> bool:
    """Return whether submitting *draft* costs a penalty: RULES 2.3, ``invalid_play``."""
    return not any(faults(rules, state, foul_for(state, draft)))


def foul_for(state: State, draft: Draft) -> Foul:
    """Return the action by which the illegal *draft* is penalised."""
    play = Play.between(state.table, draft.table)
    piles = (Pile.of(draft.pile(number), draft.tiles) for number in draft.broken)
    return Foul(play, tuple(sorted(piles, key=str)))
