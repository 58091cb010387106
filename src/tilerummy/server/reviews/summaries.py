"""What statistics need of the reviews that are stored."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tilerummy.server.jobs.reviews import VERSION
from tilerummy.server.store import Store

_BETTER = ("certain", "quick", "deep")


class ReviewSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A review in short; chances are sums over its *rounds*, from 0 to 1 each.

    ``error`` is what was lost against the best options, in so many *decisions*; ``luck`` is that of
    the deal and of draws; ``adjusted`` is what was *won* less luck. ``out_missed`` counts going out
    missed, ``marks`` all marks.
    """

    rounds: int
    decisions: int
    error: float
    luck: float
    adjusted: float
    won: float
    out_missed: int
    marks: int

    @property
    def error_a_decision(self) -> float:
        """The chance of winning lost with each decision."""
        return self.error / self.decisions if self.decisions else 0.0


async def review_summaries(
    store: Store, rooms: Sequence[str]
) -> dict[tuple[str, int], ReviewSummary]:
    """Return the summaries that are stored of these tables, by table and seat.

    Nothing is reviewed for it. Of several depths it is the deepest that was played on.
    """
    stored = [each for each in await store.review_summaries(rooms) if each.version == VERSION]
    stored.sort(key=lambda each: _BETTER.index(each.depth))
    return {
        (each.room, each.seat): msgspec.json.decode(each.summary, type=ReviewSummary)
        for each in stored
    }
