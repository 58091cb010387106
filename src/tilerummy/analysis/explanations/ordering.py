"""The order in which transfers are made, so that nobody is lost on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilerummy.analysis.explanations.constraints import RACK
from tilerummy.analysis.explanations.transitions import StateSpace, Transition
from tilerummy.deadline import NEVER, Deadline

_WIDTH = 12
"""How many ways to go on are kept in mind at once, in parts of few transfers."""

_EFFORT = 12_000
"""About so many steps are compared at most in a part: of many transfers fewer ways are kept."""


def ordered(work: StateSpace, deadline: Deadline = NEVER) -> tuple[list[Transition], bool]:
    """Return transitions that make all transfers, and whether the order was searched to the end.

    What belongs together is done together, the simplest first; each part so that in sum as few
    melds as possible are broken between its steps, and as few tiles in the hand.
    """
    state, searched = 0, True
    order: list[Transition] = []
    for part in _parts(work):
        found, whole = work.at_once(part, state), True
        if not found:
            found, whole = _Search(work, part, state).order(deadline)
        order += found
        searched = searched and whole
        state |= work.goal(part)
    return order, searched


def _parts(work: StateSpace) -> list[list[int]]:
    """Return the transfers that have piles in common, those of new melds of rack tiles first."""
    part_of: dict[int, list[int]] = {}
    for i, transfer in enumerate(work.transfers):
        part = part_of.setdefault(transfer.target, [])
        part.append(i)
        other = part if transfer.source == RACK else part_of.setdefault(transfer.source, part)
        if other is not part:
            part += other
            for pile in {work.transfers[j].target for j in other} | {
                work.transfers[j].source for j in other
            }:
                part_of[pile] = part
            part_of[transfer.source] = part

    def effort(part: list[int]) -> tuple[int, bool, int, int]:
        moved = sum(work.sizes[i] for i in part)
        adds = any(work.transfers[i].target in work.fixed for i in part)
        return moved, adds, len(part) if moved else 0, part[0]

    parts = {id(part): part for part in part_of.values()}
    return sorted((sorted(part) for part in parts.values()), key=effort)


class _Way(NamedTuple):
    """A beginning of an order: what it costs so far, and the piles touched last.

    ``choices`` tells equally good ways apart. ``disorder`` is that of all piles together, ``held``
    counts the tiles in the hand.
    """

    cost: int
    choices: int
    state: int
    disorder: int = 0
    held: int = 0
    touched: int = 0
    last: Transition | None = None
    before: _Way | None = None


class _Search:
    """A search for the order of one part, level by level, with the best ways of each."""

    def __init__(self, work: StateSpace, part: Sequence[int], start: int) -> None:
        self.work, self.part, self.start = work, part, start
        self.goal = start | work.goal(part)
        targets = dict.fromkeys([work.transfers[i].target for i in part])
        self.new = [pile for pile in targets if pile not in work.fixed]
        self.width = max(1, min(_WIDTH, _EFFORT // len(part) ** 2))
        self.best: _Way | None = None

    def order(self, deadline: Deadline) -> tuple[list[Transition], bool]:
        """Return the order that costs least, as far as a look at the best ways tells."""
        ways = [_Way(0, 0, self.start)]
        while ways:
            if deadline.is_over:
                way = self.best or ways[0]
                return [*_made(way), *self._plainly(way.state)], False
            onward: dict[int, _Way] = {}
            for way in ways:
                self._go_on(way, onward)
            done = onward.pop(self.goal, None)
            if done is not None:
                self.best = done
                onward = {s: way for s, way in onward.items() if way.cost < done.cost}
            ways = sorted(onward.values())[: self.width]
        if self.best is None:
            return self._plainly(self.start), False
        return _made(self.best), True

    def _go_on(self, way: _Way, onward: dict[int, _Way]) -> None:
        """Add the ways on from *way* that are better than what is known to lead there."""
        so_far, choices, before, mess, in_hand, touched, _, _ = way
        limit = self.best.cost if self.best is not None else 1 << 60
        choices *= 2 * len(self.part) + 1
        for step in self.work.transitions(before, self.part, self.new):
            choices += 1
            _, _, _, bits, disorder, held, touches = step
            disorder += mess
            held += in_hand
            cost = so_far + 1 + 12 * disorder + 4 * held
            if touched and not touches & touched:
                cost += 2
            if cost < limit:
                after = before | bits
                known = onward.get(after)
                if known is None or (cost, choices) < known[:2]:
                    onward[after] = _Way(cost, choices, after, disorder, held, touches, step, way)

    def _plainly(self, state: int) -> list[Transition]:
        """Return a plain order of what is left: what cannot arrive at once is taken before."""
        work, steps = self.work, list[Transition]()

        def make(step: Transition) -> None:
            nonlocal state
            steps.append(step)
            state |= step.bits

        for i in self.part:
            if work.transfers[i].pays and not work.has_arrived(i, state):
                make(work.arrival(i, state))
        for i in self.part:
            if work.lies(i, state):
                make(work.moved(i, state))
        for pile in self.new:
            if not work.is_there(pile, state):
                make(work.laid(pile, state))
        for i in self.part:
            if not work.has_arrived(i, state):
                make(work.arrival(i, state))
        return steps


def _made(way: _Way) -> list[Transition]:
    """Return the steps of a way."""
    steps = []
    while way.before is not None and way.last is not None:
        steps.append(way.last)
        way = way.before
    return steps[::-1]
