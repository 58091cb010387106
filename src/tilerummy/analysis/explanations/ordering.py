"""Finds an order of the transfers that is easy to follow by hand, with a beam search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from tilerummy.analysis.explanations.demands import RACK
from tilerummy.analysis.explanations.plan import TransferPlan
from tilerummy.analysis.explanations.steps import NO_MELD, StepKind, TilePosition, disorder
from tilerummy.deadline import NEVER, Deadline
from tilerummy.tiles import JOKER


class Transition(NamedTuple):
    """A step, given by the transfers that arrive and the transfers whose tiles are picked up.

    ``bits`` are the state bits that the step sets. ``disorder`` and ``held`` are the changes in the
    total disorder and in the number of tiles picked up. ``touches`` has a bit set for each pile
    involved.
    """

    kind: StepKind
    arrive: tuple[int, ...]
    taken: tuple[int, ...]
    bits: int
    disorder: int
    held: int
    touches: int


class StateSpace:
    """The content of each pile in each state, and the possible transitions between states.

    A *state* is an integer. Bit ``i`` is set when transfer ``i`` has left its source, and bit ``i``
    of the upper half when it has arrived. If only the first of these bits is set, the tiles are
    picked up. Results are cached by the state bits that they depend on.
    """

    def __init__(self, plan: TransferPlan) -> None:
        self.plan, self.transfers = plan, plan.transfers
        self.count = len(plan.transfers)
        self.start = sum(1 << i for i, transfer in enumerate(plan.transfers) if transfer.freed)
        self.sources: dict[int, list[int]] = {pile: [] for pile in plan.stays}
        self.targets: dict[int, list[int]] = {pile: [] for pile in plan.stays}
        for i, transfer in enumerate(plan.transfers):
            self.targets[transfer.target].append(i)
            if transfer.source != RACK:
                self.sources[transfer.source].append(i)
        self.fixed = {p for p, stays in plan.stays.items() if stays or self.sources[p]}
        """The piles that exist at the start."""
        self._leaving = {
            pile: sum(1 << i for i in here if plan.transfers[i].target != pile)
            for pile, here in self.sources.items()
        }
        """For each pile, the bits that are set once every tile that must leave has left."""
        self._concerns = {
            pile: self.goal(here) | sum(1 << i for i in self.sources[pile])
            for pile, here in self.targets.items()
        }
        """For each pile, the state bits that determine its content."""
        self._replaced = [tuple(self._replaces(i)) for i in range(self.count)]
        self._blocking = [self._blocks(i) for i in range(self.count)]
        self._nearby = [self._near(i) for i in range(self.count)]
        self._disorder: dict[tuple[int, int], int] = {}
        self._next: dict[tuple[int, int], Transition | None] = {}

    def _near(self, i: int) -> int:
        """Return the state bits that determine the possible steps of a transfer."""
        piles = {
            pile
            for j in (i, *self._replaced[i])
            for pile in (self.transfers[j].source, self.transfers[j].target)
        }
        return reduce(or_, (self._concerns[pile] for pile in piles - {RACK}))

    def goal(self, part: Iterable[int]) -> int:
        """Return the state bits that are set once all these transfers have arrived."""
        bits = sum(1 << i for i in part)
        return bits | bits << self.count

    def lies(self, i: int, state: int) -> bool:
        """Return whether the tiles of a transfer are still in their initial positions."""
        return self.transfers[i].source != RACK and not state >> i & 1

    def has_arrived(self, i: int, state: int) -> bool:
        """Return whether a transfer is complete."""
        return state >> self.count + i & 1 == 1

    def is_there(self, pile: int, state: int) -> bool:
        """Return whether a pile exists: it existed at the start or has been created since."""
        return pile in self.fixed or any(self.has_arrived(i, state) for i in self.targets[pile])

    def pile(self, pile: int, state: int) -> list[TilePosition]:
        """Return the content of a pile in a state."""
        leaving = self._leaving[pile]
        settled = state & self._concerns[pile] != 0 and state & leaving == leaving
        positions = [stay[settled] for stay in self.plan.stays[pile]]
        for i in self.sources[pile]:
            if not state >> i & 1:
                positions += self.transfers[i].old
        for i in self.targets[pile]:
            if self.has_arrived(i, state):
                positions += self.transfers[i].new
        return positions

    def disorder(self, pile: int, state: int) -> int:
        """Return the disorder of a pile in a state: see :func:`disorder`."""
        key = pile, state & self._concerns[pile]
        if key not in self._disorder:
            self._disorder[key] = disorder(self.pile(pile, state))
        return self._disorder[key]

    def transitions(self, state: int, part: Sequence[int]) -> list[Transition]:
        """Return the possible next transitions for the transfers in a *part* of the plan.

        A transfer has to wait if it would leave tiles in its target that cannot be in the same
        meld, as long as other tiles still have to leave that target.
        """
        steps = [
            self.laid(pile, state)
            for pile in dict.fromkeys([self.transfers[i].target for i in part])
            if not self.is_there(pile, state)
            and not any(self.lies(i, state) for i in self.targets[pile])
        ]
        for i in part:
            if not self.has_arrived(i, state):
                key = i, state & self._nearby[i]
                if key not in self._next:
                    self._next[key] = self._next_of(i, state)
                step = self._next[key]
                if step is not None:
                    steps.append(step)
        return steps

    def _transition(
        self, kind: StepKind, arrive: tuple[int, ...], taken: tuple[int, ...], state: int
    ) -> Transition:
        """Return the transition that completes *arrive* and picks up the tiles of *taken*."""
        bits = self.goal(arrive) | sum(1 << i for i in taken)
        held = sum(len(self.transfers[i].old) for i in taken)
        held -= sum(len(self.transfers[i].old) for i in arrive if state >> i & 1)
        moved = [self.transfers[i] for i in (*arrive, *taken)]
        piles = {pile for t in moved for pile in (t.source, t.target)} - {RACK}
        change = sum(
            self.disorder(pile, state | bits) - self.disorder(pile, state) for pile in piles
        )
        return Transition(kind, arrive, taken, bits, change, held, sum(1 << p for p in piles))

    def laid(self, pile: int, state: int) -> Transition:
        """Return the step that lays a new meld whose tiles are all available."""
        return self._transition(StepKind.LAY, tuple(self.targets[pile]), (), state)

    def moved(self, i: int, state: int) -> Transition:
        """Return the step that moves a transfer's tiles to their target, or picks them up."""
        if self.is_there(self.transfers[i].target, state):
            step = self._allowed_arrival(i, state)
            if step is not None:
                return step
        return self._transition(StepKind.TAKE, (), (i,), state)

    def _next_of(self, i: int, state: int) -> Transition | None:
        """Return the next step for one transfer, or None if it has to wait."""
        transfer, lies = self.transfers[i], self.lies(i, state)
        if lies and not self.is_there(transfer.target, state):
            in_row = all(position.in_run for position in (*transfer.old, *transfer.new))
            if len(transfer.old) > 1 + (not in_row):
                return self._transition(StepKind.SPLIT, (i,), (), state)
        if lies and transfer.source != transfer.target:
            return self.moved(i, state)
        is_there = self.is_there(transfer.target, state)
        return self._allowed_arrival(i, state) if is_there else None

    def _allowed_arrival(self, i: int, state: int) -> Transition | None:
        """Return the step that completes a transfer, or None if other tiles must leave first."""
        if state & self._blocking[i] != self._blocking[i]:
            return None
        step, target = self.arrival(i, state), self.transfers[i].target
        leaving, after = self._leaving[target], state | step.bits
        crowded = after & leaving != leaving and self.disorder(target, after) == NO_MELD
        return None if crowded else step

    def arrival(self, i: int, state: int) -> Transition:
        """Return the step that adds a transfer's tiles to an existing pile."""
        transfer, lies = self.transfers[i], self.lies(i, state)
        if lies and transfer.source == transfer.target:
            return self._transition(StepKind.TURN, (i,), (), state)
        replaced = tuple([j for j in self._replaced[i] if not state >> j & 1])
        if replaced:
            return self._transition(StepKind.REPLACE, (i,), replaced, state)
        if not lies:
            return self._transition(StepKind.ADD, (i,), (), state)
        whole = len(self.pile(transfer.source, state)) == len(transfer.old)
        return self._transition(StepKind.JOIN if whole else StepKind.MOVE, (i,), (), state)

    def _replaces(self, i: int) -> Iterator[int]:
        """Yield the transfers of the tiles that this transfer's tiles replace.

        In a run, a tile replaces the joker that represents it, or a joker replaces the tile that it
        represents. In a group, tiles replace jokers.
        """
        transfer = self.transfers[i]
        faces = {s.face for s in transfer.new if s.in_run}
        numbers = [s.number for s in transfer.new if not s.in_run and s.tile != JOKER]
        for j in self.sources[transfer.target]:
            old = self.transfers[j].old
            in_run = all(s.in_run and s.face in faces for s in old)
            jokers = all(not s.in_run and s.tile == JOKER and s.number in numbers for s in old)
            fits = in_run or (jokers and len(old) <= len(numbers))
            if fits and j != i and not self.transfers[j].kept:
                yield j

    def _blocks(self, i: int) -> int:
        """Return the bits of the jokers that must leave before a transfer may arrive."""
        faces = {position.face for position in self.transfers[i].new if position.in_run}
        return sum(
            1 << j
            for j in self.sources[self.transfers[i].target]
            if j != i and self.transfers[j].kept
            if any(position.face in faces for position in self.transfers[j].old if position.in_run)
        )


_WIDTH = 12
"""The beam width for parts that have few transfers."""

_EFFORT = 12_000
"""The approximate maximum number of steps to compare per part. Many transfers narrow the beam."""


def parts(space: StateSpace) -> list[list[int]]:
    """Return the independent parts of the plan as lists of transfers, with the simplest part first.

    Transfers belong to the same part if they share a pile, or if jokers are exchanged between their
    piles.
    """
    links = [(each.source, each.pile) for each in space.plan.exchanges]
    links += [(transfer.source, transfer.target) for transfer in space.transfers]
    part_of: dict[int, set[int]] = {}
    for source, target in links:
        part = part_of.setdefault(target, {target})
        if source != RACK:
            part |= part_of.get(source, {source})
            part_of |= dict.fromkeys(part, part)
    found: dict[int, list[int]] = {}
    for i, transfer in enumerate(space.transfers):
        found.setdefault(min(part_of[transfer.target]), []).append(i)

    def effort(part: list[int]) -> tuple[int, bool, int, int]:
        moved = sum(len(space.transfers[i].old) for i in part)
        adds = any(space.transfers[i].target in space.fixed for i in part)
        return moved, adds, len(part) if moved else 0, part[0]

    return sorted(found.values(), key=effort)


class _Path(NamedTuple):
    """The first steps of an order: their cost, the resulting state, and the latest step.

    ``disorder`` is the total over all piles, and ``held`` the number of tiles picked up.
    """

    cost: int
    state: int
    disorder: int = 0
    held: int = 0
    last: Transition | None = None
    before: _Path | None = None

    def then(self, step: Transition) -> _Path:
        """Return this path extended by *step*. Moving on to other piles costs extra."""
        disorder, held = self.disorder + step.disorder, self.held + step.held
        elsewhere = self.last is not None and not step.touches & self.last.touches
        cost = self.cost + 1 + 12 * disorder + 4 * held + 2 * elsewhere
        return _Path(cost, self.state | step.bits, disorder, held, step, self)

    @property
    def steps(self) -> list[Transition]:
        """Return the steps of this path."""
        steps, path = list[Transition](), self
        while path.before is not None and path.last is not None:
            steps.append(path.last)
            path = path.before
        return steps[::-1]


def ordered(
    space: StateSpace, part: Sequence[int], state: int, deadline: Deadline = NEVER
) -> tuple[list[Transition], bool]:
    """Return transitions for all transfers in a *part*, and whether the search was complete.

    A beam search retains the best paths of each length. The best paths break as few melds as
    possible along the way, and have as few tiles as possible picked up at the same time.
    """
    goal = state | space.goal(part)
    width = max(1, min(_WIDTH, _EFFORT // len(part) ** 2))
    best: _Path | None = None
    paths = [_Path(0, state)]
    while paths:
        if deadline.is_over:
            path = best or paths[0]
            return [*path.steps, *_simple_order(space, part, path.state)], False
        found: dict[int, _Path] = {}
        for path in paths:
            for step in space.transitions(path.state, part):
                longer = path.then(step)
                known = found.get(longer.state, best)
                if known is None or longer.cost < known.cost:
                    found[longer.state] = longer
        best = found.pop(goal, best)
        limit = float("inf") if best is None else best.cost
        paths = sorted(found.values(), key=lambda path: path.cost)[:width]
        paths = [path for path in paths if path.cost < limit]
    if best is None:
        return _simple_order(space, part, state), False
    return best.steps, True


def _simple_order(space: StateSpace, part: Sequence[int], state: int) -> list[Transition]:
    """Return a simple order for the remaining transfers.

    Tiles that cannot arrive yet are picked up first.
    """
    steps = list[Transition]()

    def make(step: Transition) -> None:
        nonlocal state
        steps.append(step)
        state |= step.bits

    for i in part:
        if space.lies(i, state) and space.transfers[i].source != space.transfers[i].target:
            make(space.moved(i, state))
    for pile in dict.fromkeys([space.transfers[i].target for i in part]):
        if not space.is_there(pile, state):
            make(space.laid(pile, state))
    for i in part:
        if not space.has_arrived(i, state):
            make(space.arrival(i, state))
    return steps
