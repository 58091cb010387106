"""How one table becomes another, step by step, in an order that hands can follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from tilerummy.analysis.ordering import HELD, Deed, Progress, Work, ordered
from tilerummy.analysis.spots import Pile, Spot, pile_of
from tilerummy.analysis.steps import Side, Step, StepKind, Steps
from tilerummy.analysis.transfers import RACK, plan
from tilerummy.arguments import wanted
from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Meld, Table
from tilerummy.rules.jokers import JokerLaw
from tilerummy.tiles import STANDARD, Rack, TileSet


def explain(
    before: Table,
    *after: Table,
    free: Rack = Rack(),
    law: JokerLaw | None = None,
    tiles: TileSet = STANDARD,
    deadline: Deadline = NEVER,
) -> Steps:
    """Return the steps from the table *before* to the next one, and on through all of *after*.

    No way to get there changes the meld of fewer tiles. The melds of *before*, in their order,
    are the piles that the steps begin with. What does not change is in no step, and from a table
    to an equal one there is none. *free* are those of the tiles placed that come from the free
    tiles and not from the rack. *law* is what may be done with jokers on the table in a game with
    these *tiles*: where it allows the plays, it allows what the steps do with the jokers. Without
    one a joker may go anywhere.

    The steps are complete and right whenever the *deadline* is over; ``explained`` says whether
    there was time for the simplest order.

    >>> from tilerummy.melds import table
    >>> for step in explain(table("b2 b3 b4 b5 / k5 r5 o5"), table("b2 b3 b4 / k5 r5 b5 o5")):
    ...     print(step)
    Move the blue 5 from the end of the blue run 2-5 to the group of 5s (black, red, orange).

    Raises ValueError if a tile of a table is missing from the next one.
    """
    for each in (before, *after):
        wanted(each, Table, 'a table is read with table("k1 k2 k3")')
    piles: list[Meld | None] = [*before]
    steps: list[Step] = []
    for play, table in enumerate(after):
        now = Table(meld for meld in piles if meld is not None)
        if missing := now.tiles - table.tiles:
            raise ValueError(f"tiles of the table must stay on the table: {missing}")
        work = Work(plan(piles, table))
        deeds = ordered(work)
        numbers = _numbers(work, deeds, len(piles))
        steps += _steps(work, deeds, numbers, len(piles), play)
        piles = [work.plan.become[pile] for pile in numbers]
    return Steps(_told_apart(steps, free))


def _told_apart(steps: Iterable[Step], free: Rack) -> Iterator[Step]:
    """Yield the steps, in which the free tiles are told from those of the rack."""
    heap = Counter(map(str, free))
    for step in steps:
        own: list[str] = []
        others: list[str] = []
        for word in step.rack:
            (others if heap[word] else own).append(word)
            heap -= Counter((word,))
        yield replace(step, rack=tuple(own), free=tuple(others)) if others else step


def _numbers(work: Work, deeds: Sequence[Deed], there: int) -> list[int]:
    """Return the piles in the order of their numbers: new ones as they come to be."""
    targets = (work.plan.transfers[i].target for deed in deeds for i in deed.arrive)
    return [*dict.fromkeys(chain(range(there), targets))]


def _steps(
    work: Work, deeds: Sequence[Deed], numbers: list[int], there: int, play: int
) -> Iterator[Step]:
    progress = work.start
    for deed in deeds:
        before, progress = progress, work.after(progress, deed)
        yield _Scene(work, numbers, there, before, progress).step(deed, play)


@dataclass(frozen=True, slots=True)
class _Scene:
    """The piles before and after a deed, of which so many were *there* from the beginning."""

    work: Work
    numbers: list[int]
    there: int
    before: Progress
    after: Progress

    def step(self, deed: Deed, play: int) -> Step:
        """Return the deed as a step."""
        transfers = self.work.plan.transfers
        arrive, taken = ([transfers[i] for i in part] for part in (deed.arrive, deed.taken))
        held = [i for i in deed.arrive if self.before[i] == HELD]
        racked = [i for i in deed.arrive if transfers[i].source == RACK]
        moved = [i for i in deed.arrive if i not in (*held, *racked)]
        takes = deed.kind is StepKind.TAKE
        origin = transfers[(moved or deed.taken)[0]].source if moved or takes else None
        target = None if takes else arrive[0].target
        leaves = [s for i in (*moved, *(deed.taken if takes else ())) for s in transfers[i].old]
        comes = [s for t in arrive for s in t.new]
        return Step(
            kind=deed.kind,
            tiles=pile_of(comes),
            rack=pile_of(s for i in racked for s in transfers[i].new),
            held=pile_of(s for i in held for s in transfers[i].new),
            taken=pile_of(s for t in taken for s in t.old),
            origin=None if origin is None else self.numbers.index(origin),
            target=None if target is None else self.numbers.index(target),
            source=() if origin is None else self._pile(origin, self.before),
            onto=() if target is None else self._pile(target, self.before),
            off=None if origin is None else self._side(leaves, origin, self.before),
            on=None if target is None else self._side(comes, target, self.after),
            table=self._table(),
            hand=tuple(sorted(str(s.tile) for s in self.work.held(self.after))),
            play=play,
        )

    def _pile(self, pile: int, progress: Progress) -> Pile:
        return pile_of(self.work.pile(pile, progress))

    def _table(self) -> tuple[Pile, ...]:
        new = sum(self.work.is_there(pile, self.after) for pile in self.numbers[self.there :])
        piles = self.numbers[: self.there + new]
        return tuple(self._pile(pile, self.after) for pile in piles)

    def _side(self, spots: Sequence[Spot], pile: int, progress: Progress) -> Side | None:
        """Return where in a run these tiles lie among the others."""
        others = [*self.work.pile(pile, progress)]
        for spot in spots:
            if spot in others:
                others.remove(spot)
        if not others or not all(s.in_run for s in (*others, *spots)):
            return None
        if max(s.place for s in spots) < min(s.place for s in others):
            return Side.FRONT
        if min(s.place for s in spots) > max(s.place for s in others):
            return Side.END
        return Side.MIDDLE
