"""The order in which transfers are made, so that hands can follow: a beam search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilerummy.analysis.explanations.demands import RACK
from tilerummy.analysis.explanations.transitions import StateSpace, Transition
from tilerummy.deadline import NEVER, Deadline

_WIDTH = 12
"""The width of the beam, in parts of few transfers."""

_EFFORT = 12_000
"""About so many steps are compared at most in a part: with many transfers the beam is narrower."""


def parts(space: StateSpace) -> list[list[int]]:
    """Return the transfers that depend on each other, the simplest parts first.

    They have piles in common, or piles between which tiles replace jokers.
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


def ordered(
    space: StateSpace, part: Sequence[int], state: int, deadline: Deadline = NEVER
) -> tuple[list[Transition], bool]:
    """Return transitions that make all transfers of a *part*, and whether the search was complete.

    Between them as few melds as possible are broken, and as few tiles as possible are in the hand.
    """
    return _OrderSearch(space, part, state).order(deadline)


class _Path(NamedTuple):
    """A beginning of an order: its cost so far, the state it leads to, and its last step.

    ``choices`` orders paths of equal cost. ``disorder`` is that of all piles together, ``held``
    counts the tiles in the hand, ``touched`` are the piles of the last step.
    """

    cost: int
    choices: int
    state: int
    disorder: int = 0
    held: int = 0
    touched: int = 0
    last: Transition | None = None
    before: _Path | None = None


class _OrderSearch:
    """A beam search for the order of one part: level by level, with the best paths of each."""

    def __init__(self, space: StateSpace, part: Sequence[int], start: int) -> None:
        self.space, self.part, self.start = space, part, start
        self.goal = start | space.goal(part)
        self.width = max(1, min(_WIDTH, _EFFORT // len(part) ** 2))
        self.best: _Path | None = None

    def order(self, deadline: Deadline) -> tuple[list[Transition], bool]:
        """Return the cheapest order found, and whether the search was complete."""
        paths = [_Path(0, 0, self.start)]
        while paths:
            if deadline.is_over:
                path = self.best or paths[0]
                return [*_steps_of(path), *self._simple_order(path.state)], False
            found: dict[int, _Path] = {}
            for path in paths:
                self._extend(path, found)
            done = found.pop(self.goal, None)
            if done is not None:
                self.best = done
                found = {s: path for s, path in found.items() if path.cost < done.cost}
            paths = sorted(found.values())[: self.width]
        if self.best is None:
            return self._simple_order(self.start), False
        return _steps_of(self.best), True

    def _extend(self, path: _Path, found: dict[int, _Path]) -> None:
        """Add the continuations of *path* that are better than what is *found* to lead there."""
        so_far, choices, before, so_disordered, in_hand, touched, _, _ = path
        limit = self.best.cost if self.best is not None else 1 << 60
        choices *= 2 * len(self.part) + 1
        for step in self.space.transitions(before, self.part):
            choices += 1
            _, _, _, bits, disorder, held, touches = step
            disorder += so_disordered
            held += in_hand
            cost = so_far + 1 + 12 * disorder + 4 * held
            if touched and not touches & touched:
                cost += 2
            if cost < limit:
                after = before | bits
                known = found.get(after)
                if known is None or (cost, choices) < known[:2]:
                    found[after] = _Path(cost, choices, after, disorder, held, touches, step, path)

    def _simple_order(self, state: int) -> list[Transition]:
        """Return a simple order of what is left: what cannot arrive yet is taken into the hand."""
        space, steps = self.space, list[Transition]()

        def make(step: Transition) -> None:
            nonlocal state
            steps.append(step)
            state |= step.bits

        for i in self.part:
            if space.lies(i, state) and space.transfers[i].source != space.transfers[i].target:
                make(space.moved(i, state))
        for pile in dict.fromkeys([space.transfers[i].target for i in self.part]):
            if not space.is_there(pile, state):
                make(space.laid(pile, state))
        for i in self.part:
            if not space.has_arrived(i, state):
                make(space.arrival(i, state))
        return steps


def _steps_of(path: _Path) -> list[Transition]:
    """Return the steps of a path."""
    steps = []
    while path.before is not None and path.last is not None:
        steps.append(path.last)
        path = path.before
    return steps[::-1]
