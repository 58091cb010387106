"""A guest's own finished games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tilerummy.server.games.summary import MatchSummary, SeatSummary, read_summary, seat_in
from tilerummy.server.messages.bodies.games import Result


class OwnGame(NamedTuple):
    """A game that the guest played in, with its summary and the guest's seat."""

    game: str
    summary: MatchSummary
    seat: int

    @property
    def opponents(self) -> list[SeatSummary]:
        """The summaries of all seats except the guest's."""
        return [s for seat, s in enumerate(self.summary.seats) if seat != self.seat]

    @property
    def preset(self) -> str:
        """The preset that the game's ruleset is based on."""
        return self.summary.ruleset.partition("+")[0]

    @property
    def result(self) -> Result:
        """The guest's result; ``broken_off`` means that the game ended early without a winner."""
        summary = self.summary
        if summary.seats[self.seat].resigned:
            return "gave_up"
        if summary.broken in ("agreed", "abandoned") or not summary.leaders:
            return "broken_off"
        if self.seat not in summary.leaders:
            return "lost"
        return "won" if len(summary.leaders) == 1 else "shared"


def own_games(stored: Mapping[str, bytes], guest: str) -> Iterator[OwnGame]:
    """Yield the games that the guest played in; *stored* maps game ids to encoded summaries."""
    for game, written in stored.items():
        summary = read_summary(written)
        if summary is not None and (seat := seat_in(summary, guest)) is not None:
            yield OwnGame(game, summary, seat)
