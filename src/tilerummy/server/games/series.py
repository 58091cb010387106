"""The series of rematches that a guest is playing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tilerummy.server.games.own import OwnGame
from tilerummy.server.games.summary import SeatSummary
from tilerummy.server.messages.bodies.games import Result

MAX_DISCS = 12
"""The maximum number of results to list for a series; the oldest are left out."""


class LatestSeries(NamedTuple):
    """A series: its *last* match, the number of wins of each seat, and the guest's results."""

    last: OwnGame
    wins: list[int]
    results: list[Result]


def latest_series(own: Sequence[OwnGame]) -> LatestSeries | None:
    """Return the guest's latest series: a match and its rematches, at least two in total."""
    played = {each.game: each for each in own}
    before = {each.summary.rematch: each for each in own if each.summary.rematch in played}
    ends = [each for each in own if each.game in before and each.summary.rematch not in played]
    if not ends:
        return None
    last = max(ends, key=lambda each: each.summary.ended)
    chain = [last]
    while (previous := before.pop(chain[-1].game, None)) is not None:
        chain.append(previous)
    chain.reverse()
    wins = Counter(
        _player(each.summary.seats[seat]) for each in chain for seat in each.summary.winners
    )
    return LatestSeries(
        last=last,
        wins=[wins[_player(seat)] for seat in last.summary.seats],
        results=[each.result for each in chain][-MAX_DISCS:],
    )


def _player(seat: SeatSummary) -> str:
    """Return an id for the player in a seat, which is the same in all matches of a series."""
    if seat.guest and not seat.local:
        return seat.guest
    return f"{seat.kind} {seat.name} {seat.level}"
