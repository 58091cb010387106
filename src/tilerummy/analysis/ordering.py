"""The order in which transfers are made, so that nobody is lost on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilerummy.analysis.spots import NO_MELD, Spot, disorder
from tilerummy.analysis.steps import StepKind
from tilerummy.analysis.transfers import RACK, Plan
from tilerummy.tiles import JOKER


class Deed(NamedTuple):
    """A step as places in the transfers: those that arrive, and those taken into the hand."""

    kind: StepKind
    arrive: tuple[int, ...]
    taken: tuple[int, ...] = ()


WAITS, HELD, DONE = range(3)
"""How far a transfer is: not begun, in the hand, arrived."""

Progress = tuple[int, ...]
"""How far each transfer is."""

_WIDTH = 12
"""How many ways to go on are kept in mind at once."""


class Work:
    """The piles on the way from before to after, as far as the transfers are made."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.start: Progress = (WAITS,) * len(plan.transfers)
        count = range(len(plan.stays))
        self._from = [[i for i, t in enumerate(plan.transfers) if t.source == p] for p in count]
        self._to = [[i for i, t in enumerate(plan.transfers) if t.target == p] for p in count]
        self._seen: dict[tuple[int, ...], int] = {}

    def pile(self, pile: int, progress: Progress) -> tuple[Spot, ...]:
        """Return what lies in a pile."""
        transfers = self.plan.transfers
        others = [i for i in self._from[pile] if transfers[i].target != pile]
        begun = any(progress[i] != WAITS for i in (*others, *self._to[pile]))
        settled = begun and all(progress[i] != WAITS for i in others)
        spots = [pair[settled] for pair in self.plan.stays[pile]]
        for i in self._from[pile]:
            spots += transfers[i].old if progress[i] == WAITS else ()
        for i in self._to[pile]:
            spots += transfers[i].new if progress[i] == DONE else ()
        return tuple(spots)

    def is_there(self, pile: int, progress: Progress) -> bool:
        """Return whether a pile was there from the beginning or has come to be."""
        return bool(self.plan.stays[pile] or self._from[pile]) or any(
            progress[i] == DONE for i in self._to[pile]
        )

    def held(self, progress: Progress) -> tuple[Spot, ...]:
        """Return what is in the hand."""
        each = zip(self.plan.transfers, progress, strict=True)
        return tuple(spot for t, far in each if far == HELD for spot in t.old)

    def after(self, progress: Progress, deed: Deed) -> Progress:
        """Return how far all is after a deed."""
        return tuple(
            DONE if i in deed.arrive else HELD if i in deed.taken else far
            for i, far in enumerate(progress)
        )

    def deeds(self, progress: Progress, wanted: Sequence[int]) -> Iterator[Deed]:
        """Yield what can be done next towards the transfers that are *wanted*."""
        targets = dict.fromkeys(self.plan.transfers[i].target for i in wanted)
        for pile in targets:
            if not self.is_there(pile, progress) and self._at_hand(pile, progress):
                yield Deed(StepKind.LAY, tuple(self._to[pile]))
        for i in wanted:
            if progress[i] != DONE:
                yield from self._next(i, progress)

    def _at_hand(self, pile: int, progress: Progress) -> bool:
        transfers = self.plan.transfers
        return all(transfers[i].source == RACK or progress[i] == HELD for i in self._to[pile])

    def _next(self, i: int, progress: Progress) -> Iterator[Deed]:
        """Yield what can be done next for one transfer.

        Where tiles still lie that can be in no meld with it those leave first, and it waits.
        """
        transfer = self.plan.transfers[i]
        source, target = transfer.source, transfer.target
        on_table = source != RACK and progress[i] == WAITS
        turns = on_table and source == target
        if not self.is_there(target, progress):
            if on_table:
                together = len(transfer.old) > 1 + (not transfer.in_row)
                yield Deed(StepKind.SPLIT, (i,)) if together else Deed(StepKind.TAKE, (), (i,))
            return
        turn = Deed(StepKind.TURN, (i,))
        deed = turn if turns else self._arrival(i, progress, on_table=on_table)
        if not self._crowded(target, self.after(progress, deed)):
            yield deed
        elif on_table and not turns:
            yield Deed(StepKind.TAKE, (), (i,))

    def _crowded(self, pile: int, progress: Progress) -> bool:
        """Return whether tiles lie together that can be in no meld, of which some are to leave."""
        leaving = (i for i in self._from[pile] if self.plan.transfers[i].target != pile)
        waits = any(progress[i] == WAITS for i in leaving)
        return waits and self.disorder(pile, progress) == NO_MELD

    def _arrival(self, i: int, progress: Progress, *, on_table: bool) -> Deed:
        transfer = self.plan.transfers[i]
        freed = tuple(self._replaced(i, progress))
        if freed:
            return Deed(StepKind.REPLACE, (i,), freed)
        if not on_table:
            return Deed(StepKind.ADD, (i,))
        whole = len(self.pile(transfer.source, progress)) == len(transfer.old)
        return Deed(StepKind.JOIN if whole else StepKind.MOVE, (i,))

    def _replaced(self, i: int, progress: Progress) -> Iterator[int]:
        """Yield the transfers of tiles in whose place those of this one come.

        In a run that is a joker and its tile, or the other way round; of a group jokers alone.
        """
        transfer = self.plan.transfers[i]
        faces = {s.face for s in transfer.new if s.in_run}
        numbers = [s.number for s in transfer.new if not s.in_run and s.tile != JOKER]
        for other in self._from[transfer.target]:
            old = self.plan.transfers[other].old
            if other == i or progress[other] != WAITS:
                continue
            in_run = all(s.in_run and s.face in faces for s in old)
            jokers = all(not s.in_run and s.tile == JOKER and s.number in numbers for s in old)
            if in_run or (jokers and len(old) <= len(numbers)):
                yield other

    def touched(self, deed: Deed) -> frozenset[int]:
        """Return the piles that a deed takes from or adds to."""
        made = [self.plan.transfers[i] for i in (*deed.arrive, *deed.taken)]
        return frozenset(pile for t in made for pile in (t.source, t.target) if pile != RACK)

    def disorder(self, pile: int, progress: Progress) -> int:
        """Return how far a pile is from being a meld; nothing is as good as one."""
        touching = dict.fromkeys((*self._from[pile], *self._to[pile]))
        key = (pile, *(progress[i] for i in touching))
        if key not in self._seen:
            spots = self.pile(pile, progress)
            self._seen[key] = disorder(spots) if spots else 0
        return self._seen[key]


def ordered(work: Work) -> list[Deed]:
    """Return deeds that make all transfers.

    What belongs together is done together, the simplest first; each part so that in sum as few
    melds as possible are broken between its steps, and as few tiles in the hand.
    """
    progress, deeds = work.start, []
    for part in _parts(work):
        found = _best_order(work, part, progress)
        for deed in found:
            progress = work.after(progress, deed)
        deeds += found
    return deeds


def _parts(work: Work) -> list[list[int]]:
    """Return the transfers that have piles in common, those of new melds of rack tiles first."""
    parts: list[tuple[set[int], list[int]]] = []
    for i, transfer in enumerate(work.plan.transfers):
        piles, members = {transfer.source, transfer.target} - {RACK}, [i]
        for part in [p for p in parts if p[0] & piles]:
            parts.remove(part)
            piles |= part[0]
            members += part[1]
        parts.append((piles, sorted(members)))

    def effort(part: list[int]) -> tuple[int, bool, int]:
        transfers = [work.plan.transfers[i] for i in part]
        moved = sum(len(t.old) for t in transfers)
        adds = any(work.is_there(t.target, work.start) for t in transfers)
        return moved, adds, len(part) if moved else 0

    return sorted((members for _, members in parts), key=effort)


class _Way(NamedTuple):
    """A beginning of an order: what it costs so far, and the piles touched last.

    ``disorder`` is that of all piles together.
    """

    cost: int
    choices: tuple[int, ...]
    progress: Progress
    deeds: tuple[Deed, ...] = ()
    disorder: int = 0
    touched: frozenset[int] = frozenset()


def _best_order(work: Work, part: Sequence[int], progress: Progress) -> list[Deed]:
    """Return the order of a part that costs least, as far as a look at the best ways tells."""
    ways, best = [_Way(0, (), progress)], None
    while ways:
        onward: dict[Progress, _Way] = {}
        for way in ways:
            for choice, deed in enumerate(work.deeds(way.progress, part)):
                new = _gone_on(work, way, choice, deed)
                known = onward.get(new.progress)
                if known is None or new < known:
                    onward[new.progress] = new
        for way in onward.values():
            if all(way.progress[i] == DONE for i in part) and (best is None or way < best):
                best = way
        ways = [way for way in onward.values() if best is None or way.cost < best.cost]
        ways = sorted(ways)[:_WIDTH]
    assert best is not None, "every transfer can be made"
    return [*best.deeds]


def _gone_on(work: Work, way: _Way, choice: int, deed: Deed) -> _Way:
    progress = work.after(way.progress, deed)
    touched = work.touched(deed)
    disorder = way.disorder + sum(
        work.disorder(pile, progress) - work.disorder(pile, way.progress) for pile in touched
    )
    strays = bool(way.deeds) and not touched & way.touched
    cost = 1 + 12 * disorder + 4 * len(work.held(progress)) + 2 * strays
    choices, deeds = (*way.choices, choice), (*way.deeds, deed)
    return _Way(way.cost + cost, choices, progress, deeds, disorder, touched)
