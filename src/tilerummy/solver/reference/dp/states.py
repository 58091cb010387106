"""The states of the dynamic program, and the best path known to each."""

from __future__ import annotations

from typing import NamedTuple

from tilerummy.solver.reference.dp.counts import Cell


class OpenRuns(NamedTuple):
    """The open runs of one colour: how many of length 1, of length 2 and longer.

    ``high`` tiles with the number 1 are kept for the place after the last number.
    """

    ones: int = 0
    twos: int = 0
    more: int = 0
    high: int = 0


class DpState(NamedTuple):
    """What matters of the decisions so far for those to come.

    ``closed`` are the old runs begun that are left unchanged, ``low`` the cores in a run with a low
    1 that could not be split in two if it were extended to a high 1. Within a number: ``groups``
    new groups, with ``due`` places still to fill; ``whole`` are its old groups left unchanged and
    ``grown`` the cores that tiles were added to, once for each tile.
    """

    open_runs: tuple[OpenRuns, ...]
    jokers: int = 0
    points: int = 0
    closed: tuple[int, ...] = ()
    low: tuple[int, ...] = ()
    groups: int = 0
    due: int = 0
    whole: tuple[int, ...] = ()
    grown: tuple[int, ...] = ()


class DpPath(NamedTuple):
    """The best path known to a state: its score and the last decision on it."""

    score: int = 0
    kept: int = 0
    before: DpPath | None = None
    cell: Cell | None = None
    runs: tuple[int, ...] = ()
    groups: tuple[int, ...] = ()

    @property
    def worth(self) -> tuple[int, int]:
        """What is compared of two paths to the same state."""
        return self.score, self.kept


Layer = dict[DpState, DpPath]
"""The states between two cells."""
