"""Judges a play by RULES 2.2, 2.4 and 3, with refusals in the order of section 4."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers.melds import joker_numbers
from tilerummy.jokers.reasons import Reason, Refusal, reason
from tilerummy.jokers.table_change import TableChange, table_change
from tilerummy.melds import fits
from tilerummy.rules.plays.opening import joker_in_opening, too_low
from tilerummy.rules.ruleset import Ruleset
from tilerummy.state.actions import Play, Source
from tilerummy.state.state import State
from tilerummy.tiles import JOKER, Rack, Tile

LAST_PLAY_WITHOUT_TILE = 30
"""After this many plays in a turn, every further play must place a tile (RULES, section 2.1)."""


def play_faults(
    rules: Ruleset, state: State, play: Play, deadline: Deadline = NEVER
) -> Iterator[Reason]:
    """Yield every reason to refuse *play* now, starting with the reason to report.

    If lifted melds or placed tiles do not exist, reasons that depend on them are left out. Raises
    OutOfTimeError if the *deadline* passes.
    """
    if invalid := [m for m in play.lay if not fits(m, rules.tiles)]:
        melds = " / ".join(map(repr, invalid))
        yield reason(Refusal.INVALID_MELD, f"not a valid meld: {melds}", melds=invalid)
        return
    if absent := play.lift - state.table:
        yield reason(
            Refusal.TABLE_TILE_MISSING, f"these melds are not on the table: {absent}", melds=absent
        )
        return
    lifted, laid = play.lift.tiles, play.lay.tiles
    missing, placed = lifted - laid, laid - lifted
    if missing:
        yield reason(
            Refusal.TABLE_TILE_MISSING,
            f"tiles from the table must stay on the table: {missing}",
            tiles=missing,
        )
    yield from _placed_faults(state, placed)
    if not placed and (why := _why_not_empty(state, play)):
        yield reason(Refusal.NO_TILE_PLAYED, why)
    if missing:
        return
    change = table_change(state.table, play.lift, play.lay, rules.tiles, placed=placed)
    yield from _table_faults(rules, state, change, deadline)
    yield from _left_faults(rules, state, placed)


def from_face_up(state: State, placed: Rack) -> Rack:
    """Return the placed tiles that must be face-up tiles, because the rack has too few copies."""
    return (placed - state.mover.rack) & state.free


def _placed_faults(state: State, placed: Rack) -> Iterator[Reason]:
    free = from_face_up(state, placed)
    if lacking := placed - state.mover.rack - free:
        yield reason(Refusal.NOT_ON_RACK, f"not on the rack: {lacking}", tiles=lacking)
    if free:
        yield from face_up_faults(state, free)
        if placed == free:
            why = f"play a free tile together with a tile from the rack: {free}"
            yield reason(Refusal.FREE_TILE_UNAVAILABLE, why, tiles=free)


def _why_not_empty(state: State, play: Play) -> str | None:
    """Return the reason to refuse a *play* that places no tile, or None (RULES, section 2.1)."""
    if not state.plays:
        return "the first play of a turn must place at least one tile from the rack"
    if play.lift == play.lay:
        return "a later play of a turn must place a tile from the rack or change the table"
    if state.plays >= LAST_PLAY_WITHOUT_TILE:
        plays = f"after {LAST_PLAY_WITHOUT_TILE} plays of a turn"
        return f"{plays}, each further play must place a tile from the rack"
    return None


def face_up_faults(state: State, free: Rack) -> Iterator[Reason]:
    """Yield the reasons why these face-up tiles may not be used (RULES, section 2.4)."""
    why = None
    first = first_to_open(state)
    if holding := [i for i, s in enumerate(state.seats) if JOKER in s.known]:
        seats = ", ".join(map(str, holding))
        why = f"{free} may be used once all jokers are played; still on racks of seats: {seats}"
    elif not state.released and first not in (None, state.to_move):
        why = f"seat {first} opened first and may choose from the free tiles first: {free}"
    elif lying := free & state.table.tiles:
        why, free = f"an equal tile lies on the table: {lying}", lying
    if why:
        yield reason(Refusal.FREE_TILE_UNAVAILABLE, why, tiles=free)


def first_to_open(state: State) -> int | None:
    """Return the seat that laid the round's first initial meld, or None."""
    opened = [(s.opened, i) for i, s in enumerate(state.seats) if s.opened is not None]
    return min(opened)[1] if opened else None


def _table_faults(
    rules: Ruleset, state: State, play: TableChange, deadline: Deadline
) -> Iterator[Reason]:
    opened = state.mover.opened
    if opened is None:
        if rules.closed_hands and play.lift and _is_foot(rules, state, play):
            yield from _foot_faults(rules, play)
        elif play.lift:
            yield reason(
                Refusal.TABLE_CLOSED,
                f"the melds on the table may not change before the initial meld: {play.lift}",
                melds=play.lift,
            )
        else:
            yield from rules.opening.faults(play.lay)
    elif opened == state.turn and not rules.opening.same_turn:
        yield reason(
            Refusal.TABLE_CLOSED,
            "these rules allow no further play in the turn of the initial meld",
        )
    else:
        yield from rules.table.faults(play, deadline)


def _foot_faults(rules: Ruleset, play: TableChange) -> Iterator[Reason]:
    """Yield the reasons to reject a play that melds all tiles at once, in the order of RULES 4."""
    changed = [*rules.table.faults(play)]
    yield from (r for r in changed if r.code is Refusal.TABLE_CLOSED)
    if not rules.opening.jokers and JOKER in play.placed:
        yield joker_in_opening(m for m in play.lay if m.jokers)
    if (worth := placed_worth(play)) < rules.opening.points:
        yield too_low(worth, rules.opening.points)
    yield from (r for r in changed if r.code is not Refusal.TABLE_CLOSED)


def _is_foot(rules: Ruleset, state: State, play: TableChange) -> bool:
    """Return whether *play* melds all tiles but one: S4 "Foot"."""
    rack = len(state.mover.rack)
    return rack == rules.deal.tiles + 1 and len(play.placed) == rack - 1


def placed_worth(play: TableChange) -> int:
    """Return the points of the placed tiles, with jokers from the rack at their best value."""
    new = Counter(joker_numbers(play.lay)) - Counter(joker_numbers(play.lift))
    faces = sorted(new.elements(), reverse=True)
    numbers = sum(t.number for t in play.placed if t != JOKER)
    return numbers + sum(faces[: play.placed.count(JOKER)])


def _left_faults(rules: Ruleset, state: State, placed: Rack) -> Iterator[Reason]:
    mover = state.mover
    left = mover.rack - placed
    due = mover.opened is not None and mover.opened < state.turn
    if rules.jokers_due and due and JOKER in left:
        yield reason(
            Refusal.JOKERS_MUST_BE_PLAYED,
            "once the turn of the initial meld is over, a play may not leave a joker on the rack",
            tiles=(t for t in left if t == JOKER),
        )
    if rules.draws_and_discards and not any(may_discard(state, t) for t in left):
        yield reason(
            Refusal.NOTHING_TO_DISCARD,
            "a tile must be left to discard",
            tiles=left,
        )


def may_discard(state: State, tile: Tile) -> bool:
    """Return whether the player to move may discard *tile*.

    Any tile may be discarded except the one just taken (RULES, section 3).
    """
    taken = state.source is Source.DISCARD and tile == state.drawn
    return not taken or tile in state.start.seat.rack
