"""The events of a round, as one seat may see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilerummy.cli.render.event_text import event_sentences
from tilerummy.melds import Table
from tilerummy.records import RecordedRound
from tilerummy.state import Drew, Event, Penalised, Source, State, fold, redact
from tilerummy.tiles import Rack


def since_last_turn(
    played: RecordedRound, seat: int, seats: int
) -> tuple[tuple[Event, ...], Table]:
    """Return the events since *seat* last ended its turn, redacted, and the table at that time.

    The last command of that turn is among them: it shows what was drawn. Before the first turn
    they are all events, from the lots on. A turn that has not ended does not count.
    """
    steps = played.steps
    now = len(steps)
    while now and steps[now - 1].command.seat == seat:
        now -= 1
    own = [i for i in range(now) if steps[i].command.seat == seat]
    if not own:
        return _seen(played.events, seat), Table()
    last = own[-1]
    before = (e for step in steps[: last + 1] for e in step.events)
    left = fold((*played.deal, *before), State.before_deal(seats)).table
    return _seen((e for step in steps[last:] for e in step.events), seat), left


def _seen(events: Iterable[Event], viewer: int) -> tuple[Event, ...]:
    return tuple(redact(event, viewer) for event in events)


def drawn_by(events: Iterable[Event], seat: int) -> Rack:
    """Return the tiles that *seat* drew in *events*, penalties included, without those dealt."""
    return Rack(
        tile
        for event in events
        if isinstance(event, Drew | Penalised) and event.seat == seat
        if not (isinstance(event, Drew) and event.source is Source.ASIDE)
        for tile in event.tiles
    )


def history(
    played: RecordedRound, viewer: int | None, names: Sequence[str], last: int
) -> list[str]:
    """Return the *last* sentences about the events of a round, as *viewer* may see them."""
    return list(event_sentences((redact(e, viewer) for e in played.events), names))[-last:]
