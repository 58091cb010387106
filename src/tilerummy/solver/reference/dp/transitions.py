"""The transitions of the dynamic program, from a state before a cell to those after it.

For each number, and within it for each colour, a transition decides how many tiles and jokers are
laid and how many of them go into groups; the rest goes into runs. Of the runs only their number by
length (1, 2, at least 3) matters for what follows, so there are few states. The ideas are those of
van Rijn, Takes and Vis (2015), with jokers, with tiles that must stay on the table, and with groups
counted by colour.

How tiles go to runs needs no decision: runs of length 1 or 2 must be extended, then as many of the
longer ones as there are tiles, and the rest begin new runs. To end a long run and begin a new one
is never better than to extend it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tilerummy.solver.reference.dp.counts import Cell, Counts, OldRun
from tilerummy.solver.reference.dp.states import DpPath, DpState, Layer, OpenRuns


class Transitions:
    """The transitions for one count model."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.jokers = counts.jokers_need + counts.jokers_spare

    def begin(self, place: int, layer: Layer) -> Iterator[tuple[DpState, DpPath]]:
        """Choose how many new groups of a number there are and which old ones are left."""
        if place > self.counts.numbers:
            yield from layer.items()
            return
        here = [i for i, g in enumerate(self.counts.groups) if g.number == place and g.bonus]
        whole = [w for n in range(len(here) + 1) for w in combinations(here, n)]
        for state, path in layer.items():
            for left in whole:
                jokers = state.jokers + sum(self.counts.groups[i].jokers for i in left)
                if jokers > self.jokers:
                    continue
                for groups in range(self._most_groups(place, state) + 1):
                    yield (
                        state._replace(jokers=jokers, groups=groups, due=3 * groups, whole=left),
                        DpPath(path.score, path.kept + len(left), path, None, (), left)
                        if left
                        else path,
                    )

    def expand(self, place: int, colour: int, layer: Layer) -> Iterator[tuple[DpState, DpPath]]:
        """Choose what is laid of one cell and how much of it goes into groups."""
        for state, path in layer.items():
            for closing in self._closings(place, colour):
                begun = self._left_unchanged(state, closing) if closing else state
                for tiles, gain in self._tiles(place, colour, begun):
                    for jokers in range(self.jokers - begun.jokers + 1):
                        for grown in self._growths(place, colour, state, tiles + jokers):
                            yield from self._split(
                                (place, colour),
                                begun,
                                DpPath(
                                    path.score + gain,
                                    path.kept + len(closing),
                                    path,
                                    Cell(tiles, jokers, 0, grown),
                                    closing,
                                ),
                            )

    def _left_unchanged(self, state: DpState, closing: tuple[int, ...]) -> DpState:
        """Return the state with these old runs, which begin here, left unchanged."""
        wild = sum(self.counts.runs[i].wild.bit_count() for i in closing)
        return state._replace(
            closed=tuple(sorted((*state.closed, *closing))), jokers=state.jokers + wild
        )

    def finish(self, place: int, layer: Layer) -> Iterator[tuple[DpState, DpPath]]:
        """Leave a number: all groups must be full; only open runs that can be extended count."""
        for state, path in layer.items():
            if state.due:
                continue
            left = self.jokers - state.jokers
            open_runs, short = [], 0
            for colour, colour_runs in enumerate(state.open_runs):
                supply = self._supply(place + 1, colour, colour_runs)
                starts = sum(
                    r.core and (r.colour, r.first) == (colour, place + 1) for r in self.counts.runs
                )
                short += max(0, colour_runs.ones + colour_runs.twos - supply - starts)
                more = colour_runs.more if state.low else min(colour_runs.more, supply + left)
                open_runs.append(colour_runs._replace(more=more))
            if short <= left:
                yield (
                    DpState(tuple(open_runs), state.jokers, state.points, state.closed, state.low),
                    path,
                )

    def complete(self, state: DpState) -> bool:
        """Return whether everything that must be laid is laid."""
        return (
            all(colour_runs.ones == colour_runs.twos == 0 for colour_runs in state.open_runs)
            and state.jokers >= self.counts.jokers_need
            and state.points >= self.counts.at_least
        )

    def worth(self, state: DpState, path: DpPath) -> DpPath:
        """Return *path* with the worth of the jokers laid."""
        gain = (state.jokers - self.counts.jokers_need) * self.counts.per_joker
        return path._replace(score=path.score + gain)

    def _supply(self, place: int, colour: int, colour_runs: OpenRuns) -> int:
        """Return how many tiles there are for a cell."""
        if place > self.counts.numbers:
            return colour_runs.high if place in self.counts.places else 0
        cell = (place - 1) * self.counts.colours + colour
        return self.counts.need[cell] + self.counts.spare[cell]

    def _most_groups(self, place: int, state: DpState) -> int:
        cells = [self._supply(place, c, state.open_runs[c]) for c in range(self.counts.colours)]
        if self.counts.colours < 3:
            return 0
        return (sum(cells) + self.jokers - state.jokers) // 3

    def _closings(self, place: int, colour: int) -> list[tuple[int, ...]]:
        """Return the choices of old runs that begin here and are left unchanged."""
        here = [
            i
            for i, r in enumerate(self.counts.runs)
            if r.bonus and (r.colour, r.first) == (colour, place)
        ]
        return [left for n in range(len(here) + 1) for left in combinations(here, n)]

    def _tiles(self, place: int, colour: int, state: DpState) -> Iterator[tuple[int, int]]:
        """Yield how many tiles may be laid beside melds left unchanged, and their worth."""
        away = sum(
            not self.counts.runs[i].core
            and self.counts.runs[i].colour == colour
            and place <= self.counts.runs[i].last
            and not self.counts.runs[i].wild >> place & 1
            for i in state.closed
        ) + sum(
            not self.counts.groups[i].core and self.counts.groups[i].colours >> colour & 1
            for i in state.whole
        )
        if place > self.counts.numbers:
            if state.open_runs[colour].high >= away:
                yield state.open_runs[colour].high - away, 0
            return
        cell = (place - 1) * self.counts.colours + colour
        worth = self.counts.per_tile + place * self.counts.per_point
        for more in range(self.counts.spare[cell] + 1):
            if self.counts.need[cell] + more >= away:
                yield self.counts.need[cell] + more - away, more * worth

    def _growths(
        self, place: int, colour: int, state: DpState, most: int
    ) -> Iterator[tuple[int, ...]]:
        """Yield the cores of groups to which one tile of this cell each may be added."""
        here = [
            i
            for i, g in enumerate(self.counts.groups)
            if g.number == place
            and g.core
            and i not in state.whole
            and not g.colours >> colour & 1
            and state.grown.count(i) < g.room
        ]
        for n in range(min(most, len(here)) + 1):
            yield from combinations(here, n)

    def _split(
        self, cell: tuple[int, int], state: DpState, path: DpPath
    ) -> Iterator[tuple[DpState, DpPath]]:
        """Divide what is laid of a cell between groups and runs."""
        place, colour = cell
        assert path.cell is not None
        laid = path.cell.tiles + path.cell.jokers - len(path.cell.grown)
        points = self._points(place, path.cell)
        for set_apart in range(path.cell.tiles + 1 if place == 1 and self.counts.high else 1):
            for grouped in range(min(state.groups, laid - set_apart) + 1):
                others = self.counts.colours - colour - 1
                due = max(0, state.due - grouped)
                if due > others * state.groups:
                    continue
                for colour_runs, low, taken in self._runs(cell, state, laid - set_apart - grouped):
                    open_runs = list(state.open_runs)
                    high = set_apart if place == 1 else open_runs[colour].high
                    open_runs[colour] = colour_runs._replace(high=high)
                    tiles, jokers = path.cell.tiles - set_apart, path.cell.jokers
                    yield (
                        DpState(
                            tuple(open_runs),
                            state.jokers + jokers,
                            min(self.counts.at_least, state.points + points),
                            tuple(i for i in state.closed if self._goes_on(i, place, colour)),
                            low,
                            state.groups,
                            due,
                            state.whole,
                            tuple(sorted((*state.grown, *path.cell.grown))),
                        ),
                        DpPath(
                            path.score,
                            path.kept,
                            path.before,
                            Cell(tiles, jokers, grouped, path.cell.grown, taken),
                            path.runs,
                        ),
                    )

    def _points(self, place: int, cell: Cell) -> int:
        """Return the points of what is laid here; a high 1 was counted as a low one."""
        if place > self.counts.numbers:
            return cell.jokers
        return (cell.tiles + cell.jokers) * place

    def _goes_on(self, index: int, place: int, colour: int) -> bool:
        run = self.counts.runs[index]
        return run.colour != colour or place < run.last

    def _runs(
        self, cell: tuple[int, int], state: DpState, tiles: int
    ) -> Iterator[tuple[OpenRuns, tuple[int, ...], int]]:
        """Yield the open runs of the colour when *tiles* more of this cell go into runs.

        A core is joined to the open run before it, the shorter the better, where else a longer run
        could not be extended; it is an open run when it ends. With the runs come the cores that are
        ``low`` then and how many more were joined than had to be.
        """
        (place, colour), colour_runs = cell, state.open_runs[cell[1]]
        cores = [
            (i, run)
            for i, run in enumerate(self.counts.runs)
            if run.core and run.colour == colour and i not in state.closed
        ]
        begin = sum(run.first == place for _, run in cores)
        short = colour_runs.ones + colour_runs.twos
        least = max(0, min(begin, short, colour_runs.more + short - tiles))
        most = min(begin, short) if self.counts.competing(*cell) else least
        for taken in range(least, most + 1):
            extended = self._extended(cell, state, cores, (tiles, taken))
            if extended:
                yield (*extended, taken - least)

    def _extended(
        self,
        cell: tuple[int, int],
        state: DpState,
        cores: list[tuple[int, OldRun]],
        laid: tuple[int, int],
    ) -> tuple[OpenRuns, tuple[int, ...]] | None:
        """Return the open runs and the ``low`` cores where so many were joined to a run."""
        (place, colour), (tiles, taken) = cell, laid
        colour_runs = state.open_runs[colour]
        begin = [i for i, run in cores if run.first == place]
        ones = max(0, colour_runs.ones - taken)
        twos = max(0, colour_runs.twos - max(0, taken - colour_runs.ones))
        rest = tiles - ones - twos
        if rest < 0:
            return None
        longer = min(rest, colour_runs.more)
        if place > self.counts.numbers and (rest > longer or (ones or self._low_only(longer))):
            return None
        low = self._lowest(place, begin, (len(begin), taken, colour_runs.twos - twos))
        if low is None:
            return None
        low = tuple(sorted((*state.low, *low)))
        end = [i for i, run in cores if run.last == place]
        if place == self.counts.numbers:
            # a run that must not reach a high 1 is extended only where no other can be
            mine = [i for i, _ in cores if i in low]
            stuck = sum(i not in end for i in mine)
            longer -= max(0, longer - (colour_runs.more - stuck))
            end = [i for i in end if i not in mine]
            low = tuple(i for i in low if i not in mine)
        return OpenRuns(rest - min(rest, colour_runs.more), ones, twos + longer + len(end)), low

    def _lowest(
        self, place: int, begin: list[int], taken: tuple[int, int, int]
    ) -> tuple[int, ...] | None:
        """Return which cores that *begin* at a place are ``low``, None where one may not be.

        *taken* tells how many have a low 1 if the place is the first, second or third. These are
        the shorter ones, which still can be split or extended further.
        """
        order = sorted(begin, key=lambda i: (self._is_unsplittable(i), self.counts.runs[i].last))
        low = (
            [i for i in order[: taken[place - 1]] if self._is_unsplittable(i)] if place <= 3 else []
        )
        if any(self.counts.runs[i].last > self.counts.numbers for i in low):
            return None
        return tuple(low)

    def _is_unsplittable(self, index: int) -> bool:
        return self.counts.is_unsplittable(self.counts.runs[index])

    def _low_only(self, longer: int) -> bool:
        """Return whether a longer run must not end here: with four numbers only 3-4-1 may."""
        return self.counts.numbers == 4 and longer > 0
