"""Lays a plan's tiles in melds, lowest tile first, as long as that can improve the result."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from tilerummy.deadline import Deadline, OutOfTimeError
from tilerummy.jokers import Reuse
from tilerummy.jokers.melds import covers, subsets, with_jokers
from tilerummy.melds import Group, Meld, Run, fits
from tilerummy.melds.enumeration import possible_melds
from tilerummy.solver.problem import Kind, Problem
from tilerummy.solver.reference.plans import JokerPlan
from tilerummy.tiles import JOKER, Tile

BITS = 5
"""Bits per tile count: four for counts up to ``MAX_COPIES``, and one to detect negative counts."""


@dataclass(kw_only=True)
class SearchGoal(ABC):
    """The objective of a search. A state's value is an upper bound on the results it can reach."""

    nothing: int  # the value if the tiles cannot be laid
    end: int  # the value after all tiles
    unchanged: int  # the gain of an unchanged meld of the table
    staying: Mapping[Tile, int]  # the gain of each tile that stays on the rack
    after: Callable[[int, int], int]  # the value of a step, from the value after it and its gain
    either: Callable[[int, int], int]  # the value of two alternatives

    @abstractmethod
    def improvement(self, gain: int, value: int) -> int:
        """Return the improvement of the best result by reaching *value* after *gain*, or 0."""


class Remaining(NamedTuple):
    """The tiles that are left, and the requirements that remain.

    ``cores`` is the number of cores already laid. ``freed`` and ``points`` are the numbers of freed
    jokers and of points that must still be laid. If ``leave`` is True, one of the tiles to leave
    must still stay on the rack.
    """

    tiles: int
    cores: int
    freed: int
    points: int
    leave: bool


class MeldOption(NamedTuple):
    """A meld that may be laid, with its tiles encoded as an integer, and its gain."""

    meld: Meld
    tiles: int
    gain: int


class Search:
    """A search for the plays that follow a plan.

    Sets of tiles are encoded as integers with ``BITS`` bits per kind: first the 1 of every colour,
    last the jokers.
    """

    def __init__(
        self, problem: Problem, plan: JokerPlan, goal: SearchGoal, deadline: Deadline
    ) -> None:
        self.problem, self.plan, self.goal, self.deadline = problem, plan, goal, deadline
        numbers, letters = range(1, problem.tiles.numbers + 1), problem.tiles.letters
        self.kinds = (*(Tile.of(letter, n) for n in numbers for letter in letters), JOKER)
        self.units = {tile: 1 << (BITS * place) for place, tile in enumerate(self.kinds)}
        self.guard = sum(self.units.values()) << (BITS - 1)
        opens = problem.kind is Kind.OPEN
        self.old = frozenset(() if opens else problem.table)
        self.loose = plan.tiles - Counter(chain.from_iterable(m.tiles for m in plan.cores))
        self.cores = [self._with_core(meld) for meld in plan.cores]
        jokers = self.loose[JOKER] if problem.joker_opens or not opens else 0
        longest = max([5, 2 * jokers + 1, *map(len, self.old)])
        melds = self._options(self.loose, jokers, None if plan.freed else longest)
        self.targets = [
            option for option in melds if plan.freed and self._may_be_target(option.meld)
        ]
        self.short = self._by_lowest(o for o in melds if o.gain or not self._cuts(o.meld))
        self.every = self._by_lowest(melds) if plan.freed else self.short
        tiles, points = self._number(plan.tiles.elements()), problem.at_least if opens else 0
        self.start = Remaining(tiles, 0, plan.freed, points, bool(problem.leave))
        self.known, self.states = dict[Remaining, int](), 0

    def value(self, state: Remaining) -> int:
        """Return the value of *state*, assuming that the joker rules allow every play.

        Long runs are split into short ones, which lay the same tiles. Raises OutOfTimeError when
        the time or the budget of states runs out.
        """
        value = self.known.get(state)
        if value is None:
            self.deadline.check()
            if self.states == self.problem.budget:
                raise OutOfTimeError
            self.states += 1
            value = self.known[state] = self._value(state)
        return value

    def _value(self, state: Remaining) -> int:
        goal = self.goal
        if not state.tiles:
            return goal.end if state == (0, len(self.cores), 0, 0, False) else goal.nothing
        for_freed = state.freed and state.cores == len(self.cores)
        limit = self.value(state._replace(freed=0)) if for_freed else None
        value = goal.nothing
        for gain, after, _ in self._steps(state, self.short):
            value = goal.either(value, goal.after(self.value(after), gain))
            if value == limit:
                break  # restricting the freed jokers cannot do better
        return value

    def plays(self) -> Iterator[tuple[int, tuple[Meld, ...]]]:
        """Yield plays as gain and melds, each play better than all legal plays yielded before.

        Raises OutOfTimeError.
        """
        return self._plays(0, self.start, ())

    def _plays(
        self, gain: int, state: Remaining, laid: tuple[Meld, ...]
    ) -> Iterator[tuple[int, tuple[Meld, ...]]]:
        self.deadline.check()
        if not self.goal.improvement(gain, self.value(state)):
            return
        if not state.tiles:
            yield gain, laid
            return
        steps = [*self._steps(state, self.every)]
        steps.sort(key=lambda s: self.goal.improvement(gain + s[0], self.value(s[1])), reverse=True)
        for more, after, meld in steps:
            yield from self._plays(gain + more, after, (*laid, meld) if meld else laid)

    def _steps(
        self, state: Remaining, melds: list[list[MeldOption]]
    ) -> Iterator[tuple[int, Remaining, Meld | None]]:
        """Yield the possible next steps: the gain, the resulting state, and the meld laid, if any.

        The first steps lay the cores, and the next steps the melds that take freed jokers. Each
        later step lays the lowest tile in a meld, or leaves all of its copies on the rack.
        """
        tiles, cores, freed, points, leave = state
        guarded, guard, for_freed = tiles | self.guard, self.guard, False
        if cores < len(self.cores):
            options, cores = self.cores[cores], cores + 1
        elif freed:
            options, for_freed = self.targets, True
        else:
            place = _lowest(tiles)
            options = melds[place]
            count = (tiles >> (BITS * place)) % (1 << BITS)
            kind = self.kinds[place]
            if count <= self.plan.may_stay[kind]:
                owed = leave and kind not in self.problem.leave
                left = tiles - (count << (BITS * place))
                gain = count * self.goal.staying[kind]
                yield gain, Remaining(left, cores, 0, points, owed), None
        for meld, taken, gain in options:
            left = guarded - taken
            if left & guard == guard:  # there were enough tiles of each kind
                unplaced = max(0, freed - meld.jokers) if for_freed else freed
                lacking = max(0, points - meld.points) if points else 0
                yield gain, Remaining(left - guard, cores, unplaced, lacking, leave), meld

    def _options(self, supply: Counter[Tile], jokers: int, longest: int | None) -> list[MeldOption]:
        """Return the melds that the tiles in *supply* and at most *jokers* jokers can form."""
        tiles, unchanged = self.problem.tiles, self.goal.unchanged
        return [
            MeldOption(meld, self._number(meld.tiles), unchanged if self._is_old(meld) else 0)
            for meld in possible_melds(
                supply, jokers, tiles, longest=longest, deadline=self.deadline
            )
        ]

    def _is_old(self, meld: Meld) -> bool:
        """Return whether *meld* is on the table, possibly with jokers instead of some ``faces``."""
        faces = [face for face in self.plan.faces if face in meld.numbered]
        return any(with_jokers(meld, some, len(some)) in self.old for some in subsets(faces))

    def _with_core(self, core: Meld) -> list[MeldOption]:
        """Return the melds that contain *core*.

        Omits a meld if it can be split into two melds, one containing *core*.
        """
        tiles = self.loose + Counter(core.tiles)
        kin = {tile.colour if isinstance(core, Run) else tile.number for tile in core.numbered}
        held = Counter(t for t in tiles if t.is_numbered and kin & {t.colour, t.number})
        longest = len(core) + 2 * max(2, self.loose[JOKER])
        return [
            option
            for option in self._options(held, tiles[JOKER], longest)
            if covers(option.meld, core)
            and Counter(option.meld.tiles) <= tiles
            and not any(covers(part, core) for part in chain(*self._cuts(option.meld)))
        ]

    def _may_be_target(self, meld: Meld) -> bool:
        """Return whether the tiles of *meld* allow it to take freed jokers (RULES 2.2.4)."""
        reuse, rack = self.problem.law.reuse, self.problem.rack
        racked = sum(tile in rack for tile in meld.numbered)
        if not meld.jokers or (reuse is not Reuse.NEW_MELD and racked + meld.jokers < 3):
            return False
        if reuse is Reuse.RACK_ONLY:
            return racked == len(meld.numbered)
        old = (m for m in self.problem.table if not m.jokers and {*m.tiles} <= {*meld.numbered})
        return all(Counter(meld.tiles) + Counter(m.tiles) <= self.plan.tiles for m in old)

    def _cuts(self, meld: Meld) -> list[tuple[Run, ...]]:
        """Return all the ways to split a long run into two shorter ones."""
        if isinstance(meld, Group):
            return []
        cuts = [(meld.faces[:at], meld.faces[at:]) for at in range(3, len(meld) - 2)]
        pairs = [
            tuple(Run(part, tuple(f for f in part if f in meld.wild)) for part in cut)
            for cut in cuts
        ]
        return [pair for pair in pairs if all(fits(run, self.problem.tiles) for run in pair)]

    def _number(self, tiles: Iterable[Tile]) -> int:
        return sum(map(self.units.__getitem__, tiles))

    def _by_lowest(self, options: Iterable[MeldOption]) -> list[list[MeldOption]]:
        """Group the options by the index of their lowest tile."""
        lists: list[list[MeldOption]] = [[] for _ in self.kinds]
        for option in options:
            lists[_lowest(option.tiles)].append(option)
        return lists


def _lowest(tiles: int) -> int:
    """Return the index of the lowest tile in an encoded set."""
    return ((tiles & -tiles).bit_length() - 1) // BITS
