"""Contests assign seats, count results, and handle forfeits."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from random import Random

import pytest

from tilerummy.players import player
from tilerummy.players.arena import (
    Collector,
    Contest,
    Entrant,
    Estimate,
    ForfeitKind,
    Matchup,
    Meeting,
    RoundJob,
    RoundKey,
    RoundReport,
    SeatReport,
    SequentialDecision,
    SequentialTest,
    TooLateError,
    TurnTimes,
    play_job,
    ratings,
    round_robin,
)
from tilerummy.players.arena.json_form import RoundReportJson, read_report, report_json
from tilerummy.rules import Ruleset
from tilerummy.state import Action, Draw, Event, Pass, State

PAIR = Matchup.one_against_field("a", "b", seats=2)


def contest(*matchups: Matchup, deals: int, seats: int = 2) -> Contest:
    return Contest(ruleset="sabra", seats=seats, matchups=matchups or (PAIR,), deals=deals)


def report(key: tuple[int, int, int], winner: int, points: Sequence[float]) -> RoundReport:
    seats = (SeatReport(seat == winner, p, TurnTimes()) for seat, p in enumerate(points))
    return RoundReport(RoundKey(*key), tuple(seats))


def test_the_interval_is_clustered_by_deal() -> None:
    """Four rounds of two deals are two observations: 1 and 1/2, with a spread of 1/sqrt(8)."""
    collector = Collector(contest(deals=2))
    for deal, seating, winner in [(0, 0, 0), (0, 1, 1), (1, 0, 0), (1, 1, 0)]:
        collector.add(report((0, deal, seating), winner, (10.0, -10.0)))
    first, second = collector.result().matchups[0].standings

    assert first.wins.mean == 0.75
    assert first.wins.margin == pytest.approx(1.96 * sqrt(1 / 8) / sqrt(2))
    assert second.wins.mean == 0.25
    assert first.points == Estimate(0.0, 0.0)


def test_points_of_a_field_are_the_mean_of_its_seats() -> None:
    matchup = Matchup.one_against_field("a", "b", seats=3)
    collector = Collector(contest(matchup, deals=1, seats=3))
    for seating in range(3):
        collector.add(report((0, 0, seating), seating, (9.0, -3.0, -6.0)))
    alone, field = collector.result().matchups[0].standings

    assert (alone.wins.mean, field.wins.mean) == (1.0, 0.0)
    assert (alone.points.mean, field.points.mean) == (0.0, 0.0)


def test_a_deal_that_is_not_whole_does_not_count() -> None:
    collector = Collector(contest(deals=2))
    collector.add(report((0, 1, 0), 0, (1.0, -1.0)))

    result = collector.result().matchups[0]
    assert (result.deals, result.standings) == (0, ())
    assert [job.key for job in collector.contest.jobs(without=collector)] == [
        (0, 0, 0),
        (0, 0, 1),
        (0, 1, 1),
    ]


@pytest.mark.parametrize("key", [(0, 0, 0), (1, 0, 0), (0, 5, 0), (0, 0, 2), (-1, 0, 0)])
def test_a_report_of_no_open_round_is_refused(key: tuple[int, int, int]) -> None:
    collector = Collector(contest(deals=1))
    collector.add(report((0, 0, 0), 0, (1.0, -1.0)))

    with pytest.raises(ValueError, match="not a round that still"):
        collector.add(report(key, 0, (1.0, -1.0)))


def test_the_candidate_takes_each_seat_in_turn() -> None:
    matchup = Matchup.one_against_field("a", "b", seats=4)

    assert [matchup.seated(n) for n in range(4)] == [
        ("a", "b", "b", "b"),
        ("b", "a", "b", "b"),
        ("b", "b", "a", "b"),
        ("b", "b", "b", "a"),
    ]


@pytest.mark.parametrize(
    ("players", "seats", "orders"), [(2, 2, 2), (3, 3, 6), (2, 3, 6), (4, 2, 12), (4, 4, 24)]
)
def test_mixed_seats_have_all_players_in_every_order(players: int, seats: int, orders: int) -> None:
    matchup = Matchup.mixed("abcd"[:players], seats=seats)
    counts = [sum(order.count(n) for order in matchup.seatings) for n in range(players)]

    assert len({*matchup.seatings}) == len(matchup.seatings) == orders
    assert all(len({*order}) == min(players, seats) for order in matchup.seatings)
    assert len({*counts}) == 1


def test_all_meet_all() -> None:
    assert [m.players for m in round_robin("abc", seats=2)] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(round_robin("abc", seats=3)) == 6


def shares(rng: Random, strength: float) -> Iterable[float]:
    while True:
        yield sum(rng.random() < strength for _ in range(2)) / 2


@pytest.mark.parametrize(
    ("strength", "expected"),
    [(0.56, SequentialDecision.BETTER), (0.44, SequentialDecision.NOT_BETTER)],
)
def test_a_sequential_test_decides_rightly(strength: float, expected: SequentialDecision) -> None:
    rng, right, deals = Random(strength), 0, 0
    for _ in range(60):
        test = SequentialTest(fair=0.5)
        for share in shares(rng, strength):
            test.add(share)
            if test.decision is not SequentialDecision.OPEN:
                break
        right += test.decision is expected
        deals += test.deals

    assert right >= 57
    assert deals / 60 < 400


def test_a_decided_matchup_is_not_played_on() -> None:
    """Late rounds do not change the result either."""
    collector = Collector(contest(deals=1000), sequential=True)
    played = []
    for job in collector.contest.jobs(without=collector):
        played.append(job.key)
        collector.add(report(job.key, job.key.seating, (1.0, -1.0)))
    result = collector.result().matchups[0]

    assert result.decision is SequentialDecision.BETTER
    assert result.deals == 20 == len(played) // 2
    assert RoundKey(0, 900, 0) in collector


def test_ratings_of_players_whose_weights_are_known() -> None:
    weights = {"a": 10.0, "b": 1.0, "c": 0.1}
    meetings = [
        Meeting(one, other, 3, 100_000, 100_000 * own / (own + 2 * weights[other]))
        for one, own in weights.items()
        for other in weights
        if one != other
    ]
    best, middle, last = ratings(meetings)

    assert [rating.player for rating in (best, middle, last)] == ["a", "b", "c"]
    assert best.elo - middle.elo == pytest.approx(400, abs=1)
    assert middle.elo == pytest.approx(1500, abs=1)
    assert middle.worst_field == "a"
    assert middle.worst == pytest.approx(1 / 21)


def test_times_are_accurate_to_five_per_cent() -> None:
    times = TurnTimes.of(range(1, 1001)) + TurnTimes.of([5000.0])

    assert (times.turns, times.longest) == (1001, 5000.0)
    assert times.percentile(0.5) == pytest.approx(500, rel=0.05)
    assert times.percentile(0.99) == pytest.approx(990, rel=0.05)


@dataclass(slots=True)
class Odd:
    """A player that draws, except in its turn number *at*."""

    does: Callable[[], tuple[Action, ...]]
    at: int
    asked: int = 0
    name: str = "odd"
    about: str = "Draws."

    def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
        assert rules.name == "sabra"
        assert seat == view.to_move
        self.asked += 1
        if self.asked == self.at:
            return self.does()
        return (Draw() if view.pool else Pass(),)


def odd_round(odd: Odd) -> SeatReport:
    """Return the report of the first seat, against a beginner."""

    def make(text: str, rng: Random, *, seat: int, job: RoundJob) -> Entrant:
        assert job.players[seat] == text
        made = odd if text == "odd" else player(text, rng)
        return Entrant(made, lambda: 0.0)

    job = RoundJob(RoundKey(0, 0, 0), "sabra", ("odd", "beginner"), "")
    seats = play_job(job, make).seats
    assert seats[1].forfeit is None
    return seats[0]


def fail() -> tuple[Action, ...]:
    raise RuntimeError("out of ideas")


def late() -> tuple[Action, ...]:
    raise TooLateError("no answer")


@pytest.mark.parametrize(
    ("does", "kind", "reason"),
    [
        (lambda: (Pass(),), ForfeitKind.ILLEGAL, "pass: draw, or play a tile"),
        (lambda: (Draw(), Draw()), ForfeitKind.ILLEGAL, "draw then draw: it is the turn of seat"),
        (fail, ForfeitKind.CRASH, "RuntimeError: out of ideas"),
        (lambda: (), ForfeitKind.CRASH, "must choose at least one action"),
    ],
)
def test_a_fault_forfeits_the_round(
    does: Callable[[], tuple[Action, ...]], kind: ForfeitKind, reason: str
) -> None:
    odd = Odd(does, at=3)
    seat = odd_round(odd)

    assert odd.asked == 3
    assert not seat.won
    assert seat.ahead < 0
    assert seat.forfeit is not None
    assert seat.forfeit.kind is kind
    assert reason in seat.forfeit.reason


def test_being_late_once_costs_only_a_turn() -> None:
    odd = Odd(late, at=2)
    seat = odd_round(odd)

    assert (seat.timeouts, seat.forfeit) == (1, None)
    assert odd.asked > 10


def test_all_events_that_a_seat_may_see_are_its_history() -> None:
    seen: list[Sequence[Event]] = []

    @dataclass(slots=True)
    class Curious:
        name: str = "curious"
        about: str = "Draws."
        needs_history: bool = True

        def choose(
            self, rules: Ruleset, view: State, seat: int, *, history: Sequence[Event] = ()
        ) -> tuple[Action, ...]:
            assert rules.name == "sabra"
            assert seat == view.to_move
            seen.append(history)
            return (Draw() if view.pool else Pass(),)

    def make(text: str, rng: Random, *, seat: int, job: RoundJob) -> Entrant:
        assert job.players[seat] == text
        curious = Curious() if seat else player(text, rng)
        return Entrant(curious, lambda: 0.0)

    play_job(RoundJob(RoundKey(0, 0, 0), "sabra", ("beginner", "curious"), ""), make)

    assert len(seen) > 5
    assert all(len(before) < len(after) for before, after in pairwise(seen))


def test_a_report_is_the_same_after_json() -> None:
    seat = odd_round(Odd(fail, at=1))
    one = RoundReport(
        RoundKey(1, 2, 3),
        (seat, SeatReport(won=True, ahead=3.5, times=TurnTimes.of([0.12345, 2 / 3]))),
    )
    data: RoundReportJson = json.loads(json.dumps(report_json(one)))

    assert read_report(data) == one
