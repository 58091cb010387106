"""Statistics of a guest's finished games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

import msgspec

from tilerummy.deadline import NEVER, Deadline
from tilerummy.server.games.listing import OwnGame, StoredGame, own_games
from tilerummy.server.games.plots import bars, line
from tilerummy.server.messages.bodies.history import GameCounts, GameStatistics, Plot, PlotRow

_Name = Callable[[OwnGame], str]
_LineName = Literal["points", "error", "luck"]
_BarsName = Literal["opened", "left"]

DRAWN = 200
"""How many of the latest games a line shows."""


class ReviewedGame(NamedTuple):
    """What a review came to for a seat, in points of chance of winning (0 to 100).

    The error is that of a decision, the luck that of a round, on average.
    """

    error: float
    luck: float


def game_statistics(
    stored: Sequence[StoredGame],
    session: str,
    reviews: Mapping[tuple[str, int], ReviewedGame],
    missing: int,
    *,
    deadline: Deadline = NEVER,
) -> bytes:
    """Return the statistics of a guest as JSON; *reviews* may hold those of other seats too."""
    del deadline  # 10,000 games take 100 ms
    own = [*own_games(stored, session)]
    answer = GameStatistics(
        all=counts("", own),
        by_ruleset=_groups({each.preset for each in own}, own, lambda each: each.preset),
        by_players=_groups(
            {str(len(each.summary.seats)) for each in own},
            own,
            lambda each: str(len(each.summary.seats)),
        ),
        plots=[*_plots(own, reviews)],
        missing=missing,
    )
    return msgspec.json.encode(answer)


def _groups(names: set[str], own: Sequence[OwnGame], name_of: _Name) -> list[GameCounts]:
    groups = [counts(name, [each for each in own if name_of(each) == name]) for name in names]
    return sorted(groups, key=lambda each: (-each.games, each.of))


def counts(of: str, own: Sequence[OwnGame]) -> GameCounts:
    """Return what these games come to."""
    rounds = [(each.seat, *result) for each in own for result in each.summary.results()]
    results = Counter(each.result for each in own)
    return GameCounts(
        of=of,
        games=len(own),
        won=results["won"],
        shared=results["shared"],
        rounds=len(rounds),
        rounds_won=sum(winner == seat for seat, _, winner in rounds),
        points=_mean([one.scores[seat] for seat, one, _ in rounds]),
        opened=_mean(_opened(own)),
        left=_mean(_left(own)),
    )


def _mean(values: Sequence[int]) -> float | None:
    return round(sum(values) / len(values), 2) if values else None


def _opened(own: Sequence[OwnGame]) -> list[int]:
    """Return the turns of the initial melds."""
    return [turn for each in own for one in each.summary.rounds if (turn := one.opened[each.seat])]


def _left(own: Sequence[OwnGame]) -> list[int]:
    """Return the tiles left in rounds that had a result and that the guest did not win."""
    return [
        one.left[each.seat]
        for each in own
        for one, winner in each.summary.results()
        if winner != each.seat and one.left
    ]


def _plots(own: Sequence[OwnGame], reviews: Mapping[tuple[str, int], ReviewedGame]) -> list[Plot]:
    """Return the plots for which there is something to show."""
    games = [*reversed(own)]
    sums = [*accumulate(each.summary.totals[each.seat] for each in games)]
    found = (reviews.get((each.game, each.seat)) for each in games)
    reviewed = [each for each in found if each is not None]
    lines: tuple[tuple[_LineName, list[float]], ...] = (
        ("points", [float(each) for each in sums]),
        ("error", [each.error for each in reviewed]),
        ("luck", [each.luck for each in reviewed]),
    )
    histograms: tuple[tuple[_BarsName, list[int]], ...] = (
        ("opened", _opened(own)),
        ("left", _left(own)),
    )
    plots = [_line(name, values) for name, values in lines if len(values) > 1]
    return [*plots, *(_bars(name, values) for name, values in histograms if values)]


def _line(name: _LineName, values: Sequence[float]) -> Plot:
    first = max(0, len(values) - DRAWN)
    rows = [PlotRow(at=at + 1, value=value) for at, value in enumerate(values)][first:]
    return Plot(name=name, svg=line([(row.at, row.value) for row in rows]), rows=rows)


def _bars(name: _BarsName, values: Sequence[int]) -> Plot:
    counted = sorted(Counter(values).items())
    rows = [PlotRow(at=at, value=value) for at, value in counted]
    return Plot(name=name, svg=bars(counted), rows=rows)
