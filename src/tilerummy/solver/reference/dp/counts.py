"""The count model: how many tiles and jokers of each cell are to be laid.

What becomes of the jokers of the table was decided before, by a joker plan. What is left: tiles
that must be laid, tiles and jokers that may be laid, melds that must stay whole and may grow, and
melds whose tiles are loose but which are worth a bonus if they are left unchanged. A *cell* is a
number in a colour.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


class OutOfBudgetError(Exception):
    """The budget was used up before any answer was found."""


@dataclass(frozen=True, slots=True)
class OldRun:
    """A run of the table, from number ``first`` to ``last``; ``last`` is numbers + 1 for a high 1.

    A ``core`` must stay whole and may grow; its tiles are not counted. Without it the tiles are
    loose. ``bonus`` says whether it is worth something to leave the run unchanged; the run then
    takes one of the jokers to be laid for each place in the bit mask ``wild``, and tiles for the
    others.
    """

    colour: int
    first: int
    last: int
    core: bool
    bonus: bool
    wild: int = 0


@dataclass(frozen=True, slots=True)
class OldGroup:
    """A group of the table: ``colours`` is the bit mask of its numbered tiles.

    ``room`` is how many tiles may be added to a core; left unchanged the group takes ``jokers`` of
    those to be laid. For the rest see :class:`OldRun`.
    """

    number: int
    colours: int
    room: int
    core: bool
    bonus: bool
    jokers: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What is to be laid and what it is worth.

    ``need`` and ``spare`` tell for each cell, at ``(number - 1) * colours + colour``, how many
    tiles must be laid and how many more may be. A spare tile that is laid is worth ``per_tile +
    number * per_point``, a joker beyond ``jokers_need`` is worth ``per_joker``. ``at_least`` is the
    least number of points of all that is laid; every joker counts as the number it represents. With
    ``high`` there is a place for a 1 after the last number. Answers worth less than ``floor`` are
    of no interest.
    """

    numbers: int
    colours: int
    high: bool
    need: tuple[int, ...]
    spare: tuple[int, ...]
    jokers_need: int
    jokers_spare: int
    per_tile: int
    per_point: int
    per_joker: int
    runs: tuple[OldRun, ...] = ()
    groups: tuple[OldGroup, ...] = ()
    at_least: int = 0
    floor: int = 0
    budget: int | None = None

    def plain(self) -> Counts:
        """Return the same counts without a bonus for old melds that are left unchanged."""
        return replace(
            self,
            runs=tuple(replace(run, bonus=False) for run in self.runs),
            groups=tuple(replace(group, bonus=False) for group in self.groups),
        )

    def is_unsplittable(self, run: OldRun) -> bool:
        """Return whether a run from a low to a high 1 with this core could not be split in two."""
        return self.high and run.core and run.first <= 3 and run.last >= self.numbers - 1

    def competing(self, place: int, colour: int) -> bool:
        """Return whether of two cores, from 2 and from 3, either may be joined to a run from 1.

        That matters where the core from 3 may not be extended to a high 1 if it has a low 1.
        """
        if place != 2:
            return False
        cores = [run for run in self.runs if run.core and run.colour == colour]
        begins = any(run.first == 2 for run in cores)
        return begins and any(run.first == 3 and self.is_unsplittable(run) for run in cores)

    @property
    def places(self) -> range:
        """The numbers in their order, numbers + 1 being the place of a high 1."""
        return range(1, self.numbers + 1 + self.high)


@dataclass(frozen=True, slots=True)
class Cell:
    """What is laid of one cell, without the melds left unchanged.

    ``tiles`` and ``jokers`` count all of it: ``grouped`` of them go into new groups, one is added
    to each of the ``grown`` groups, and the others go into runs. The cores that begin in the cell
    are joined to ``taken`` more of the runs before them than they have to be.
    """

    tiles: int
    jokers: int
    grouped: int
    grown: tuple[int, ...]
    taken: int = 0


@dataclass(frozen=True, slots=True)
class CountLayout:
    """An answer: its score, how many old melds are left unchanged, which, and every cell.

    ``cells`` are in the order of the places and, within one, of the colours.
    ``proven`` says that there is no better answer.
    """

    score: int
    kept: int
    runs: tuple[int, ...]
    groups: tuple[int, ...]
    cells: tuple[Cell, ...]
    proven: bool = True
