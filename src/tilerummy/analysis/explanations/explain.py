"""Explains how one table becomes another, in steps that are easy to follow by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from tilerummy.analysis.explanations.demands import RACK
from tilerummy.analysis.explanations.ordering import StateSpace, Transition, ordered, parts
from tilerummy.analysis.explanations.plan import TransferPlan, legal_plan
from tilerummy.analysis.explanations.steps import (
    Side,
    Step,
    StepKind,
    Steps,
    TilePosition,
    pile_of,
    positions_of,
)
from tilerummy.arguments import check_argument
from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import JokerLaw
from tilerummy.melds import Meld, Table, table
from tilerummy.tiles import STANDARD, Rack, TileSet, names


def explain(
    before: Table | str,
    *after: Table | str,
    face_up: Rack = Rack(),
    law: JokerLaw | None = None,
    tiles: TileSet = STANDARD,
    deadline: Deadline = NEVER,
) -> Steps:
    """Return the steps that lead from the table *before* through each table in *after*.

    Tables may be given in notation. As few tiles as possible move to another meld. The initial
    piles are the melds of *before*, in order. Melds that do not change never appear in a step, and
    equal tables need no steps. *face_up* lists the placed tiles that come from the face-up tiles
    instead of the rack. *law* has the joker rules of a game with the tile set *tiles*: if the plays
    are legal under these rules, the steps also move jokers legally. Without *law*, jokers may go
    anywhere.

    The steps are complete and correct even if the *deadline* passes. ``explained`` is True if there
    was time to find the simplest order.

    >>> steps = explain("b2 b3 b4 b5 / k5 r5 o5", "b2 b3 b4 / k5 r5 b5 o5")
    >>> [(step.kind.value, step.tiles, step.origin, step.target) for step in steps]
    [('move', ('b5',), 0, 1)]

    Raises ValueError if a tile on one table is missing from the next table.
    """
    first, *rest = (_as_table(each, tiles) for each in (before, *after))
    piles: list[Meld | None] = [*first]
    steps: list[Step] = []
    explained = True
    for play, after_play in enumerate(rest):
        plan, complete = legal_plan(piles, after_play, law, tiles, deadline)
        explained = explained and complete and plan.best
        scene = _Scene(plan, piles, play)
        for part in parts(scene.space):
            order, complete = ordered(scene.space, part, scene.state, deadline)
            for transition in order:
                steps += [*scene.exchanges(transition), scene.made(transition)]
            explained = explained and complete
        piles = scene.melds
    marked = _with_face_up(steps, face_up) if face_up else steps
    return Steps(marked, explained=explained)


def _as_table(value: Table | str, tiles: TileSet) -> Table:
    if isinstance(value, str):
        return table(value, tiles)
    check_argument(value, Table, 'a table is a Table or its notation, as "k1 k2 k3"')
    return value


def _with_face_up(steps: Iterable[Step], face_up: Rack) -> Iterator[Step]:
    """Yield the steps, with face-up tiles listed separately from rack tiles."""
    heap = Counter(map(str, face_up))
    for step in steps:
        own: list[str] = []
        others: list[str] = []
        for word in step.rack:
            (others if heap[word] else own).append(word)
            heap -= Counter((word,))
        yield replace(step, rack=tuple(own), free=tuple(others)) if others else step


class _Come(NamedTuple):
    """The tiles that arrive in a pile: from the rack, the tiles picked up, or another pile."""

    racked: list[TilePosition]
    held: list[TilePosition]
    moved: list[TilePosition]


class _Scene:
    """The piles on the table and the tiles picked up while a plan is carried out."""

    def __init__(self, plan: TransferPlan, piles: Sequence[Meld | None], play: int) -> None:
        self.plan, self.play = plan, play
        self.space = StateSpace(plan)
        self.state = self.space.start
        self.pending = [*plan.exchanges]
        self.lying = {n: [*positions_of(meld)] for n, meld in enumerate(piles) if meld is not None}
        self.rows = [pile_of(self.lying.get(pile, ())) for pile in range(len(piles))]
        self.number = {pile: pile for pile in range(len(piles))}
        """Maps each pile of the plan to its index in the steps. New piles are numbered in turn."""
        self.picked_up: list[TilePosition] = []

    @property
    def melds(self) -> list[Meld | None]:
        """The current meld of each pile, or None if the pile is not a meld."""
        return [self.plan.become[pile] for pile in self.number]

    def exchanges(self, before: Transition) -> Iterator[Step]:
        """Yield steps that replace jokers before a transition, in the piles that it touches."""
        due = {
            each.pile
            for each in self.pending
            for pile in (each.pile, each.source)
            if pile != RACK and before.touches >> pile & 1
        }
        for each in [each for each in self.pending if each.pile in due]:
            self.pending.remove(each)
            here = [*_without(self.lying[each.pile], each.jokers), *each.new]
            after = {each.pile: here}
            kind, origin = StepKind.ADD, None
            if each.source != RACK:
                origin = each.source
                after[origin] = _without(self.lying[origin], each.old)
                kind = StepKind.MOVE if after[origin] else StepKind.JOIN
            come = _Come([*each.new], [], []) if origin is None else _Come([], [], [*each.new])
            kind = StepKind.REPLACE if each.jokers else kind
            yield self._step_of(kind, (origin, each.pile), after, come, each.old, each.jokers)

    def made(self, transition: Transition) -> Step:
        """Carry out a transition and return the corresponding step."""
        come, gone = _Come([], [], []), list[TilePosition]()
        origin = target = None
        for i in transition.arrive:
            transfer = self.space.transfers[i]
            target = transfer.target
            if transfer.source == RACK:
                come.racked.extend(transfer.new)
            elif self.state >> i & 1:
                come.held.extend(transfer.new)
                self.picked_up = _without(self.picked_up, transfer.old)
            else:
                come.moved.extend(transfer.new)
                gone += transfer.old
                origin = transfer.source
        taken = [position for i in transition.taken for position in self.space.transfers[i].old]
        if transition.kind is StepKind.TAKE:
            origin, gone = self.space.transfers[transition.taken[0]].source, taken
        self.state |= transition.bits
        after = {p: self.space.pile(p, self.state) for p in (origin, target) if p is not None}
        return self._step_of(transition.kind, (origin, target), after, come, gone, taken)

    def _step_of(
        self,
        kind: StepKind,
        ends: tuple[int | None, int | None],
        after: Mapping[int, list[TilePosition]],
        come: _Come,
        gone: Sequence[TilePosition],
        taken: Sequence[TilePosition],
    ) -> Step:
        """Return the step between two piles, given their content *after* the step.

        *come* are the tiles that arrive in the second pile, *gone* the tiles that leave the first
        pile, and *taken* the tiles that are picked up.
        """
        source, onto = (() if p not in self.number else self.rows[self.number[p]] for p in ends)
        off = None if ends[0] is None else _side(gone, self.lying[ends[0]])
        for pile, positions in after.items():
            if pile not in self.number:
                self.number[pile] = len(self.rows)
                self.rows.append(())
            self.lying[pile] = positions
            self.rows[self.number[pile]] = pile_of(positions)
        self.picked_up += taken
        origin, target = (None if pile is None else self.number[pile] for pile in ends)
        tiles = [*come.racked, *come.held, *come.moved]
        return Step(
            kind=kind,
            tiles=pile_of(tiles),
            rack=pile_of(come.racked),
            held=pile_of(come.held),
            taken=pile_of(taken),
            origin=origin,
            target=target,
            source=source,
            onto=onto,
            off=off,
            on=None if ends[1] is None else _side(tiles, self.lying[ends[1]]),
            table=tuple(self.rows),
            picked_up=tuple(sorted(names(position.tile for position in self.picked_up))),
            play=self.play,
        )


def _side(positions: Sequence[TilePosition], pile: Sequence[TilePosition]) -> Side | None:
    """Return the side of a run where these tiles are, or None if there is no such side."""
    others = _without(pile, positions)
    if not others or not positions or not all(s.in_run for s in (*others, *positions)):
        return None
    if max(positions) < min(others):
        return Side.FRONT
    return Side.END if min(positions) > max(others) else Side.MIDDLE


def _without(positions: Sequence[TilePosition], gone: Sequence[TilePosition]) -> list[TilePosition]:
    left = [*positions]
    for position in gone:
        if position in left:
            left.remove(position)
    return left
