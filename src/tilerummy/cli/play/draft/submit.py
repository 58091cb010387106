"""From a draft to the actions that submit it."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.analysis import turn_for
from tilerummy.cli.play.draft.draft import Draft
from tilerummy.cli.play.draft.piles import DraftError, read_pile, tile_of
from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import InvalidMeld, Meld, Table
from tilerummy.rules import IllegalActionError, Reason, Refusal, Ruleset, faults
from tilerummy.rules.plays import free_faults, from_free
from tilerummy.state import Drew, Foul, Moved, Phase, Play, Source, State, conceal, fold
from tilerummy.tiles import Rack


def draft_of(rules: Ruleset, state: State) -> Draft:
    """Return the working table of the mover before anything is changed."""
    return Draft.over(rules.tiles, state.table, state.mover.rack, state.free)


def with_trump(state: State) -> State:
    """Return the state as it would be had the mover drawn the trump: only a winner may."""
    assert state.trump is not None
    drew = Drew(state.to_move, Source.TRUMP, (state.trump,))
    return fold((drew, Moved(state.to_move, Phase.MELD)), state)


def draft_faults(desk: Draft) -> tuple[Reason, ...]:
    """Return the reasons why *desk* is no table yet: piles that are no melds, loose tiles."""
    return (*_broken(desk), *_missing(desk))


def _broken(desk: Draft) -> Iterator[Reason]:
    for number in desk.broken:
        pile = desk.piles[number - 1]
        try:
            read_pile(pile, desk.tiles)
        except InvalidMeld as error:
            why = error.message.partition(" is ")[2]
            text = f"meld {number}, {' '.join(pile)}, is {why}"
            yield Reason(Refusal.INVALID_MELD, text, Rack(tile_of(w, desk.tiles) for w in pile))


def _missing(desk: Draft) -> Iterator[Reason]:
    if desk.loose:
        text = f"loose tiles of the table have to be laid again: {desk.loose}"
        yield Reason(Refusal.TABLE_TILE_MISSING, text, desk.loose)


def plays_for(
    rules: Ruleset, state: State, draft: Draft, *, deadline: Deadline = NEVER
) -> tuple[Play, ...]:
    """Return the plays that lead from the table of *state* to that of *draft*.

    They are the fewest that :func:`tilerummy.analysis.turn_for` finds; none if nothing is changed.
    Raises IllegalActionError with all that is missing, or with the reasons against one play where
    no plays lead there, and DraftError where the *deadline* passes before that is known.
    """
    if missing := draft_faults(draft):
        raise IllegalActionError(missing)
    if not draft.placed and draft.table == state.table:
        return ()
    view = conceal(state, state.to_move)
    found = turn_for(rules, view, draft.table, deadline=deadline)
    if not found and not found.proven:
        raise DraftError("No plays that lead there were found in time: submit fewer changes first.")
    if not found:
        raise IllegalActionError(_best_reasons(rules, state, draft, found.reasons))
    return found.plays


def _own_melds(state: State, desk: Draft) -> Table:
    """Return the new melds of nothing but tiles placed, free ones only where they may be used."""
    left, own = desk.placed, Table()
    for meld in desk.table - state.table:
        if left >= meld.tiles and _unavailable(state, meld) is None:
            left, own = left - meld.tiles, Table((*own, meld))
    return own


def _best_reasons(
    rules: Ruleset, state: State, draft: Draft, reasons: tuple[Reason, ...]
) -> tuple[Reason, ...]:
    """Return the reasons that help most: before the opening, what is wrong with the opening.

    A player who has laid melds of the rack and touched the table as well is told what the
    melds lack, if they lack anything.
    """
    own = _own_melds(state, draft)
    if state.mover.opened is not None or not own:
        return reasons
    opening = tuple(faults(rules, state, Play.between(state.table, state.table + own)))
    return opening or reasons


def uncounted(rules: Ruleset, state: State, desk: Draft) -> Iterator[str]:
    """Yield why melds laid before the opening do not count for it: free tiles, and jokers."""
    left = desk.placed
    for number in desk.changed:
        if number in desk.broken:
            continue
        meld = read_pile(desk.piles[number - 1], desk.tiles)
        if not left >= meld.tiles:
            continue
        left -= meld.tiles
        if why := _unavailable(state, meld):
            yield f"meld {number} holds a free tile and does not count: {why}"
        elif meld.jokers and not rules.opening.jokers:
            yield f"meld {number} holds a joker and does not count"


def _unavailable(state: State, meld: Meld) -> str | None:
    """Return why the free tiles of *meld* may not be used, None if it needs none or they may."""
    free = from_free(state, Rack(meld.tiles))
    return next((r.message for r in free_faults(state, free)), None) if free else None


def is_foul(rules: Ruleset, state: State, desk: Draft) -> bool:
    """Return whether declaring *desk* finished costs a penalty: RULES 2.3, ``invalid_play``."""
    if desk.broken:
        return False
    return not any(faults(rules, state, foul_for(state, desk)))


def foul_for(state: State, desk: Draft) -> Foul:
    """Return the action by which the illegal *desk* is penalised."""
    return Foul(Play.between(state.table, desk.table))


def opening_points(rules: Ruleset, state: State, desk: Draft) -> int:
    """Return what the new melds are worth that can open: jokers only where allowed."""
    melds = _own_melds(state, desk)
    return sum(m.points for m in melds if rules.opening.jokers or not m.jokers)
