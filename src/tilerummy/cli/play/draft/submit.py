"""From a working table to the actions that hand it in: one play, or the steps it took."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilerummy.cli.play.draft.draft import Draft, DraftHistory
from tilerummy.cli.play.draft.piles import read_pile, tile_of
from tilerummy.melds import InvalidMeld, Meld, Table
from tilerummy.rules import IllegalActionError, Reason, Refusal, Ruleset, decide, faults
from tilerummy.rules.plays.faults import free_faults, from_free
from tilerummy.state import Drew, Foul, Moved, Phase, Play, Source, State, fold
from tilerummy.tiles import Rack

_STEPS = 24
"""So many of the last steps of a turn are tried as plays of their own."""


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


def plays_of(rules: Ruleset, state: State, trail: DraftHistory) -> tuple[Play, ...]:
    """Return the plays that lead from the table of *state* to that of the desk.

    One play if it can be; else the opening and what follows, or the steps of the *trail*
    that were legal tables on their own. Raises IllegalActionError with all that is missing, or
    with the reasons against one play where no steps lead there.
    """
    desk = trail.now
    if missing := draft_faults(desk):
        raise IllegalActionError(missing)
    if not desk.placed and desk.table == state.table:
        return ()
    whole = Play.between(state.table, desk.table)
    reasons = tuple(faults(rules, state, whole))
    if not reasons:
        return (whole,)
    steps = tuple(dict.fromkeys(_steps(state, trail)))[-_STEPS:]
    plays = _path(rules, state, steps, desk.table)
    if plays is None:
        raise IllegalActionError(_best_reasons(rules, state, trail, reasons))
    return plays


def _steps(state: State, trail: DraftHistory) -> Iterator[Table]:
    """Yield tables on the way that may be plays of their own, the likeliest last."""
    for past in trail.past:
        if past.settled and past.placed:
            yield past.table
    if state.mover.opened is None:
        own = _own_melds(state, trail.now)
        yield state.table + (m for m in own if not m.jokers)
        yield state.table + own


def _own_melds(state: State, desk: Draft) -> Table:
    """Return the new melds of nothing but tiles placed, free ones only where they may be used."""
    left, own = desk.placed, Table()
    for meld in desk.table - state.table:
        if left >= meld.tiles and _unavailable(state, meld) is None:
            left, own = left - meld.tiles, Table((*own, meld))
    return own


def _path(
    rules: Ruleset, state: State, steps: Sequence[Table], goal: Table
) -> tuple[Play, ...] | None:
    """Return plays over some of *steps*, in their order, to the *goal*; None if there are none.

    The last of the steps are tried first, and none is gone on from twice.
    """
    dead: set[int] = set()

    def onward(state: State, first: int) -> tuple[Play, ...] | None:
        play = Play.between(state.table, goal)
        if not any(faults(rules, state, play)):
            return (play,)
        for place in range(len(steps) - 1, first - 1, -1):
            step = Play.between(state.table, steps[place])
            if place in dead or steps[place] == state.table or any(faults(rules, state, step)):
                continue
            after = fold(decide(rules, state, step), state)
            rest = None if after.phase is Phase.OVER else onward(after, place + 1)
            if rest is not None:
                return (step, *rest)
            dead.add(place)
        return None

    return onward(state, 0)


def _best_reasons(
    rules: Ruleset, state: State, trail: DraftHistory, reasons: tuple[Reason, ...]
) -> tuple[Reason, ...]:
    """Return the reasons that help most: before the opening, what is wrong with the opening.

    A player who has laid melds of the rack and touched the table as well is told what the
    melds lack, if they lack anything.
    """
    own = _own_melds(state, trail.now)
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
