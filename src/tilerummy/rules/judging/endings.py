"""Decides how turns and rounds end, and who starts the next round (RULES 2.3, 2.4 and 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tilerummy.melds import Table
from tilerummy.rules import closed_hands  # loaded on first use
from tilerummy.rules.choices import EmptyPool
from tilerummy.rules.judging.faults import first_to_open
from tilerummy.rules.plays.first_melds import first_melds
from tilerummy.rules.rounds.scoring import CountAgainst, Result, WinnerTakesAll
from tilerummy.rules.ruleset import Ruleset
from tilerummy.state.actions import Source
from tilerummy.state.events import Ended, Ending, Event, Moved, Released, Win
from tilerummy.state.state import State
from tilerummy.tiles import HIDDEN, JOKER, Rack, Tile

IDLE_TURNS = 10
"""A round ends after this many consecutive turns per seat without a play or a draw (RULES 3)."""


def turn_over(rules: Ruleset, state: State) -> tuple[Event, ...]:
    """Return the events that end the current turn and then begin the next one or end the round."""
    released = (Released(),) if _had_first_choice(state) else ()
    if ending := _exhausted(rules, state):
        return (*released, round_over(rules, state, ending))
    following = (state.to_move + 1) % len(state.seats)
    return (*released, Moved(following, rules.turn.first))


def _exhausted(rules: Ruleset, state: State) -> Ending | None:
    """Return the ending if this turn ends the round although no one went out, otherwise None."""
    passes, idle = state.standstill()
    match rules.empty_pool:
        case EmptyPool.FIRST_PASS:
            exhausted = passes > 0
        case EmptyPool.ALL_PASS:
            exhausted = passes >= len(state.seats)
        case None:
            exhausted = not state.pool
    if last := rules.empty_pool_turns:
        exhausted = exhausted or state.empty_turns_after() >= last * len(state.seats)
    if exhausted:
        return Ending.POOL_EXHAUSTED
    return Ending.NO_PROGRESS if idle >= IDLE_TURNS * len(state.seats) else None


def _had_first_choice(state: State) -> bool:
    """Return whether the first seat to open had first choice of the face-up tiles in this turn."""
    if not state.free or state.released or first_to_open(state) != state.to_move:
        return False
    others = (s.known for i, s in enumerate(state.seats) if i != state.to_move)
    return not any(JOKER in known for known in (*others, state.start.seat.known))


def round_over(
    rules: Ruleset,
    state: State,
    ending: Ending,
    *,
    last_discard: Tile | None = None,
    declared: closed_hands.Recognised | None = None,
) -> Ended:
    """Return the event that ends the round, with the scores. *ending* is the reason for the end."""
    winner = state.to_move if ending is Ending.WENT_OUT else None
    win, hand = None, None
    if winner is not None and rules.tells_wins_apart:
        win, hand = (Win.CLOSED, declared) if declared else kind_of_win(rules, state)
    unopened = _unopened(state, winner)
    proven = dict(could_open(rules, [seat.rack for seat in state.seats], unopened))
    result = Result(
        racks=tuple(s.rack for s in state.seats),
        winner=winner,
        to_move=(state.to_move + 1) % len(state.seats),
        opened=tuple(s.opened is not None for s in state.seats),
        win=win,
        hand=hand.points if hand else 0,
        last_discard=last_discard,
        handfuls=tuple(s.handfuls for s in state.seats),
        aim=rules.deal.tiles,
        trump_holders=frozenset(trump_holders(state)),
        unopened=unopened,
        could_open=frozenset(proven),
    )
    scored = rules.scoring.score(result)
    number = hand.hand.number if hand else None
    penalties = scored.penalties if any(scored.penalties) else ()
    proofs = tuple(proven.get(seat, Table()) for seat in range(len(penalties)))
    return Ended(
        *(ending, scored.scores, result.racks, scored.winner, win, number),
        penalties=penalties,
        could_open=proofs,
    )


def _unopened(state: State, winner: int | None) -> frozenset[int]:
    """Return the seats that have had a turn but never opened, without the seat that went out."""
    return frozenset(
        seat
        for seat, each in enumerate(state.seats)
        if each.opened is None and seat != winner and state.has_had_turn(seat)
    )


def could_open(
    rules: Ruleset, racks: Sequence[Rack], unopened: Iterable[int]
) -> Iterator[tuple[int, Table]]:
    """Yield the *unopened* seats that could have opened, with the melds that prove it.

    The rack at the end of the round decides (RULES, section 5.2). Nothing is searched unless the
    rules have a higher penalty for these seats.
    """
    scoring = rules.scoring
    if not isinstance(scoring, WinnerTakesAll | CountAgainst):
        return
    if scoring.could_open <= scoring.not_opened:
        return
    for seat in sorted(unopened):
        melds = first_melds(rules.opening, racks[seat], rules.tiles)
        if melds is not None:
            yield seat, melds


def kind_of_win(rules: Ruleset, state: State) -> tuple[Win, closed_hands.Recognised | None]:
    """Return the kind of win by laying melds, and the closed hand that the melds form, if any.

    Laying fourteen tiles in the player's first and only play is a Foot if the play added to
    existing melds, otherwise a Closed hand (RULES, section 3.2).
    """
    at_once = state.plays == 1 and state.mover.opened == state.turn
    laid = state.table.tiles - state.start.table.tiles if at_once else Rack()
    added = not state.table >= state.start.table
    return kind_of_laying(rules, laid, _turn_of(state), added=added)


class TurnOf(NamedTuple):
    """The turn's number, the number of seats, and the tiles on the rack before this turn's draw."""

    turn: int
    seats: int
    held: Rack


def kind_of_laying(
    rules: Ruleset, laid: Rack, now: TurnOf, *, added: bool
) -> tuple[Win, closed_hands.Recognised | None]:
    """Return the kind of win if *laid* contains the tiles of the player's first and only play.

    *added* is True if the play changed existing melds. For all other wins, *laid* must be empty.
    """
    if len(laid) != rules.deal.tiles:
        return Win.OPEN, None
    if added:
        return Win.FOOT, None
    hand = recognised_in(rules, laid, now)
    assert hand is not None, "fourteen tiles in melds are at least a Basic hand"
    return Win.CLOSED, hand


def recognised(rules: Ruleset, state: State, tiles: Rack) -> closed_hands.Recognised | None:
    """Return the most valuable closed hand that the mover's *tiles* form, or None.

    A hand that has hidden tiles or more than two jokers never counts.
    """
    return recognised_in(rules, tiles, _turn_of(state))


def _turn_of(state: State) -> TurnOf:
    return TurnOf(state.turn, len(state.seats), state.start.seat.rack)


def recognised_in(rules: Ruleset, tiles: Rack, now: TurnOf) -> closed_hands.Recognised | None:
    """Return the closed hand that *tiles* form in the turn *now*. See :func:`recognised`."""
    if len(tiles) != rules.deal.tiles or HIDDEN in tiles or tiles.count(JOKER) > 2:
        return None
    first_turn = now.turn < now.seats
    return closed_hands.recognise(
        tiles,
        first_turn=first_turn,
        dealt=first_turn and now.held >= tiles,
        first_player=now.turn == 0,
        tile_set=rules.tiles,
    )


def trump_holders(state: State) -> tuple[int, ...]:
    """Return the seats that were dealt, or have drawn, a tile identical to the trump.

    The trump itself does not count, because everyone saw it being turned face up and played.
    """
    drawer = state.to_move if state.source is Source.TRUMP else None
    trump = state.trump if drawer is None else state.drawn
    return tuple(
        i
        for i, s in enumerate(state.seats)
        if trump is not None and (*s.rack, *s.shown).count(trump) > (2 if i == drawer else 0)
    )


def next_starter(rules: Ruleset, seats: int, starter: int, last: Ended) -> int:
    """Return the starter of the round after *last*. *starter* is the seat that started *last*.

    The start passes to the next seat. In McGraw the loser of the last round starts (S2): the seat
    with the worst score among those that did not win. If several seats have this score, it is the
    first in playing order from the last starter.
    """
    order = [(starter + i) % seats for i in range(seats)]
    if rules.loser_starts:
        worst = max if rules.scoring.low_wins else min
        return worst((s for s in order if s != last.winner), key=last.scores.__getitem__)
    return order[1]
