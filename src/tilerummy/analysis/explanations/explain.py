"""How one table becomes another, step by step, in an order that hands can follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tilerummy.analysis.explanations.constraints import RACK
from tilerummy.analysis.explanations.legal_plans import legal_plan
from tilerummy.analysis.explanations.ordering import ordered
from tilerummy.analysis.explanations.spots import Spot, pile_of, words_of
from tilerummy.analysis.explanations.steps import Side, Step, StepKind, Steps
from tilerummy.analysis.explanations.transitions import StateSpace, Transition
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
    """Return the steps from the table *before* to the next one, and on through all of *after*.

    A table may be its notation.
    As few tiles as possible change their meld. The melds of *before*, in their order, are the piles
    with which the steps begin. What does not change is in no step; from a table to an equal one
    there is none. *face_up* are those of the tiles placed that come from the face-up tiles and not
    from the rack. *law* is what may be done with jokers on the table in a game with these *tiles*:
    where it allows the plays, it allows what the steps do with the jokers. Without one a joker may
    go anywhere.

    The steps are complete and correct even if the *deadline* is over; ``explained`` says whether
    there was time for the simplest order.

    >>> steps = explain("b2 b3 b4 b5 / k5 r5 o5", "b2 b3 b4 / k5 r5 b5 o5")
    >>> [(step.kind.value, step.tiles, step.origin, step.target) for step in steps]
    [('move', ('b5',), 0, 1)]

    Raises ValueError if a tile of a table is missing from the next one.
    """
    first, *rest = (_as_table(each, tiles) for each in (before, *after))
    piles: list[Meld | None] = [*first]
    steps: list[Step] = []
    explained = True
    for play, after_play in enumerate(rest):
        found, read = legal_plan(piles, after_play, law, tiles, deadline)
        space = StateSpace(found)
        order, searched = ordered(space, deadline)
        scene = _Playback(space, piles, play)
        steps += [scene.step(transition) for transition in order]
        piles = scene.melds
        explained = explained and searched and read and found.best
    marked = _with_face_up(steps, face_up) if face_up else steps
    return Steps(marked, explained=explained)


def _as_table(value: Table | str, tiles: TileSet) -> Table:
    if isinstance(value, str):
        return table(value, tiles)
    check_argument(value, Table, 'a table is a Table or its notation, as "k1 k2 k3"')
    return value


def _with_face_up(steps: Iterable[Step], face_up: Rack) -> Iterator[Step]:
    """Yield the steps, with the face-up tiles told apart from those of the rack."""
    heap = Counter(map(str, face_up))
    for step in steps:
        own: list[str] = []
        others: list[str] = []
        for word in step.rack:
            (others if heap[word] else own).append(word)
            heap -= Counter((word,))
        yield replace(step, rack=tuple(own), free=tuple(others)) if others else step


class _Playback:
    """The piles on the table while one transition is made after the other."""

    def __init__(self, space: StateSpace, piles: Sequence[Meld | None], play: int) -> None:
        self.space, self.play = space, play
        self.state = 0
        self.rows = [() if meld is None else words_of(meld) for meld in piles]
        self.number = {pile: pile for pile in range(len(piles))}
        self.spots: dict[int, list[Spot]] = {}
        self.hand: list[Spot] = []

    @property
    def melds(self) -> list[Meld | None]:
        """The melds that the piles have become, new ones in the order in which they came."""
        return [self.space.plan.become[pile] for pile in self.number]

    def step(self, made: Transition) -> Step:
        """Make a transition and return it as a step."""
        transfers, before = self.space.transfers, self.state
        takes = made.kind is StepKind.TAKE
        held: list[Spot] = []
        racked: list[Spot] = []
        comes: list[Spot] = []
        moved: list[int] = []
        for i in made.arrive:
            transfer = transfers[i]
            comes += transfer.new
            if before >> i & 1:
                held += transfer.new
                for spot in transfer.old:
                    self.hand.remove(spot)
            elif transfer.source == RACK:
                racked += transfer.new
            else:
                moved.append(i)
        taken = [spot for i in made.taken for spot in transfers[i].old]
        self.hand += taken
        first = moved or made.taken if moved or takes else ()
        origin = transfers[first[0]].source if first else None
        target = None if takes else transfers[made.arrive[0]].target
        leaves = [s for i in (*moved, *(made.taken if takes else ())) for s in transfers[i].old]
        source = () if origin is None else self.rows[self.number[origin]]
        onto = self.rows[self.number[target]] if target in self.number else ()
        if origin is not None and origin not in self.spots:
            self.spots[origin] = self.space.pile(origin, self.state)
        off = None if origin is None else self._side(leaves, origin)
        self.state |= made.bits
        if origin is not None:
            self._lay(origin)
        if target is not None and target != origin:
            self._lay(target)
        return Step(
            kind=made.kind,
            tiles=pile_of(comes),
            rack=pile_of(racked),
            held=pile_of(held),
            taken=pile_of(taken),
            origin=None if origin is None else self.number[origin],
            target=None if target is None else self.number[target],
            source=source,
            onto=onto,
            off=off,
            on=None if target is None else self._side(comes, target),
            table=tuple(self.rows),
            hand=tuple(sorted(names(spot.tile for spot in self.hand))),
            play=self.play,
        )

    def _lay(self, pile: int) -> None:
        """Bring a pile up to date; a new one gets its number."""
        if pile not in self.number:
            self.number[pile] = len(self.rows)
            self.rows.append(())
        self.spots[pile] = self.space.pile(pile, self.state)
        self.rows[self.number[pile]] = pile_of(self.spots[pile])

    def _side(self, spots: Sequence[Spot], pile: int) -> Side | None:
        """Return where in a run these tiles lie among the others."""
        others = [*self.spots[pile]]
        for spot in spots:
            if spot in others:
                others.remove(spot)
        if not others or not all(s.in_run for s in (*others, *spots)):
            return None
        if max(spots) < min(others):
            return Side.FRONT
        return Side.END if min(spots) > max(others) else Side.MIDDLE
