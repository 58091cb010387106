"""The line numbers of a record's parts in its source, and an observer to call while reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from tilerummy.records.record import ImpossibleRecordError, Record, RecordedCommand, RecordError
from tilerummy.rules import Chance, Count
from tilerummy.state import Ended, Event, ImpossibleEventError, State, apply


@dataclass(frozen=True, slots=True)
class RoundLines:
    """The line numbers of a round: its first line, its deal's events, and each command's events."""

    begins: int
    deal: tuple[int, ...]
    steps: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class SourceLines:
    """The line numbers of a record's parts in its source, counted from 1."""

    header: int
    result: int
    rounds: tuple[RoundLines, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedChance:
    """A round's random outcomes as recorded, with the numbers of the lines that contain them.

    ``order_lines`` pairs each line number with the number of tiles of the order on that line.
    """

    chance: Chance
    starter: int | None
    seed: bytes | None
    label: str
    begins: int
    seed_line: int
    lots_line: int
    handfuls_line: int
    order_lines: tuple[tuple[int, int], ...]

    def line_of(self, place: int) -> int:
        """Return the line that contains the tile at this index in the order."""
        for line, count in self.order_lines:
            if place < count:
                return line
            place -= count
        return self.begins


class RecordObserver:
    """Receives each part of a record before it is applied. This base class ignores all parts."""

    def header(self, record: Record, line: int, option_lines: Mapping[str, int]) -> None:
        """Observe the header.

        *line* is the header's first line, and *option_lines* contains the line numbers of options
        that are on other lines.
        """

    def chance(self, recorded: RecordedChance, number: int) -> None:
        """Observe the random outcomes of round *number*."""

    def deal(self, events: tuple[Event, ...], lines: tuple[int, ...]) -> None:
        """Observe the recorded events of the deal."""

    def counted(self, count: Count, scored: Ended, line: int) -> None:
        """Observe a round that was counted at its end, with its recorded result on *line*."""

    def step(self, state: State, step: RecordedCommand, lines: tuple[int, ...]) -> None:
        """Observe a command with its recorded events, and the state before the command."""


@contextmanager
def on_line(line: int) -> Iterator[None]:
    """Convert a ValueError raised in the block to a RecordError for *line*."""
    try:
        yield
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(line, str(error)) from None


def apply_at_line(state: State, event: Event, line: int) -> State:
    """Return the state after applying *event*, which is on *line*.

    Raises ImpossibleRecordError if the event cannot happen in *state*.
    """
    if state.ended is not None:
        raise ImpossibleRecordError(line, f"the round has ended, but a fact follows: {event!r}")
    try:
        return apply(state, event)
    except ImpossibleEventError as error:
        raise ImpossibleRecordError(line, str(error)) from None


def check_result(record: Record, after: int, line: int) -> None:
    """Raise RecordError for *line* unless the result covers all rounds.

    *after* is the number of rounds that the result covers, and *line* is its line number.
    """
    over = len(record.results)
    if record.result is None or over == after == len(record.rounds) > 0:
        return
    raise RecordError(
        line,
        f"the result covers {after} round{'s' * (after != 1)}, but there are"
        f" {len(record.rounds)} and {over} ended: is the record truncated?",
    )
