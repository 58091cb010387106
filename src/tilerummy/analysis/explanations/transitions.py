"""The states between two tables, and the steps that lead from one state to the next.

A *state* is one number that says how far each transfer is: bit ``i`` is set when transfer ``i`` has
left its source, bit ``i`` of the upper half when it has arrived; in between its tiles are in the
hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tilerummy.analysis.explanations.constraints import RACK
from tilerummy.analysis.explanations.spots import NO_MELD, Spot, disorder
from tilerummy.analysis.explanations.steps import StepKind
from tilerummy.analysis.explanations.transfers import TransferPlan
from tilerummy.tiles import JOKER


class Transition(NamedTuple):
    """A step: the indices of the transfers that arrive, and of those taken into the hand.

    ``bits`` are those that it sets in the state. ``disorder`` and ``held`` are by how much the
    disorder of the piles and the number of tiles in the hand change; ``touches`` has a bit for each
    pile concerned.
    """

    kind: StepKind
    arrive: tuple[int, ...]
    taken: tuple[int, ...]
    bits: int
    disorder: int
    held: int
    touches: int


class StateSpace:
    """What lies in which pile in each state, and which transitions are possible there.

    Answers are remembered by the bits of the state on which they depend.
    """

    def __init__(self, plan: TransferPlan) -> None:
        self.plan = plan
        self.transfers = plan.transfers
        self.count = count = len(plan.transfers)
        self.sizes = [len(t.old) for t in plan.transfers]
        self.sources: dict[int, list[int]] = {pile: [] for pile in plan.stays}
        self.targets: dict[int, list[int]] = {pile: [] for pile in plan.stays}
        for i, transfer in enumerate(plan.transfers):
            if transfer.source != RACK:
                self.sources[transfer.source].append(i)
            self.targets[transfer.target].append(i)
        self.fixed = {p for p, stays in plan.stays.items() if stays or self.sources[p]}
        """The piles that are there from the beginning."""
        self._bits = {pile: _PileBits.of(self, pile) for pile in plan.stays}
        self._disorder: dict[int, dict[int, int]] = {pile: {} for pile in plan.stays}
        self._replaced = [tuple(self._replaces(i)) for i in range(count)]
        self._rules = _JokerRules(self) if any(t.is_bound for t in plan.transfers) else None
        self._nearby = [self._near((i, *self._replaced[i])) for i in range(count)]
        self._next: list[dict[int, Transition | None]] = [{} for _ in range(count)]

    def _near(self, transfers: Iterable[int]) -> int:
        """Return the bits on which it depends what can be done with these transfers."""
        piles = {p for i in transfers for p in (self.transfers[i].source, self.transfers[i].target)}
        bits = 0
        for pile in piles - {RACK}:
            bits |= self._bits[pile].touching
        return bits

    def goal(self, part: Iterable[int]) -> int:
        """Return the bits of a state in which these transfers have arrived."""
        bits = sum(1 << i for i in part)
        return bits | bits << self.count

    def lies(self, i: int, state: int) -> bool:
        """Return whether the tiles of a transfer lie in the pile that they are to leave."""
        transfer = self.transfers[i]
        return transfer.source not in (RACK, transfer.target) and not state >> i & 1

    def has_arrived(self, i: int, state: int) -> bool:
        """Return whether a transfer is made."""
        return state >> self.count + i & 1 == 1

    def is_there(self, pile: int, state: int) -> bool:
        """Return whether a pile was there from the beginning or has come to be."""
        return pile in self.fixed or state & self._bits[pile].arrived != 0

    def pile(self, pile: int, state: int) -> list[Spot]:
        """Return what lies in a pile."""
        marks = self._bits[pile]
        settled = state & marks.begun != 0 and state & marks.leaving == marks.leaving
        spots = [stay[settled] for stay in self.plan.stays[pile]]
        arrived = state >> self.count
        for i in self.sources[pile]:
            if not state >> i & 1:
                old = self.transfers[i].old
                spots += old if self._rules is None else self._rules.tiles_present(i, arrived)
        for i in self.targets[pile]:
            if arrived >> i & 1 and not self.transfers[i].passes_through:
                spots += self.transfers[i].new
        return spots

    def disorder(self, pile: int, state: int) -> int:
        """Return how far a pile is from being a meld: see :func:`disorder`."""
        known, key = self._disorder[pile], state & self._bits[pile].touching
        found = known.get(key)
        if found is None:
            found = known[key] = disorder(self.pile(pile, state))
        return found

    def transitions(self, state: int, part: Sequence[int], new: Sequence[int]) -> list[Transition]:
        """Return what can be done next for the transfers of a *part*, with its *new* piles.

        Where tiles lie together that no meld can hold, some of them leave first.
        """
        steps = []
        for pile in new:
            marks = self._bits[pile]
            if not state & marks.arrived and state & marks.from_table == marks.from_table:
                steps.append(self.laid(pile, state))
        upper = state >> self.count
        for i in part:
            if not upper >> i & 1:
                known, key = self._next[i], state & self._nearby[i]
                if key not in known:
                    known[key] = self._next_of(i, state)
                step = known[key]
                if step is not None:
                    steps.append(step)
        return steps

    def at_once(self, part: Sequence[int], state: int) -> list[Transition]:
        """Return the only transition of a part that just brings tiles of the rack to one pile."""
        transfer = self.transfers[part[0]]
        if len(part) > 1 or transfer.source != RACK:
            return []
        is_there = self.is_there(transfer.target, state)
        return [self.arrival(part[0], state) if is_there else self.laid(transfer.target, state)]

    def _steps_of(
        self, kind: StepKind, arrive: tuple[int, ...], taken: tuple[int, ...], state: int
    ) -> Transition:
        """Return a transition from a state."""
        bits, held, piles = 0, 0, set[int]()
        for i in arrive:
            bits |= 1 << i | 1 << self.count + i
            held -= self.sizes[i] if state >> i & 1 else 0
            piles |= {self.transfers[i].source, self.transfers[i].target}
        for i in taken:
            bits |= 1 << i
            held += self.sizes[i]
            piles |= {self.transfers[i].source, self.transfers[i].target}
        piles -= {RACK}
        after, change, touches = state | bits, 0, 0
        for pile in piles:
            change += self.disorder(pile, after) - self.disorder(pile, state)
            touches |= 1 << pile
        return Transition(kind, arrive, taken, bits, change, held, touches)

    def laid(self, pile: int, state: int) -> Transition:
        """Return the step that lays a new meld, all of whose tiles are at hand."""
        return self._steps_of(StepKind.LAY, tuple(self.targets[pile]), (), state)

    def taken(self, i: int, state: int) -> Transition:
        """Return the step that takes the tiles of a transfer into the hand."""
        return self._steps_of(StepKind.TAKE, (), (i,), state)

    def moved(self, i: int, state: int) -> Transition:
        """Return the step by which tiles leave their pile: to their target, or into the hand."""
        target = self.transfers[i].target
        if self.is_there(target, state) and (not self._rules or self._rules.may_arrive(i, state)):
            step = self.arrival(i, state)
            if not self._is_crowded(target, state | step.bits):
                return step
        return self.taken(i, state)

    def _next_of(self, i: int, state: int) -> Transition | None:
        """Return what can be done next for one transfer, if anything can."""
        transfer = self.transfers[i]
        target, rules = transfer.target, self._rules
        on_table = transfer.source != RACK and not state >> i & 1
        if on_table and rules and not rules.may_leave(i, state):
            return None
        if not self.is_there(target, state):
            if not on_table:
                return None
            if len(transfer.old) > 1 + (not transfer.in_row):
                return self._steps_of(StepKind.SPLIT, (i,), (), state)
            return self.taken(i, state)
        if on_table and transfer.source != target:
            return self.moved(i, state)
        if rules and not rules.may_arrive(i, state):
            return None
        step = self.arrival(i, state)
        return None if self._is_crowded(target, state | step.bits) else step

    def _is_crowded(self, pile: int, state: int) -> bool:
        """Return whether tiles lie together that no meld can hold, of which some are to leave."""
        leaving = self._bits[pile].leaving
        return state & leaving != leaving and self.disorder(pile, state) == NO_MELD

    def arrival(self, i: int, state: int) -> Transition:
        """Return the step by which the tiles of a transfer arrive in a pile that is there."""
        transfer = self.transfers[i]
        on_table = transfer.source != RACK and not state >> i & 1
        if on_table and transfer.source == transfer.target:
            return self._steps_of(StepKind.TURN, (i,), (), state)
        freed = tuple([j for j in self._replaced[i] if not state >> j & 1])
        if freed and self._rules:
            freed = self._rules.replaced(i, freed, state)
        if freed:
            return self._steps_of(StepKind.REPLACE, (i,), freed, state)
        if not on_table:
            return self._steps_of(StepKind.ADD, (i,), (), state)
        whole = len(self.pile(transfer.source, state)) == len(transfer.old)
        return self._steps_of(StepKind.JOIN if whole else StepKind.MOVE, (i,), (), state)

    def _replaces(self, i: int) -> Iterator[int]:
        """Yield the transfers of tiles in whose place those of this one come.

        In a run that is a joker and its tile, or the other way round; of a group jokers alone.
        """
        transfer = self.transfers[i]
        others = self.sources[transfer.target]
        if not others:
            return
        faces = {s.face for s in transfer.new if s.in_run}
        numbers = [s.number for s in transfer.new if not s.in_run and s.tile != JOKER]
        for other in others:
            old = self.transfers[other].old
            if other == i:
                continue
            if self.transfers[other].is_bound:
                if self.transfers[other].freed_by & transfer.replaces:
                    yield other
                continue
            in_run = all(s.in_run and s.face in faces for s in old)
            jokers = all(not s.in_run and s.tile == JOKER and s.number in numbers for s in old)
            if in_run or (jokers and len(old) <= len(numbers)):
                yield other


class _PileBits(NamedTuple):
    """The bits of a state that concern a pile."""

    touching: int
    """The bits of all transfers that take from it or add to it."""
    begun: int
    """One of these is set when anything has happened to it."""
    leaving: int
    """All of these are set when nothing is to leave it any more."""
    arrived: int
    """One of these is set when something has arrived in it."""
    from_table: int
    """All of these are set when no tile for it lies in another pile."""
    laid: int
    """All of these are set when everything has arrived in it."""

    @classmethod
    def of(cls, space: StateSpace, pile: int) -> _PileBits:
        """Return the bits of that pile."""
        away = sum(1 << i for i in space.sources[pile] if space.transfers[i].target != pile)
        here = sum(1 << i for i in space.targets[pile])
        turning = sum(1 << i for i in space.sources[pile]) & here
        table = sum(1 << i for i in space.targets[pile] if space.transfers[i].source != RACK)
        return cls(
            touching=away | turning | here | here << space.count,
            begun=away | here,
            leaving=away,
            arrived=here << space.count,
            from_table=table,
            laid=here | here << space.count,
        )


class _JokerRules:
    """What the joker law adds: what may leave, what may arrive, and what is replaced by what.

    A freed joker leaves its pile when all tiles that replace it have arrived; others leave later.
    """

    def __init__(self, space: StateSpace) -> None:
        self.space = space
        transfers = space.transfers
        replacing = [(t.replaces, i) for i, t in enumerate(transfers) if t.replaces]
        self._replacing_tiles = [
            sum(1 << i for replaces, i in replacing if replaces & transfer.freed_by)
            for transfer in transfers
        ]
        self._brought = [
            tuple(
                (spot, sum(1 << k for replaces, k in replacing if replaces & bit))
                for spot, bit in t.follows
            )
            for t in transfers
        ]
        self._leaves = [self._before_leaving(i) for i in range(space.count)]
        self._arrives = [self._before_arriving(i) for i in range(space.count)]

    def _before_leaving(self, i: int) -> int:
        """Return the bits of a state in which a transfer may leave its pile."""
        transfer, space = self.space.transfers[i], self.space
        if transfer.source == RACK or transfer.freed_by or transfer.replaces:
            return 0
        freed = sum(1 << j for j in space.sources[transfer.source] if space.transfers[j].freed_by)
        brought = sum(replacing for _, replacing in self._brought[i])
        return freed | brought << space.count

    def _before_arriving(self, i: int) -> int:
        """Return the bits of a state in which a transfer may arrive: kept jokers make room."""
        space = self.space
        faces = {spot.face for spot in space.transfers[i].new if spot.in_run}
        bits = 0
        for j in space.sources[space.transfers[i].target]:
            old = space.transfers[j].old
            if j != i and space.transfers[j].kept and any(s.face in faces for s in old if s.in_run):
                bits |= 1 << j
        return bits

    def tiles_present(self, i: int, arrived: int) -> Sequence[Spot]:
        """Return the tiles of a transfer that already lie where they are to leave from."""
        old = [*self.space.transfers[i].old]
        for spot, replacing in self._brought[i]:
            if not arrived & replacing:
                old.remove(spot)
        return old

    def may_leave(self, i: int, state: int) -> bool:
        """Return whether a transfer may leave its pile; a freed joker does by being replaced."""
        return not self._replacing_tiles[i] and state & self._leaves[i] == self._leaves[i]

    def may_arrive(self, i: int, state: int) -> bool:
        """Return whether no kept joker lies where the tiles of a transfer are to lie."""
        return state & self._arrives[i] == self._arrives[i]

    def replaced(self, i: int, others: Sequence[int], state: int) -> tuple[int, ...]:
        """Return which of the *others* a transfer replaces: jokers whose tiles have all arrived."""
        arrived = state >> self.space.count | 1 << i
        return tuple(j for j in others if not self._replacing_tiles[j] & ~arrived)

    def replaces_joker(self, i: int) -> bool:
        """Return whether the tiles of a transfer replace a joker."""
        return self.space.transfers[i].replaces > 0
