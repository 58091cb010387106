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


class _Path(NamedTuple):
    """A beginning of an order: its cost so far, the state it leads to, and its last step.

    ``disorder`` is that of all piles together, ``held`` counts the tiles in the hand.
    """

    cost: int
    state: int
    disorder: int = 0
    held: int = 0
    last: Transition | None = None
    before: _Path | None = None

    def then(self, step: Transition) -> _Path:
        """Return this path and one more *step*, at best where the last one was."""
        disorder, held = self.disorder + step.disorder, self.held + step.held
        elsewhere = self.last is not None and not step.touches & self.last.touches
        cost = self.cost + 1 + 12 * disorder + 4 * held + 2 * elsewhere
        return _Path(cost, self.state | step.bits, disorder, held, step, self)

    @property
    def steps(self) -> list[Transition]:
        """All its steps."""
        steps, path = list[Transition](), self
        while path.before is not None and path.last is not None:
            steps.append(path.last)
            path = path.before
        return steps[::-1]


def ordered(
    space: StateSpace, part: Sequence[int], state: int, deadline: Deadline = NEVER
) -> tuple[list[Transition], bool]:
    """Return transitions that make all transfers of a *part*, and whether the search was complete.

    Between them as few melds as possible are broken, and as few tiles as possible are in the hand.
    It is a beam search: it goes on from the best paths of so many steps.
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
    """Return a simple order of what is left: what cannot arrive yet is taken into the hand."""
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
