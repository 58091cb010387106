"""The events that follow from a legal action."""

from __future__ import annotations

from tilerummy.rules.judging.endings import recognised, round_over, turn_over
from tilerummy.rules.judging.faults import from_face_up, may_discard
from tilerummy.rules.rounds.deals import dealt, first_move, next_chance, pairs_on
from tilerummy.rules.ruleset import Ruleset
from tilerummy.state.actions import Play, Source
from tilerummy.state.events import (
    Announced,
    Declared,
    Discarded,
    Drew,
    Ending,
    Event,
    Moved,
    Passed,
    Penalised,
    Phase,
    Played,
    Redealt,
    Restored,
    TimedOut,
)
from tilerummy.state.reducer import apply, fold
from tilerummy.state.state import State
from tilerummy.tiles import JOKER, Rack, Tile

FEW = 3
"""A rack with at most this many tiles has to be announced: S4 "three or fewer tiles left"."""

Events = tuple[Event, ...]


def drew(rules: Ruleset, state: State, source: Source) -> Events:
    """Return the events for a draw from *source*, including the draw's immediate consequences."""
    match source:
        case Source.POOL:
            opened = state.mover.opened is not None
            tiles = state.pool[: rules.tiles_drawn(opened=opened)]
        case Source.DISCARD:
            tiles = state.seats[state.previous].discards[-1:]
        case Source.TRUMP | Source.ASIDE:
            tiles = () if state.trump is None else (state.trump,)
    event = Drew(state.to_move, source, tiles)
    if rules.draws_and_discards:
        return (event, Moved(state.to_move, Phase.MELD))
    return (event, *turn_over(rules, apply(state, event)))


def played(rules: Ruleset, state: State, play: Play) -> Events:
    """Return the events for a legal play. The round ends immediately if the rack is empty."""
    placed = play.placed
    free = from_face_up(state, placed)
    event = Played(state.to_move, play.lift, play.lay, placed - free, free)
    if rules.draws_and_discards:
        return (event, *_announced(rules, state, apply(state, event)))
    if len(event.placed) == len(state.mover.rack):
        return (event, round_over(rules, apply(state, event), Ending.WENT_OUT))
    return (event, Moved(state.to_move, Phase.MORE)) if state.phase is Phase.ACT else (event,)


def _announced(rules: Ruleset, before: State, after: State) -> Events:
    """Return the announcement that a rack has become small, if the rules require it."""
    left = len(after.mover.rack)
    due = rules.tells_wins_apart and left <= FEW < len(before.mover.rack)
    return (Announced(before.to_move, left),) if due else ()


def passed(rules: Ruleset, state: State) -> Events:
    """Return the events for a pass."""
    event = Passed(state.to_move)
    return (event, *turn_over(rules, apply(state, event)))


def redealt(rules: Ruleset, state: State) -> Events:
    """Return the events for a new deal, with the same starter and the same shares of jokers."""
    deal, tiles, seats = rules.deal, rules.tiles, len(state.seats)
    jokers = [s.rack.count(JOKER) for s in state.seats] if deal.set_aside(tiles, seats) else []
    drawn = next_chance(deal, tiles, state)
    return (
        Redealt(state.to_move, pairs_on(state.mover.rack)),
        *dealt(deal, tiles, drawn, seats=seats, starter=state.starter, jokers=jokers),
        first_move(deal, rules.turn.first, state.starter),
    )


def discarded(rules: Ruleset, state: State, tile: Tile) -> Events:
    """Return the events for a discard. The round ends if it was the last tile."""
    event = Discarded(state.to_move, tile)
    after = apply(state, event)
    if after.mover.rack:
        return (event, *_announced(rules, state, after), *turn_over(rules, after))
    return (event, round_over(rules, after, Ending.WENT_OUT, last_discard=tile))


def declared(rules: Ruleset, state: State, discard: Tile) -> Events:
    """Return the events for declaring a closed hand of all tiles except *discard*."""
    tiles = state.mover.rack - (discard,)
    hand = recognised(rules, state, tiles)
    assert hand is not None, "the referee has checked it"
    events = (Declared(state.to_move, hand.hand.number, tiles), Discarded(state.to_move, discard))
    after = fold(events, state)
    over = round_over(rules, after, Ending.WENT_OUT, last_discard=discard, declared=hand)
    return (*events, over)


def out_of_time(rules: Ruleset, state: State, *, disorder: bool) -> Events:
    """Return the events for a time-out, which follow the events for any plays that remain valid.

    If *disorder* is true, the table is restored to the start of the turn (RULES, section 2.3). In
    games with discards, a tile is drawn unless one was drawn already, and one is discarded: RULES,
    section 3.
    """
    timed_out = TimedOut(state.to_move)
    if rules.draws_and_discards:
        return (timed_out, *_drawn_and_discarded(rules, state))
    assert rules.penalties is not None
    if disorder:
        return (timed_out, *penalised(rules, state, rules.penalties.invalid))
    if state.plays:
        return (timed_out, *turn_over(rules, state))
    return (timed_out, *penalised(rules, state, rules.penalties.timeout))


def penalised(rules: Ruleset, state: State, tiles: int) -> Events:
    """Return the events for restoring the start of the turn and drawing penalty tiles."""
    events: Events = (Restored(state.to_move),) if state.plays else ()
    if penalty := state.pool[:tiles]:
        events = (*events, Penalised(state.to_move, penalty))
    return (*events, *turn_over(rules, fold(events, state)))


def _drawn_and_discarded(rules: Ruleset, state: State) -> Events:
    events = drew(rules, state, Source.POOL) if state.phase is Phase.DRAW else ()
    state = fold(events, state)
    tile = state.drawn
    if tile is None or tile not in state.mover.rack or not may_discard(state, tile):
        tile = _highest(Rack(t for t in state.mover.rack if may_discard(state, t)))
    return (*events, *discarded(rules, state, tile))


def _highest(rack: Rack) -> Tile:
    """Return the numbered tile with the highest number, or a joker if there are no other tiles."""
    return max(rack, key=lambda t: (t != JOKER, t.number if t.is_numbered else 0, -t))
