"""Formats a contest's result as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isfinite

from tilerummy.message_text import counted
from tilerummy.players.arena import (
    ContestResult,
    Estimate,
    MatchupResult,
    SequentialDecision,
    Standing,
    TurnTimes,
)

_TIMES = ("ms a turn", "99 %", "max", "illegal", "late")


def result_lines(result: ContestResult) -> Iterator[str]:
    """Yield the round-robin tables, or otherwise one table per match-up."""
    contest = result.contest
    yield f"{contest.ruleset}, {contest.seats} players"
    if len(result.ratings) > 2:
        yield from _population(result)
    else:
        for matchup in result.matchups:
            yield from _matchup(matchup)
    for matchup in result.matchups:
        yield from _forfeits(matchup)


def _matchup(result: MatchupResult) -> Iterator[str]:
    rounds = result.deals * len(result.matchup.seatings)
    yield ""
    yield f"{result.matchup}: {counted(result.deals, 'deal')}, {counted(rounds, 'round')}"
    rows: list[tuple[str, ...]] = [("player", "rounds won", "points per round", *_TIMES)]
    for standing in result.standings:
        wins, points = _percent(standing.wins), _points(standing.points)
        rows.append((standing.player, f"{wins} %", points, *_costs([standing])))
    yield from columns(rows)
    if result.decision is not None:
        first, second = result.matchup.players
        yield {
            SequentialDecision.BETTER: f"{first} is better than {second}.",
            SequentialDecision.NOT_BETTER: f"{first} is not better than {second}.",
            SequentialDecision.OPEN: f"It is undecided whether {first} is better than {second}.",
        }[result.decision]


def _population(result: ContestResult) -> Iterator[str]:
    """Yield the round-robin tables, with a row per player and a column per field."""
    names = [rating.player for rating in result.ratings]
    cells: dict[tuple[str, str], Standing] = {}
    for matchup in result.matchups:
        one, other = matchup.standings
        cells[one.player, other.player] = one
        if result.contest.seats == 2:
            cells[other.player, one.player] = other
    deals = min(matchup.deals for matchup in result.matchups)

    def table(cell: Callable[[Standing], str]) -> Iterator[str]:
        yield from columns(
            [("player", *names)]
            + [(n, *(cell(cells[n, f]) if f != n else "" for f in names)) for n in names]
        )

    yield ""
    yield f"Percentage of rounds won against a field; {counted(deals, 'deal')}"
    yield from table(lambda standing: _percent(standing.wins))
    yield ""
    yield "Points per round"
    yield from table(lambda standing: _points(standing.points))
    yield ""
    rows: list[tuple[str, ...]] = [("player", "Elo", "worst", "against", *_TIMES)]
    for rating in result.ratings:
        own = [s for m in result.matchups for s in m.standings if s.player == rating.player]
        worst = f"{100 * rating.worst:.1f} %"
        rows.append((rating.player, f"{rating.elo:.0f}", worst, rating.worst_field, *_costs(own)))
    yield from columns(rows)


def _forfeits(result: MatchupResult) -> Iterator[str]:
    """Yield a line for each reason why a player forfeited."""
    for standing in result.standings:
        reasons = [str(forfeit.reason) for _, forfeit in standing.forfeits]
        for reason in dict.fromkeys(reasons):
            first = next(key for key, forfeit in standing.forfeits if forfeit.reason == reason)
            yield ""
            yield (
                f"{standing.player} forfeited {counted(reasons.count(reason), 'round')}, the first"
                f" in deal {first.deal}: {reason}"
            )


def _costs(standings: Sequence[Standing]) -> tuple[str, ...]:
    """Return a player's times and faults as table cells, combined over all *standings*."""
    times = TurnTimes.sum_of(standing.times for standing in standings)
    illegal = sum(standing.illegal for standing in standings)
    late = sum(standing.timeouts for standing in standings)
    spent = (times.mean, times.percentile(0.99), times.longest)
    return (*(f"{ms:.1f}" for ms in spent), str(illegal), str(late))


def _percent(estimate: Estimate) -> str:
    return f"{100 * estimate.mean:.1f}{_margin(100 * estimate.margin)}"


def _points(estimate: Estimate) -> str:
    return f"{estimate.mean:+.1f}{_margin(estimate.margin)}"


def _margin(margin: float) -> str:
    return f" ± {margin:.1f}" if isfinite(margin) else ""


def columns(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield *rows* with the first column left-aligned and the rest right-aligned."""
    each = [*rows]
    widths = [max(map(len, cells)) for cells in zip(*each, strict=True)]
    for first, *others in each:
        right = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        yield "  ".join([first.ljust(widths[0]), *right]).rstrip()
