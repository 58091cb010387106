"""Converts results and reports to JSON data, and parses reports from it."""

from __future__ import annotations

from math import isfinite
from typing import Final, TypedDict

from tilerummy.players.arena.contest import Contest
from tilerummy.players.arena.estimates import Estimate
from tilerummy.players.arena.jobs import (
    Forfeit,
    ForfeitKind,
    RoundKey,
    RoundReport,
    SeatReport,
)
from tilerummy.players.arena.results import ContestResult, MatchupResult, Standing
from tilerummy.players.arena.turn_times import TurnTimes

FORMAT: Final = 1
"""The version of this JSON format."""


class EstimateJson(TypedDict):
    """A mean, and half the width of its 95% interval clustered by deal (null if unknown)."""

    mean: float
    margin: float | None


class TimesJson(TypedDict):
    """A summary of turn times in milliseconds."""

    turns: int
    mean: float
    p99: float
    max: float


class ForfeitJson(TypedDict):
    """A forfeited round, identified by its deal and seating, with the reason for the forfeit."""

    deal: int
    seating: int
    kind: str
    reason: str


class StandingJson(TypedDict):
    """A player's result in a match-up: wins per seat (0 to 1), and mean points ahead per round."""

    player: str
    wins: EstimateJson
    points: EstimateJson
    ms: TimesJson
    illegal: int
    timeouts: int
    forfeits: list[ForfeitJson]


class MatchupJson(TypedDict):
    """A match-up and its results. In a field match-up, the second player has all seats but one."""

    players: list[str]
    field: bool
    deals: int
    rounds: int
    decision: str | None
    standings: list[StandingJson]


class RatingJson(TypedDict):
    """A player's Elo in a population, and its smallest share of wins against any player's field."""

    player: str
    elo: float
    worst: float
    worst_field: str


class ContestJson(TypedDict):
    """The settings of a contest.

    ``milliseconds`` is null if each player uses its usual limit, and 0 if there is no limit.
    """

    format: int
    ruleset: str
    seats: int
    seed: str
    milliseconds: float | None
    matchups: list[list[str]]
    mixed: bool


class ResultJson(TypedDict):
    """A contest and its results."""

    format: int
    ruleset: str
    seats: int
    seed: str
    milliseconds: float | None
    matchups: list[MatchupJson]
    ratings: list[RatingJson]


class SeatReportJson(TypedDict):
    """The report for one seat in a round. ``classes`` counts turns by time class: see TurnTimes."""

    won: bool
    ahead: float
    turns: int
    ms: float
    max: float
    classes: list[tuple[int, int]]
    timeouts: int
    forfeit: list[str] | None


class RoundReportJson(TypedDict):
    """The report on a round, which is identified by its match-up, deal and seating."""

    matchup: int
    deal: int
    seating: int
    seats: list[SeatReportJson]


def contest_json(contest: Contest) -> ContestJson:
    """Return the settings of *contest* that determine its rounds, but not the number of deals."""
    return {
        "format": FORMAT,
        "ruleset": contest.ruleset,
        "seats": contest.seats,
        "seed": contest.seed,
        "milliseconds": contest.milliseconds,
        "matchups": [[*matchup.players] for matchup in contest.matchups],
        "mixed": any(not matchup.field for matchup in contest.matchups),
    }


def result_json(result: ContestResult) -> ResultJson:
    """Return *result* as JSON data."""
    contest = result.contest
    return {
        "format": FORMAT,
        "ruleset": contest.ruleset,
        "seats": contest.seats,
        "seed": contest.seed,
        "milliseconds": contest.milliseconds,
        "matchups": [_matchup(matchup) for matchup in result.matchups],
        "ratings": [
            {
                "player": rating.player,
                "elo": round(rating.elo, 1),
                "worst": round(rating.worst, 5),
                "worst_field": rating.worst_field,
            }
            for rating in result.ratings
        ],
    }


def _matchup(result: MatchupResult) -> MatchupJson:
    matchup = result.matchup
    return {
        "players": [*matchup.players],
        "field": matchup.field,
        "deals": result.deals,
        "rounds": result.deals * len(matchup.seatings),
        "decision": None if result.decision is None else str(result.decision),
        "standings": [_standing(standing) for standing in result.standings],
    }


def _standing(standing: Standing) -> StandingJson:
    times = standing.times
    return {
        "player": standing.player,
        "wins": _estimate(standing.wins),
        "points": _estimate(standing.points),
        "ms": {
            "turns": times.turns,
            "mean": round(times.mean, 3),
            "p99": round(times.percentile(0.99), 3),
            "max": times.longest,
        },
        "illegal": standing.illegal,
        "timeouts": standing.timeouts,
        "forfeits": [
            {"deal": key.deal, "seating": key.seating, "kind": str(f.kind), "reason": f.reason}
            for key, f in standing.forfeits
        ],
    }


def _estimate(estimate: Estimate) -> EstimateJson:
    margin = round(estimate.margin, 5) if isfinite(estimate.margin) else None
    return {"mean": round(estimate.mean, 5), "margin": margin}


def report_json(report: RoundReport) -> RoundReportJson:
    """Return *report* as JSON data."""
    matchup, deal, seating = report.key
    seats = [_seat(seat) for seat in report.seats]
    return {"matchup": matchup, "deal": deal, "seating": seating, "seats": seats}


def _seat(seat: SeatReport) -> SeatReportJson:
    times, forfeit = seat.times, seat.forfeit
    return {
        "won": seat.won,
        "ahead": seat.ahead,
        "turns": times.turns,
        "ms": times.total,
        "max": times.longest,
        "classes": [*times.classes],
        "timeouts": seat.timeouts,
        "forfeit": None if forfeit is None else [str(forfeit.kind), forfeit.reason],
    }


def read_report(data: RoundReportJson) -> RoundReport:
    """Parse *data* that was written by :func:`report_json`.

    Raises KeyError, TypeError or ValueError if the data is not a valid report.
    """
    key = RoundKey(data["matchup"], data["deal"], data["seating"])
    return RoundReport(key, tuple(map(_read_seat, data["seats"])))


def _read_seat(data: SeatReportJson) -> SeatReport:
    classes = tuple((number, count) for number, count in data["classes"])
    times = TurnTimes(data["turns"], data["ms"], data["max"], classes)
    forfeit = None
    if data["forfeit"] is not None:
        kind, reason = data["forfeit"]
        forfeit = Forfeit(ForfeitKind(kind), reason)
    return SeatReport(data["won"], data["ahead"], times, data["timeouts"], forfeit)
