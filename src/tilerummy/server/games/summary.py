"""Summaries of finished matches, which are stored with the room logs."""

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
"""The summary stored for a match that ended before its first round did."""
UNREADABLE = b"-"
"""The summary stored for a match whose log cannot be read."""


class SeatSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat in a match, and its player; *guest* is never sent to clients."""

    kind: str
    name: str = ""
    level: str = ""
    face: str = ""
    colour: str = ""
    guest: str = msgspec.field(default="", name="session")
    resigned: bool = False
    shown: bool = False

    @property
    def hidden(self) -> bool:
        """True if strangers must not see who played in this seat, nor the tiles on its rack."""
        return self.kind == "person" and not self.shown


class RoundSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A round and its result; all lists are in seat order.

    ``turns`` is the number of turns in the replay, including an unfinished last turn if it has
    events. ``opened`` contains the turn when each player laid the initial meld, counting only
    that player's own turns from 1, or 0 if the player never did. ``left`` is the number of tiles
    left on each rack.
    """

    scores: list[int]
    turns: int
    opened: list[int]
    left: list[int]
    winner: int | None = None


class MatchSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A summary of a match. Times are in milliseconds since 1970, and lists are in seat order."""

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
        """Yield each round together with its result.

        If one of two players resigns, the opponent wins the round. Rounds that ended early without
        scores are left out.
        """
        for number, one in enumerate(self.rounds, 1):
            winner = one.winner
            if winner is None and self.broken and number == len(self.rounds):
                if len({*one.scores}) == 1:
                    continue
                winner = self.leaders[0]
            yield RoundResult(one, winner)


class RoundResult(NamedTuple):
    """A round and its winner, or None if no one won it."""

    round: RoundSummary
    winner: int | None


def seat_in(game: MatchSummary, guest: str) -> int | None:
    """Return a guest's seat in a game, if possible one that the guest did not resign from."""
    mine = [seat for seat, each in enumerate(game.seats) if guest and each.guest == guest]
    staying = [seat for seat in mine if not game.seats[seat].resigned]
    return next(iter(staying + mine), None)


_decoder = msgspec.json.Decoder(MatchSummary)


def read_summary(stored: bytes) -> MatchSummary | None:
    """Decode a stored summary, or return None if no round ended or the format is unknown."""
    try:
        return _decoder.decode(stored)
    except msgspec.DecodeError:
        return None


def summaries(logs: Sequence[Sequence[Row]], *, deadline: Deadline = NEVER) -> list[bytes]:
    """Encode the summaries of *logs*, in order, until the *deadline*, but always at least one."""
    encoded: list[bytes] = []
    for log in logs:
        if encoded and deadline.is_over:
            break
        encoded.append(_encode_summary(log))
    return encoded


def _encode_summary(log: Sequence[Row]) -> bytes:
    try:
        summary = summarise(log)
    except (ValueError, AssertionError, LookupError, TypeError):  # the log may be damaged
        return UNREADABLE
    return NOT_PLAYED if summary is None else msgspec.json.encode(summary)


def summarise(log: Sequence[Row]) -> MatchSummary | None:
    """Return the summary of a finished match, or None if no round ended.

    Raises ValueError if the log cannot be read.
    """
    steps = [*replay(log[0].room, (read_entry(row.body) for row in log))]
    rounds = [*_rounds(steps)]
    room = steps[-1].room
    if not rounds:
        return None
    times = [row.at for row, step in zip(log, steps, strict=True) if step.room.dealt is not None]
    over = [row.at for row, step in zip(log, steps, strict=True) if step.room.phase in FINISHED]
    return MatchSummary(
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
    """Yield a summary of each round that ended, including rounds that ended early."""
    played, turn, begun = 0, None, False
    for step in steps:
        room, state = step.room, step.room.state
        if state is None:
            continue
        if isinstance(step.entry, Began | Acted):
            same_turn = isinstance(step.entry, Acted) and state.turn == turn
            done = any(map(is_done_in_turn, step.events))
            begun, turn = same_turn and (begun or done), state.turn
        if len(room.match.results) > played:
            played = len(room.match.results)
            ended = room.match.results[-1]
            yield RoundSummary(
                scores=list(ended.scores),
                turns=state.turn + 1,
                opened=_opened(state),
                left=[len(rack) for rack in ended.racks],
                winner=ended.winner,
            )
        elif isinstance(step.entry, BrokenOff) and state.phase is not Phase.OVER:
            yield RoundSummary(
                scores=list(step.entry.scores) or [0] * room.seats,
                turns=state.turn + begun,
                opened=_opened(state),
                left=[len(seat.rack) for seat in state.seats],
            )


def _opened(state: State) -> list[int]:
    seats = state.seats
    return [0 if seat.opened is None else seat.opened // len(seats) + 1 for seat in seats]
