"""A record together with the lines of the text it was read from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tilerummy.records.record import Record, RecordError
from tilerummy.state import Event, State, apply


@dataclass(frozen=True, slots=True)
class RoundLines:
    """On which lines a round begins, the facts of its deal, and the facts of each step."""

    begins: int
    deal: tuple[int, ...]
    steps: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Lines:
    """On which lines of a text what a record holds was found, counted from 1."""

    header: int
    result: int
    rounds: tuple[RoundLines, ...]


@contextmanager
def on_line(line: int) -> Iterator[None]:
    """Say of whatever is found wrong here that it is wrong on that *line*."""
    try:
        yield
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(line, str(error)) from None


def folded(state: State, event: Event, line: int) -> State:
    """Return the state after the *event* of that *line*; RecordError if it cannot have happened."""
    if state.ended is not None:
        raise RecordError(line, f"the round is over, yet a fact follows: {event!r}")
    with on_line(line):
        return apply(state, event)


def check_result(record: Record, after: int, line: int) -> None:
    """Raise RecordError unless the result, which is that *after* so many rounds, is at the end."""
    over = len(record.results)
    if record.result is None or over == after == len(record.rounds) > 0:
        return
    raise RecordError(
        line,
        f"the result is that of {after} round{'s' * (after != 1)}, but there are"
        f" {len(record.rounds)} and {over} came to an end: is the record cut short?",
    )
