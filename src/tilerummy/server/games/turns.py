"""The turns of a recorded round, each with the position before and after it."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.records import RecordedRound
from tilerummy.state import Ended, Event, Moved, State, apply, fold


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedTurn:
    """One turn: its seat, what happened in it, and the states around it.

    ``events`` are without those that pass the turn on and that end the round: they follow from the
    states.
    """

    seat: int
    events: tuple[Event, ...]
    before: State
    after: State
    comments: tuple[str, ...] = ()


def is_done_in_turn(event: Event) -> bool:
    """Return whether an event is something done in a turn: not if it passes it on or ends it."""
    return not isinstance(event, Moved | Ended)


def turns_of(played: RecordedRound, seats: int) -> tuple[State, list[RecordedTurn]]:
    """Return the state after the deal, and the turns of a round in their order.

    The last turn may be unfinished; it counts if something was done in it. Raises
    ImpossibleEventError for what cannot have happened.
    """
    start = state = before = fold(played.deal, State.before_deal(seats))
    turns: list[RecordedTurn] = []
    events: list[Event] = []
    comments: list[str] = []

    def close() -> None:
        done = RecordedTurn(
            seat=before.to_move,
            events=tuple(events),
            before=before,
            after=state,
            comments=tuple(comments),
        )
        turns.append(done)
        events.clear()
        comments.clear()

    for step in played.steps:
        comments.extend(step.comments)
        for event in step.events:
            state = apply(state, event)
            if is_done_in_turn(event):
                events.append(event)
            if state.turn != before.turn or isinstance(event, Ended):
                close()
                before = state
    if events:
        close()
    return start, turns
