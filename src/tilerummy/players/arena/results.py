"""The results of a contest: wins, points, times and faults per player and match-up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from tilerummy.players.arena.contest import Contest
from tilerummy.players.arena.estimates import Estimate
from tilerummy.players.arena.jobs import Forfeit, ForfeitKind, RoundKey, RoundReport, SeatReport
from tilerummy.players.arena.population import Meeting, Rating, ratings
from tilerummy.players.arena.seatings import Matchup
from tilerummy.players.arena.sequential import SequentialDecision, SequentialTest
from tilerummy.players.arena.turn_times import TurnTimes


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's result in a match-up, over all the seats it played.

    ``wins`` is the share of rounds won per seat played; if all players are equally strong, it is
    one divided by the number of seats. ``points`` is the mean lead over the other seats per round.
    ``timeouts`` counts missed deadlines, and ``illegal`` counts rounds lost because of an illegal
    action. ``forfeits`` lists all forfeited rounds with the reasons for the forfeits.
    """

    player: str
    wins: Estimate
    points: Estimate
    times: TurnTimes
    illegal: int
    timeouts: int
    forfeits: tuple[tuple[RoundKey, Forfeit], ...]


@dataclass(frozen=True, slots=True)
class MatchupResult:
    """A match-up's result after *deals* complete deals.

    ``decision`` is the sequential test's result, or None if the test is not used.
    """

    matchup: Matchup
    deals: int
    standings: tuple[Standing, ...]
    decision: SequentialDecision | None = None


@dataclass(frozen=True, slots=True)
class ContestResult:
    """The results of all match-ups, with ratings if every player met every other player's field."""

    contest: Contest
    matchups: tuple[MatchupResult, ...]
    ratings: tuple[Rating, ...] = ()


@dataclass(slots=True)
class Collector:
    """Collects the reports on a *contest* in any order, and evaluates them.

    A deal counts only once it has been played in all seatings. If *sequential* is True, a match-up
    ends when the test has decided whether its first player is better. Wins and points of later
    deals are ignored, so the reports may arrive in any order.
    """

    contest: Contest
    sequential: bool = False
    rounds: int = 0
    """The number of reports added so far."""
    _tallies: list[_Tally] = field(init=False)

    def __post_init__(self) -> None:
        self._tallies = [_Tally(m, self.contest.seats) for m in self.contest.matchups]

    def add(self, report: RoundReport) -> None:
        """Add the report on a round.

        Raises ValueError if the contest has no such round, or no longer needs it.
        """
        key = report.key
        if key in self or not self._has(key) or len(report.seats) != self.contest.seats:
            raise ValueError(f"{key} is not a round that still has to be played")
        self.rounds += 1
        self._tallies[key.matchup].add(report)

    def _has(self, key: RoundKey) -> bool:
        matchups = self.contest.matchups
        return (
            0 <= key.matchup < len(matchups)
            and 0 <= key.deal < self.contest.deals
            and 0 <= key.seating < len(matchups[key.matchup].seatings)
        )

    def __contains__(self, key: object) -> bool:
        """Return whether the round with this key no longer needs to be played."""
        if not isinstance(key, RoundKey) or not self._has(key):
            return False
        tally = self._tallies[key.matchup]
        return key in tally.keys or (
            self.sequential and tally.test.decision is not SequentialDecision.OPEN
        )

    def result(self) -> ContestResult:
        """Return the result so far, which is based on complete deals only."""
        results = tuple(tally.result(sequential=self.sequential) for tally in self._tallies)
        return ContestResult(self.contest, results, ratings(_meetings(results)))


@dataclass(slots=True)
class _Tally:
    """The running totals of one match-up."""

    matchup: Matchup
    seats: int
    keys: set[RoundKey] = field(default_factory=set)
    test: SequentialTest = field(init=False)
    _begun: dict[int, list[RoundReport]] = field(default_factory=lambda: defaultdict(list))
    """The reports on incomplete deals, keyed by deal number."""
    _deals: dict[int, tuple[tuple[float, float], ...]] = field(default_factory=dict)
    """Maps each complete deal, by its number, to every player's share of wins and points."""
    _tested: int = 0
    _faults: list[list[tuple[RoundKey, Forfeit]]] = field(init=False)
    _timeouts: list[int] = field(init=False)
    _times: list[TurnTimes] = field(init=False)

    def __post_init__(self) -> None:
        players = self.matchup.players
        self.test = SequentialTest(1 / self.seats)
        self._faults = [[] for _ in players]
        self._timeouts = [0 for _ in players]
        self._times = [TurnTimes() for _ in players]

    def add(self, report: RoundReport) -> None:
        """Add the report on a round, which must not have been added before."""
        self.keys.add(report.key)
        deal = report.key.deal
        begun = self._begun[deal]
        begun.append(report)
        if len(begun) == len(self.matchup.seatings):
            self._deals[deal] = self._evaluated(self._begun.pop(deal))
            while self._tested in self._deals:
                self.test.add(self._deals[self._tested][0][0])
                self._tested += 1

    def _evaluated(self, reports: Iterable[RoundReport]) -> tuple[tuple[float, float], ...]:
        """Add the reports of a complete deal; return each player's wins and points in it."""
        by_player = self._by_player(reports)
        for number, seats in by_player.items():
            parts = (self._times[number], *(seat.times for _, seat in seats))
            self._times[number] = TurnTimes.sum_of(parts)
            self._timeouts[number] += sum(seat.timeouts for _, seat in seats)
            self._faults[number] += [(k, s.forfeit) for k, s in seats if s.forfeit is not None]
        return tuple(
            (fmean(seat.won for _, seat in seats), fmean(seat.ahead for _, seat in seats))
            for _, seats in sorted(by_player.items())
        )

    def _by_player(
        self, reports: Iterable[RoundReport]
    ) -> dict[int, list[tuple[RoundKey, SeatReport]]]:
        """Return the reports on each player's seats, keyed by player number."""
        found = defaultdict[int, list[tuple[RoundKey, SeatReport]]](list)
        for report in sorted(reports, key=lambda report: report.key):
            seating = self.matchup.seatings[report.key.seating]
            for number, seat in zip(seating, report.seats, strict=True):
                found[number].append((report.key, seat))
        return found

    def result(self, *, sequential: bool) -> MatchupResult:
        """Return the result so far."""
        deals = [values for _, values in sorted(self._deals.items())]
        decision = self.test.decision if sequential else None
        if decision not in (None, SequentialDecision.OPEN):
            deals = deals[: self.test.deals]
        standings = tuple(
            self._standing(number, [values[number] for values in deals])
            for number in range(len(self.matchup.players))
            if deals
        )
        return MatchupResult(self.matchup, len(deals), standings, decision)

    def _standing(self, number: int, deals: Sequence[tuple[float, float]]) -> Standing:
        faults = self._faults[number]
        return Standing(
            self.matchup.players[number],
            Estimate.of_share(wins for wins, _ in deals),
            Estimate.of(points for _, points in deals),
            self._times[number],
            sum(forfeit.kind is ForfeitKind.ILLEGAL for _, forfeit in faults),
            self._timeouts[number],
            tuple(faults),
        )


def _meetings(results: Iterable[MatchupResult]) -> list[Meeting]:
    """Return the meetings; [] unless every player has met a field of every other player."""
    found: dict[tuple[str, str], Meeting] = {}
    for result in results:
        if not result.matchup.field or not result.standings:
            return []
        one, other = result.standings
        seats = len(result.matchup.seatings[0])
        rounds = result.deals * seats
        found[one.player, other.player] = Meeting(
            one.player, other.player, seats, rounds, one.wins.mean * rounds
        )
        if seats == 2:
            found.setdefault(
                (other.player, one.player),
                Meeting(other.player, one.player, seats, rounds, other.wins.mean * rounds),
            )
    names = {player for player, _ in found}
    complete = len(names) > 1 and len(found) == len(names) * (len(names) - 1)
    return [*found.values()] if complete else []
