"""The summary of a finished match, as it is stored beside the log of its table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from tilerummy.deadline import NEVER, Deadline
from tilerummy.server.games.replay import is_done_in_turn
from tilerummy.server.room.entries import Acted, Began, BrokenOff, read_entry
from tilerummy.server.room.fold import LogStep, replay
from tilerummy.server.store.types import FINISHED, Row
from tilerummy.state import Phase, State

NOT_PLAYED = b""
"""The summary of a table at which nothing was played."""
UNREADABLE = b"-"
"""The summary of a log that cannot be read."""


class SeatSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who had a seat; *guest* never leaves the server."""

    kind: str
    name: str = ""
    level: str = ""
    face: str = ""
    colour: str = ""
    guest: str = msgspec.field(default="", name="session")
    resigned: bool = False


class RoundSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a round ended, all by seats.

    ``turns`` are those of its replay: one that was broken off counts if something was done in it.
    ``opened`` is the seat's own turn, counted from 1, in which it laid its initial meld, 0 if it
    laid none; ``left`` are the tiles left on the racks.
    """

    scores: list[int]
    turns: int
    opened: list[int]
    left: list[int]
    winner: int | None = None


class GameSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished match; times are in milliseconds since 1970, lists by seat."""

    ruleset: str
    seats: list[SeatSummary]
    rounds: list[RoundSummary]
    totals: list[int]
    leaders: list[int]
    began: int
    ended: int
    title: str = ""
    broken: str = ""
    low_wins: bool = False

    def results(self) -> Iterator[RoundResult]:
        """Yield the results of the rounds; of two seats, one wins when the other gives up.

        A round that was broken off without scores has none.
        """
        for number, one in enumerate(self.rounds, 1):
            winner = one.winner
            if winner is None and self.broken and number == len(self.rounds):
                if len({*one.scores}) == 1:
                    continue
                winner = self.leaders[0]
            yield RoundResult(one, winner)


class RoundResult(NamedTuple):
    """A round and who won it, if anybody did."""

    round: RoundSummary
    winner: int | None


def seat_in(game: GameSummary, guest: str) -> int | None:
    """Return the seat that a guest had in a game, given up or not."""
    mine = [seat for seat, each in enumerate(game.seats) if guest and each.guest == guest]
    staying = [seat for seat in mine if not game.seats[seat].resigned]
    return next(iter(staying + mine), None)


_decoder = msgspec.json.Decoder(GameSummary)


def read_summary(stored: bytes) -> GameSummary | None:
    """Return a stored summary; None for a table at which nothing was played, or an unknown form."""
    try:
        return _decoder.decode(stored)
    except msgspec.DecodeError:
        return None


def summaries(logs: Sequence[Sequence[Row]], *, deadline: Deadline = NEVER) -> list[bytes]:
    """Return the summaries of these logs, as many of the first as the *deadline* allows."""
    found: list[bytes] = []
    for log in logs:
        if found and deadline.is_over:
            break
        found.append(_written(log))
    return found


def _written(log: Sequence[Row]) -> bytes:
    try:
        summary = summarised(log)
    except (ValueError, AssertionError, LookupError, TypeError):  # written by who knows whom
        return UNREADABLE
    return NOT_PLAYED if summary is None else msgspec.json.encode(summary)


def summarised(log: Sequence[Row]) -> GameSummary | None:
    """Return the summary of a finished match; None if nothing was played.

    Raises ValueError for a log that cannot be read.
    """
    steps = [*replay(log[0].room, (read_entry(row.body) for row in log))]
    rounds = [*_rounds(steps)]
    room = steps[-1].room
    if not rounds:
        return None
    times = [row.at for row, step in zip(log, steps, strict=True) if step.room.dealt is not None]
    over = [row.at for row, step in zip(log, steps, strict=True) if step.room.phase in FINISHED]
    return GameSummary(
        ruleset=room.terms.ruleset,
        seats=msgspec.convert(room.places, list[SeatSummary], from_attributes=True),
        rounds=rounds,
        totals=list(room.totals),
        leaders=list(room.leaders),
        began=times[0],
        ended=over[0] if over else times[-1],
        title=room.terms.title,
        broken=room.broken.why if room.broken else "",
        low_wins=room.rules.scoring.low_wins,
    )


def _rounds(steps: Sequence[LogStep]) -> Iterator[RoundSummary]:
    """Yield the rounds that ended, one that was broken off among them."""
    played, turn, begun = 0, None, False
    for step in steps:
        room = step.room
        if isinstance(step.entry, Began | Acted) and room.state is not None:
            goes_on = isinstance(step.entry, Acted) and room.state.turn == turn
            done = any(map(is_done_in_turn, step.events))
            begun, turn = goes_on and (begun or done), room.state.turn
        if len(room.match.results) > played and room.state is not None:
            played = len(room.match.results)
            ended = room.match.results[-1]
            left = [len(rack) for rack in ended.racks]
            yield RoundSummary(
                scores=list(ended.scores),
                turns=room.state.turn + 1,
                opened=_opened(room.state),
                left=left,
                winner=ended.winner,
            )
        elif isinstance(step.entry, BrokenOff) and _is_under_way(room.state):
            assert room.state is not None
            yield RoundSummary(
                scores=list(step.entry.scores) or [0] * room.seats,
                turns=room.state.turn + begun,
                opened=_opened(room.state),
                left=[len(seat.rack) for seat in room.state.seats],
            )


def _is_under_way(state: State | None) -> bool:
    """Return whether a round was dealt that is not over: between two, the last one still lies."""
    return state is not None and state.phase is not Phase.OVER


def _opened(state: State) -> list[int]:
    seats = state.seats
    return [0 if seat.opened is None else seat.opened // len(seats) + 1 for seat in seats]
