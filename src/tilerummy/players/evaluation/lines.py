"""Lines of play that are rolled out in the same worlds, together with their results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tilerummy.players.evaluation.utility import RoundObjective, Utility
from tilerummy.rules import Ruleset
from tilerummy.simulator import Line, World, roll_out
from tilerummy.simulator.worlds import RolloutLimits
from tilerummy.state import State


@dataclass(slots=True)
class PlayedLines:
    """The results of several *lines* of play: for each line, one number per world played so far.

    ``wins`` contains 1 or 0, ``points`` contains the lead over the mean of the other seats, and
    ``values`` contains the *utility*. All lines are played in the same worlds, using the same
    random numbers.
    """

    rules: Ruleset
    view: State
    lines: Sequence[Line]
    utility: Utility
    wins: list[list[float]] = field(default_factory=list)
    points: list[list[float]] = field(default_factory=list)
    values: list[list[float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for column in (self.wins, self.points, self.values):
            column.extend([] for _ in self.lines[len(column) :])

    @property
    def worlds(self) -> int:
        """The number of worlds played so far."""
        return len(self.wins[0])

    def play(self, worlds: Sequence[World], limits: RolloutLimits) -> None:
        """Play every line in these additional *worlds*, subject to *limits*."""
        if not worlds:
            return
        seat = self.view.to_move
        win, points = Utility(), Utility(RoundObjective.POINTS)
        found = roll_out(self.rules, self.view, self.lines, worlds, limits)
        for line in range(len(self.lines)):
            for world in found.complete:
                end = found.winners[found.at(line, world)], found.scores_of(line, world)
                self.wins[line].append(win.value(self.rules, seat, *end))
                self.points[line].append(points.value(self.rules, seat, *end))
                self.values[line].append(self.utility.value(self.rules, seat, *end))

    def mean(self, line: int) -> float:
        """Return the mean value of *line* over all worlds."""
        return sum(self.values[line]) / max(1, self.worlds)

    def gains(self, line: int, other: int) -> list[float]:
        """Return the difference between the values of *line* and *other* in each world."""
        return [a - b for a, b in zip(self.values[line], self.values[other], strict=True)]

    def won_more(self, line: int, other: int) -> list[float]:
        """Return the wins of *line* minus the wins of *other* in each world."""
        return [a - b for a, b in zip(self.wins[line], self.wins[other], strict=True)]

    def only(self, lines: Sequence[int]) -> PlayedLines:
        """Return a copy that contains only these lines, with their results so far."""
        return PlayedLines(
            self.rules,
            self.view,
            [self.lines[i] for i in lines],
            self.utility,
            [self.wins[i] for i in lines],
            [self.points[i] for i in lines],
            [self.values[i] for i in lines],
        )
