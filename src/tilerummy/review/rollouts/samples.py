"""The results of a decision's options in many worlds, and statistics about these results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from tilerummy.players.evaluation import Interval
from tilerummy.players.evaluation.intervals import standard_error

_TWO_SIDED = 1.96


@dataclass(frozen=True, slots=True)
class Sample:
    """The results of the options: for each option, one number per *cluster* of worlds.

    The worlds in a cluster have the same racks but different pool orders. Their results are
    correlated, so the mean of a cluster is a single observation. ``size`` is the number of worlds
    per cluster. ``luck`` is the luck of the tiles drawn after the seat's choice, compared with the
    pools in these worlds, or None without a draw or if the luck was not requested.
    """

    wins: tuple[tuple[float, ...], ...]
    points: tuple[tuple[float, ...], ...]
    size: int = 1
    luck: float | None = None

    @property
    def clusters(self) -> int:
        """The number of clusters. Each cluster is one observation."""
        return len(self.wins[0])

    @property
    def worlds(self) -> int:
        """The number of worlds."""
        return self.clusters * self.size

    def plus(self, other: Sample) -> Sample:
        """Return this sample merged with *other*, which must be a sample of the same options."""
        return Sample(
            tuple(a + b for a, b in zip(self.wins, other.wins, strict=True)),
            tuple(a + b for a, b in zip(self.points, other.points, strict=True)),
            max(self.size, other.size),
            self._luck_with(other),
        )

    def _luck_with(self, other: Sample) -> float | None:
        """Return the luck averaged over the worlds of both samples."""
        known = [(each.clusters, each.luck) for each in (self, other) if each.luck is not None]
        weight = sum(clusters for clusters, _ in known)
        if not weight:
            return self.luck
        return sum(clusters * luck for clusters, luck in known) / weight

    def only(self, options: Iterable[int]) -> Sample:
        """Return the sample restricted to the given options, in the given order."""
        kept = [*options]
        return Sample(
            tuple(self.wins[i] for i in kept),
            tuple(self.points[i] for i in kept),
            self.size,
            self.luck,
        )

    def best(self, chosen: int) -> int:
        """Return the option that wins most often. Ties are broken by points.

        The result is the *chosen* option unless another option leads by more than a standard error.
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
        """Return an option's chance of winning.

        The interval is Wilson's (1927), based on the effective number of worlds. That number is
        estimated from the spread between clusters. It is at least the number of clusters and at
        most the number of worlds.
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
        """Return an option's mean points, with their interval."""
        return Interval.of(self.points[option])

    def ahead(self, one: int, other: int) -> tuple[Interval, Interval]:
        """Return the lead of *one* option over the *other*, in winning probability and points."""
        gains = differences(self.wins[one], self.wins[other])
        points = Interval.of(differences(self.points[one], self.points[other]))
        return _honest(Interval.of(gains), len(gains)), points

    def points_of_a_win(self) -> float:
        """Return the mean difference in points between wins and losses, or 0 if all ended alike."""
        wins = [win for option in self.wins for win in option]
        points = [each for option in self.points for each in option]
        middle = mean(wins)
        spread = sum((win - middle) ** 2 for win in wins)
        if not spread:
            return 0.0
        return sum((w - middle) * p for w, p in zip(wins, points, strict=True)) / spread


def _honest(gain: Interval, number: int) -> Interval:
    """Return *gain* with a nonzero interval, even if the observations are all equal.

    The interval extends to the share that would produce such a sample one time in twenty.
    """
    if not gain.mean or gain.low < gain.high:
        return gain
    reach = (1 - 0.05 ** (1 / number)) * abs(gain.mean)
    if gain.mean > 0:
        return Interval(gain.mean, gain.mean - reach, gain.high)
    return Interval(gain.mean, gain.low, gain.mean + reach)


def mean(values: Sequence[float]) -> float:
    """Return the mean, or 0 if there are no values."""
    return sum(values) / max(1, len(values))


def differences(these: Sequence[float], those: Sequence[float]) -> list[float]:
    """Return the elementwise differences *these* minus *those*."""
    return [a - b for a, b in zip(these, those, strict=True)]
