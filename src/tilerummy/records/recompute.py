"""Computes the events that follow from recorded actions, even if some tiles are unknown."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.records.record import Command
from tilerummy.rules import Chance, Reason, Refusal, Ruleset, begin, decide, faults
from tilerummy.state import (
    Action,
    Dealt,
    Declare,
    Discard,
    Discarded,
    Ended,
    Event,
    Exposed,
    Foul,
    GoOut,
    Play,
    Redealt,
    Source,
    State,
    TimeOut,
    fold,
)
from tilerummy.state.notation import action_text
from tilerummy.tiles import HIDDEN, Rack, Tile

Events = tuple[Event, ...]
Racks = tuple[Rack | None, ...]
"""The racks at the end of a round, by seat, with None for unknown racks."""


def deal_events(
    rules: Ruleset, chance: Chance, *, seats: int, starter: int | None, number: int
) -> Events:
    """Return the events for the deal of round *number*.

    The tile order may contain unknown tiles. If it is too short, the missing tiles are also
    unknown. Raises ValueError if it is not an order of the game's tiles, or if a face-up tile is
    unknown.
    """
    _check_chance(rules, chance, seats, starter)
    tiles = rules.deal.bucket(rules.tiles, seats)
    known = Rack(t for t in chance.order if t != HIDDEN)
    if surplus := known - tiles:
        raise ValueError(f"the game does not have that many of these tiles: {surplus}")
    if len(chance.order) > len(tiles):
        raise ValueError(f"{len(chance.order)} tiles are recorded, but the game has {len(tiles)}")
    gaps = (HIDDEN,) * (len(tiles) - len(chance.order))
    whole = replace(chance, order=(*chance.order, *gaps))
    events = begin(rules, whole, seats=seats, starter=starter, number=number)
    for event in events:
        if isinstance(event, Exposed) and HIDDEN in (event.trump, *event.free):
            raise ValueError("expected the face-up tiles at the start of the pool")
    return events


def rack_sizes(
    rules: Ruleset, chance: Chance, *, seats: int, starter: int | None
) -> tuple[int, ...]:
    """Return the number of tiles dealt to each seat.

    Raises ValueError in the same cases as ``deal_events``.
    """
    _check_chance(rules, chance, seats, starter)
    nothing_known = (HIDDEN,) * len(rules.deal.bucket(rules.tiles, seats))
    events = begin(rules, replace(chance, order=nothing_known), seats=seats, starter=starter)
    return next(tuple(map(len, e.racks)) for e in events if isinstance(e, Dealt))


def _check_chance(rules: Ruleset, chance: Chance, seats: int, starter: int | None) -> None:
    if starter is None and not chance.lots:
        raise ValueError("expected the starter, or the lots drawn for it")
    if rules.deal.handfuls and len(chance.handfuls) != seats:
        raise ValueError(
            "expected the sizes of the two handfuls of every player:"
            f" {rules.name} uses handfuls (see the ruleset in the header)"
        )
    if not rules.deal.handfuls and chance.handfuls:
        raise ValueError(f"{rules.name} has no handfuls (see the ruleset in the header)")
    dealt = sum(first + second for first, second in chance.handfuls) + seats * rules.deal.free
    if dealt + seats > len(rules.deal.bucket(rules.tiles, seats)):
        raise ValueError("the handfuls exceed the tiles available")
    if any(min(sizes) < 0 for sizes in chance.handfuls):
        raise ValueError("a handful cannot have a negative size")


def command_events(rules: Ruleset, state: State, command: Command, left: Racks = ()) -> Events:
    """Return a command's events. *left* contains the racks at the end of the round.

    Raises IllegalActionError if the rules forbid an action, and ValueError if the events depend on
    unknown tiles.
    """
    events: Events = ()
    for action in command.actions:
        new = action_events(rules, state, action, command.seat, left)
        events, state = (*events, *new), fold(new, state)
    return events


def action_events(
    rules: Ruleset, state: State, action: Action, seat: int | None, left: Racks = ()
) -> Events:
    """Return the events that a single action causes. See :func:`command_events`.

    Tiles that an action reveals are assumed to have been among the unknown tiles on the rack. In
    McGraw, a tile that could also be one of the face-up tiles is assumed to be one if that is
    legal.
    """
    if not any(HIDDEN in s.rack for s in state.seats):
        return decide(rules, state, action, seat=seat)
    seen = _knowing(state, _shown(action, state, state.free), left)
    if state.free and any(map(_about_free_tiles, faults(rules, seen, action, seat=seat))):
        seen = _knowing(state, _shown(action, state, Rack()), left)
    try:
        events = decide(rules, seen, action, seat=seat)
    except AssertionError:  # the rules cannot judge or score an unknown tile
        raise ValueError(_unknown(action)) from None
    if any(HIDDEN in _needed(rules, e) for e in events):
        raise ValueError(_unknown(action))
    return events


def _about_free_tiles(reason: Reason) -> bool:
    return reason.code is Refusal.FREE_TILE_UNAVAILABLE


def _unknown(action: Action) -> str:
    return (
        f"the outcome of {action_text(action)!r} depends on unrecorded tiles:"
        " add the tiles drawn, or the tiles left on the racks"
    )


def _needed(rules: Ruleset, event: Event) -> tuple[Tile, ...]:
    """Return the tiles that must be known to compute *event*.

    A round's final event needs no tiles unless there is a bonus for the trump, which depends on all
    racks: scoring has already checked the tiles that it counts.
    """
    match event:
        case Discarded(_, tile):
            return (tile,)
        case Redealt(_, pairs):
            return pairs
        case Ended(racks=racks) if getattr(rules.scoring, "trump_bonus", False):
            return tuple(t for rack in racks for t in rack)
        case _:
            return ()


def _knowing(state: State, shown: Rack, left: Racks) -> State:
    """Return *state* with unknown tiles replaced by tiles that are now known.

    The known tiles are the tiles *shown* by the player to move, and the racks *left* at the end of
    the round.
    """
    for seat, owner in enumerate(state.seats):
        needed = shown if seat == state.to_move else Rack()
        if seat < len(left) and (at_end := left[seat]) is not None:
            needed += at_end
        state = state.with_seat(seat, replace(owner, rack=_turned_up(owner.rack, needed)))
    start = state.start
    rack = start.seat.rack
    if state.source is Source.DISCARD and state.drawn in shown:
        rack = _turned_up(rack, shown)  # shown is another copy: this one may not go back
    return replace(state, start=replace(start, seat=replace(start.seat, rack=rack)))


def _turned_up(rack: Rack, needed: Rack) -> Rack:
    """Return *rack* with unknown tiles replaced by *needed* tiles that it lacks, if possible."""
    new = needed - rack
    return rack - (HIDDEN,) * len(new) + new if len(new) <= rack.count(HIDDEN) else rack


def _shown(action: Action, state: State, free: Rack) -> Rack:
    """Return the rack tiles that *action* reveals. The *free* tiles may come from elsewhere."""
    match action:
        case Play() | Foul():
            return action.placed - (free - state.mover.rack)
        case GoOut(plays, discard):
            laid = Rack((*(t for play in plays for t in play.placed), discard))
            return laid if state.trump is None else laid - (state.trump,)
        case TimeOut(pending):
            return Rack(t for play in pending or () for t in play.placed)
        case Discard(tile) | Declare(tile):
            return Rack((tile,))
        case _:
            return Rack()
