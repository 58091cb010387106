"""Extracts a seat's decision points from a game, each with the seat's view and choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from tilerummy.records import Record, RecordedRound
from tilerummy.records.advice import Place, UsedAdvice, advice_in
from tilerummy.state import (
    Action,
    Dealt,
    Declare,
    Declared,
    Discard,
    Discarded,
    Draw,
    Drew,
    Ended,
    Event,
    GoOut,
    Moved,
    Pass,
    Passed,
    Penalised,
    Phase,
    Play,
    Played,
    Redealt,
    Restored,
    Source,
    State,
    TimedOut,
    apply,
    conceal,
    redact,
)
from tilerummy.tiles import HIDDEN, Tile

_BEGINS = frozenset({Phase.ACT, Phase.DRAW, Phase.MELD})
"""The phases that start a new decision. In all other phases, the current one continues."""

_TRUMP = Draw(Source.TRUMP)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionPoint:
    """A seat's decision, and the information that was available to the seat.

    ``round`` and ``view.turn`` are counted from 0. ``history`` contains the round's events as the
    seat saw them, and ``seed`` is derived only from these. ``chosen`` contains the seat's actions
    until it saw something new or its turn ended. If they end with a draw from the pool, ``drawn``
    contains the tiles drawn. ``ended`` is True if the round ended with this decision. ``clock`` is
    True if the clock or a penalty interfered, so that the decision cannot be judged. ``advice`` is
    set if a hint laid tiles in this decision, or if all of its actions had been advised. ``left``
    is True if the record ends here: the seat was to move, and did nothing.
    """

    round: int
    view: State
    history: tuple[Event, ...]
    seed: bytes
    chosen: tuple[Action, ...] = ()
    drawn: tuple[Tile, ...] = ()
    ended: bool = False
    clock: bool = False
    advice: UsedAdvice | None = None
    left: bool = False

    @property
    def seat(self) -> int:
        """The seat that makes the decision."""
        return self.view.to_move


@dataclass(frozen=True, slots=True)
class ReviewedRound:
    """A round as a seat saw it. ``ended`` is the round's final event, or None while in progress.

    ``left`` is the decision that the seat never made because the record ends in its turn.
    """

    number: int
    decision_points: tuple[DecisionPoint, ...]
    ended: Ended | None
    left: DecisionPoint | None = None

    @property
    def points(self) -> tuple[DecisionPoint, ...]:
        """All decision points, including the one that was left."""
        return self.decision_points if self.left is None else (*self.decision_points, self.left)


def rounds_of(record: Record, seat: int) -> tuple[ReviewedRound, ...]:
    """Return the rounds of *record* as *seat* saw them.

    Only events that the seat saw are used, in the form ``redact(event, seat)``. Raises ValueError
    if the seat does not exist, or if its tiles were not recorded.
    """
    if seat not in range(record.seats):
        raise ValueError(f"a seat is from 0 to {record.seats - 1}, not {seat}")
    if not is_written_down(record, seat):
        raise ValueError(f"the tiles of {record.names[seat]} were not recorded")
    advice = advice_in(record)
    return tuple(_round(record, number, seat, advice) for number in range(len(record.rounds)))


def is_written_down(record: Record, seat: int) -> bool:
    """Return whether *record* contains every tile that was dealt to *seat* or that it drew.

    >>> from tilerummy import Round
    >>> from tilerummy.review import is_written_down
    >>> is_written_down(Round("sabra", seats=2, seed=1).record(["Ann", "Ben"]), 0)
    True
    """
    if any(played.count is not None for played in record.rounds):
        return False
    for event in (event for played in record.rounds for event in played.events):
        match event:
            case Dealt(racks):
                tiles: tuple[Tile, ...] = racks[seat]
            case Drew(who, _, tiles) | Penalised(who, tiles) if who == seat:
                pass
            case _:
                continue
        if HIDDEN in tiles:
            return False
    return True


def _round(
    record: Record, number: int, seat: int, advice: Mapping[Place, UsedAdvice]
) -> ReviewedRound:
    played = record.rounds[number]
    events = tuple(redact(event, seat) for event in played.events)
    found = [*_decision_points(number, events, seat, record.seats)]
    left = found.pop() if found and found[-1].left else None
    if advice:
        given = _advice_by_event(number, played, seat, advice)
        ends = [*(len(each.history) for each in found), len(events)][1:]
        found = [
            replace(each, advice=_advice(given[len(each.history) : end]))
            for each, end in zip(found, ends, strict=True)
        ]
    return ReviewedRound(number, tuple(found), played.ended, left)


def _advice_by_event(
    number: int, played: RecordedRound, seat: int, advice: Mapping[Place, UsedAdvice]
) -> list[tuple[UsedAdvice | None, ...]]:
    """Return for each event of a round the advice in the seat's command that it belongs to.

    Events that belong to no command of the seat have no item.
    """
    given: list[tuple[UsedAdvice | None, ...]] = [()] * len(played.deal)
    for place, step in enumerate(played.steps):
        mine = (advice.get((number, place)),) if step.command.seat == seat else ()
        given += [mine] * len(step.events)
    return given


def _advice(given: Sequence[tuple[UsedAdvice | None, ...]]) -> UsedAdvice | None:
    """Return the advice in a decision with these commands, unless part of it had none."""
    found = {each for items in given for each in items}
    if UsedAdvice.HINTED in found:
        return UsedAdvice.HINTED
    return UsedAdvice.FOLLOWED if found == {UsedAdvice.FOLLOWED} else None


def _decision_points(
    number: int, events: tuple[Event, ...], seat: int, seats: int
) -> Iterator[DecisionPoint]:
    """Yield a round's decision points as soon as each is complete, and any that was left."""
    state = State.before_deal(seats)
    digest = sha256(f"{seat} of {seats}".encode())
    now: DecisionPoint | None = None
    for i, event in enumerate(events):
        if now is not None and not _is_same_decision(now, event):
            yield _finished(now, ended=isinstance(event, Ended))
            now = None
        state = apply(state, event)
        digest.update(repr(event).encode())
        if isinstance(event, Redealt):
            now = None  # asking for a new deal is no decision about tiles
        if isinstance(event, Moved) and now is None:
            if event.seat == seat and event.phase in _BEGINS:
                view = conceal(state, seat)
                seed = digest.digest()
                now = DecisionPoint(round=number, view=view, history=events[: i + 1], seed=seed)
        elif now is not None:
            now = _with(now, event)
    if now is not None and not now.chosen and not now.clock:
        yield replace(now, left=True)


def _is_same_decision(now: DecisionPoint, event: Event) -> bool:
    """Return whether an event still belongs to the current decision.

    A player who draws the trump must already have decided to win with it, so this is a single
    decision.
    """
    match event:
        case Moved(to, phase):
            goes_on = phase not in _BEGINS or now.chosen[:1] == (_TRUMP,)
            return to == now.seat and goes_on
        case Ended():
            return False
        case _:
            return True


def _with(now: DecisionPoint, event: Event) -> DecisionPoint:
    """Return a copy of the decision point that includes the seat's action from *event*."""
    match event:
        case Played(_, lift, lay):
            return _doing(now, Play(lift, lay))
        case Drew(_, source, tiles):
            return _doing(replace(now, drawn=tiles), Draw(source))
        case Passed():
            return _doing(now, Pass())
        case Declared(_, _, tiles):
            rack = now.view.mover.rack + now.drawn
            return _doing(now, Declare((rack - tiles)[0]))
        case Discarded(_, tile):
            declared = any(isinstance(action, Declare) for action in now.chosen)
            return now if declared else _doing(now, Discard(tile))
        case TimedOut() | Restored() | Penalised():
            return replace(now, clock=True)
        case _:
            return now


def _doing(now: DecisionPoint, action: Action) -> DecisionPoint:
    return replace(now, chosen=(*now.chosen, action))


def _finished(now: DecisionPoint, *, ended: bool) -> DecisionPoint:
    """Return the completed decision point. Going out with the trump becomes a single action."""
    now = replace(now, ended=ended)
    if not now.chosen:
        return replace(now, clock=True)
    first, *rest = now.chosen
    if first == _TRUMP:
        plays = tuple(action for action in rest if isinstance(action, Play))
        last = rest[-1]
        assert isinstance(last, Discard | Declare)
        out = GoOut(plays, last.tile if isinstance(last, Discard) else last.discard)
        return replace(now, chosen=(out,), drawn=())
    return now if now.chosen[-1] == Draw() else replace(now, drawn=())
