"""What happened in a round, as one seat may know it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilerummy.cli.telling import told
from tilerummy.melds import Table
from tilerummy.records import Round
from tilerummy.state import Event, State, fold, redact


def since_last_turn(played: Round, seat: int, seats: int) -> tuple[tuple[Event, ...], Table]:
    """Return the events since *seat* last ended its turn, redacted, and the table as it left it.

    The last command of its own turn is among them: it tells what was drawn. Before the first
    turn it is everything, from the lots on.
    """
    own = [i for i, step in enumerate(played.steps) if step.command.seat == seat]
    if not own:
        return _seen(played.events, seat), Table()
    last = own[-1]
    before = [e for step in played.steps[: last + 1] for e in step.events]
    left = fold((*played.deal, *before), State.before_deal(seats)).table
    return _seen((e for step in played.steps[last:] for e in step.events), seat), left


def _seen(events: Iterable[Event], viewer: int) -> tuple[Event, ...]:
    return tuple(redact(event, viewer) for event in events)


def history(played: Round, viewer: int | None, names: Sequence[str], last: int) -> list[str]:
    """Return the *last* sentences of what happened, as *viewer* may know it."""
    return list(told((redact(e, viewer) for e in played.events), names))[-last:]
