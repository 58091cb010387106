"""What became of the options of a moment in many worlds, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from tilerummy.players.evaluation import Interval
from tilerummy.players.evaluation.intervals import standard_error

_TWO_SIDED = 1.96


@dataclass(frozen=True, slots=True)
class Sample:
    """What came of each option: for each, one number for each *cluster* of worlds.

    The worlds of a cluster have the same racks and different orders of the pool, so they resemble
    each other; their mean counts as one observation. ``size`` is the number of worlds of a cluster.
    ``luck`` is what the tiles drawn after what was chosen are worth more than those that the pools
    of these worlds give, None if none were drawn or that was not asked.
    """

    wins: tuple[tuple[float, ...], ...]
    points: tuple[tuple[float, ...], ...]
    size: int = 1
    luck: float | None = None

    @property
    def clusters(self) -> int:
        """The number of observations."""
        return len(self.wins[0])

    @property
    def worlds(self) -> int:
        """The number of worlds."""
        return self.clusters * self.size

    def plus(self, other: Sample) -> Sample:
        """Return both samples as one; they are of the same options."""
        return Sample(
            tuple(a + b for a, b in zip(self.wins, other.wins, strict=True)),
            tuple(a + b for a, b in zip(self.points, other.points, strict=True)),
            max(self.size, other.size),
            self._luck_with(other),
        )

    def _luck_with(self, other: Sample) -> float | None:
        """Return the luck by the worlds of both samples."""
        known = [(each.clusters, each.luck) for each in (self, other) if each.luck is not None]
        weight = sum(clusters for clusters, _ in known)
        if not weight:
            return self.luck
        return sum(clusters * luck for clusters, luck in known) / weight

    def only(self, options: Iterable[int]) -> Sample:
        """Return the sample of these options alone, in this order."""
        kept = [*options]
        return Sample(
            tuple(self.wins[i] for i in kept),
            tuple(self.points[i] for i in kept),
            self.size,
            self.luck,
        )

    def best(self, chosen: int) -> int:
        """Return the option that wins most, and of those the one with the most points.

        It is the *chosen* one unless another is ahead of it by more than a standard error.
        """
        best = max(
            range(len(self.wins)), key=lambda i: (mean(self.wins[i]), mean(self.points[i]), -i)
        )
        for gains in (
            differences(self.wins[best], self.wins[chosen]),
            differences(self.points[best], self.points[chosen]),
        ):
            if mean(gains) > standard_error(gains):
                return best
        return chosen

    def chance(self, option: int) -> Interval:
        """Return the chance of winning with an option.

        Its interval is that of Wilson (1927), of as many independent worlds as the spread of the
        clusters stands for: never more than there are, never fewer than clusters.
        """
        wins, n = self.wins[option], self.clusters
        if not n:
            return Interval(0.5, 0.0, 1.0)
        p = mean(wins)
        most = float(self.worlds)
        if n > 1 and 0 < p < 1:
            spread = sum((w - p) ** 2 for w in wins) / (n - 1) / n
            most = p * (1 - p) / spread if spread else most
        else:
            most = float(n)
        worlds = min(float(self.worlds), max(float(n), most))
        z = _TWO_SIDED**2 / worlds
        centre, margin = p + z / 2, sqrt(z * (p * (1 - p) + z / 4))
        return Interval(p, (centre - margin) / (1 + z), (centre + margin) / (1 + z))

    def score(self, option: int) -> Interval:
        """Return the points with an option."""
        return Interval.of(self.points[option])

    def ahead(self, one: int, other: int) -> tuple[Interval, Interval]:
        """Return by how much *one* option is better than the *other*: in chance and in points."""
        gains = differences(self.wins[one], self.wins[other])
        points = Interval.of(differences(self.points[one], self.points[other]))
        return _honest(Interval.of(gains), len(gains)), points

    def points_of_a_win(self) -> float:
        """Return how many points more a win brings than a loss, 0 if all worlds ended alike."""
        wins = [win for option in self.wins for win in option]
        points = [each for option in self.points for each in option]
        middle = mean(wins)
        spread = sum((win - middle) ** 2 for win in wins)
        if not spread:
            return 0.0
        return sum((w - middle) * p for w, p in zip(wins, points, strict=True)) / spread


def _honest(gain: Interval, number: int) -> Interval:
    """Return a *gain* of which all observations were equal with an interval all the same.

    It reaches to the share at which that would happen in one of twenty samples.
    """
    if not gain.mean or gain.low < gain.high:
        return gain
    reach = (1 - 0.05 ** (1 / number)) * abs(gain.mean)
    if gain.mean > 0:
        return Interval(gain.mean, gain.mean - reach, gain.high)
    return Interval(gain.mean, gain.low, gain.mean + reach)


def mean(values: Sequence[float]) -> float:
    """Return the mean, 0 of nothing."""
    return sum(values) / max(1, len(values))


def differences(these: Sequence[float], those: Sequence[float]) -> list[float]:
    """Return what *these* are more than *those*, one by one."""
    return [a - b for a, b in zip(these, those, strict=True)]
