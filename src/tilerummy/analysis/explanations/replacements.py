"""Which tiles replace the jokers of the table, where that is not what comes there anyway."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tilerummy.analysis.explanations.constraints import RACK, Constraints, ReplacingTiles
from tilerummy.analysis.explanations.spots import Spot
from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import ReplaceFrom, Reuse
from tilerummy.rules.jokers.homes import may_be_home
from tilerummy.tiles import Tile

Stay = tuple[Spot, Spot]
"""A tile that stays in its pile: its old and its new place."""


class NoReplacementError(Exception):
    """There are no tiles that may replace the jokers, or none with which they may lie there."""


@dataclass(slots=True, eq=False)
class TileTransfer:
    """A tile on its way: the source and the target, its old and its new place.

    Jokers of the table are ``freed`` or ``kept``. The payments of a play are numbered: ``pays``,
    ``freed_by`` and ``follows`` are bits of what the tile pays, of what frees it, and of what
    brings it to where its way begins. One that ``passes`` goes on from there.
    """

    source: int
    target: int
    old: Spot | None
    new: Spot
    freed: bool = False
    kept: bool = False
    pays: int = 0
    freed_by: int = 0
    follows: int = 0
    passes: bool = False

    @property
    def is_bound(self) -> bool:
        """Whether the law of jokers says anything of it."""
        return bool(self.pays or self.freed_by or self.follows or self.kept)

    @property
    def goes_alone(self) -> bool:
        """Whether the tile goes with no other."""
        return self.passes or self.follows > 0 or self.freed


@dataclass(frozen=True, slots=True, eq=False)
class _Due:
    """One tile that has to come to a pile in the place of a joker, and the bit that it has."""

    payment: ReplacingTiles
    place: Spot
    tile: Tile
    bit: int

    @property
    def spot(self) -> Spot:
        """The place of the tile where the joker was."""
        at = self.place
        if at.in_run:
            return at._replace(tile=self.tile, word=str(self.tile))
        return Spot(self.tile, self.tile, self.tile, at.number, str(self.tile), in_run=False)


_Payer = TileTransfer | tuple[int, Stay]
"""A tile that pays: one that moves anyway, or one that stays in a pile."""


def with_replacements(
    ways: list[TileTransfer],
    stays: dict[int, list[Stay]],
    bonds: Constraints,
    deadline: Deadline = NEVER,
) -> list[TileTransfer]:
    """Return the ways with the payments marked; a tile that pays and goes on has two ways.

    Raises NoReplacementError, and OutOfTimeError.
    """
    dues = [*_dues(bonds)]
    _free(ways, dues)
    payers = next(_Choice(ways, stays, bonds, dues).choices((), deadline), None)
    if payers is None:
        raise NoReplacementError
    for due, payer in zip(dues, payers, strict=True):
        _pay(due, payer, ways, stays)
    return ways


def _dues(bonds: Constraints) -> Iterator[_Due]:
    bit = 1
    for payment in bonds.payments:
        for i, tile in enumerate(payment.tiles):
            yield _Due(payment, payment.jokers[min(i, len(payment.jokers) - 1)], tile, bit)
            bit <<= 1


def _free(ways: Sequence[TileTransfer], dues: Sequence[_Due]) -> None:
    """Tell the freed jokers what frees them."""
    for payment in dict.fromkeys(due.payment for due in dues):
        bits = [due.bit for due in dues if due.payment is payment]
        freed = [
            w for w in ways if w.freed and w.source == payment.pile and w.old in payment.jokers
        ]
        for way, bit in zip(freed, bits, strict=False):
            way.freed_by = sum(bits) if payment.together else bit


class _Choice:
    """The choice of the tiles that pay, so that freed jokers lie where the law lets them."""

    def __init__(
        self,
        ways: Sequence[TileTransfer],
        stays: Mapping[int, Sequence[Stay]],
        bonds: Constraints,
        dues: Sequence[_Due],
    ) -> None:
        self.ways, self.stays, self.bonds, self.dues = ways, stays, bonds, dues
        assert bonds.law is not None
        self.law = bonds.law

    def choices(
        self, chosen: tuple[_Payer, ...], deadline: Deadline
    ) -> Iterator[tuple[_Payer, ...]]:
        """Yield what pays each of the dues, one tile for each."""
        deadline.check()
        if len(chosen) == len(self.dues):
            if self._may_lie(chosen):
                yield chosen
            return
        for payer in self._payers(self.dues[len(chosen)]):
            if not any(payer is other or payer == other for other in chosen):
                yield from self.choices((*chosen, payer), deadline)

    def _payers(self, due: _Due) -> Iterator[_Payer]:
        """Yield the tiles that may pay, those first that come to the pile anyway."""
        pile, tile = due.payment.pile, due.tile
        ways = [w for w in self.ways if w.new.tile == tile and self._may_pay(w.source, pile)]
        yield from sorted(ways, key=lambda w: (w.target != pile, w.source != RACK))
        for other, stays in self.stays.items():
            if self._may_pay(other, pile):
                yield from ((other, stay) for stay in stays if stay[0].tile == tile)

    def _may_pay(self, source: int, pile: int) -> bool:
        if source == RACK:
            return True
        from_any = self.law.replace_from is ReplaceFrom.ANY
        return from_any and source != pile and source not in self.bonds.whole

    def _may_lie(self, chosen: Sequence[_Payer]) -> bool:
        """Return whether the freed jokers lie where the law lets them: RULES 2.2, rule 4."""
        if self.law.reuse is Reuse.ANY:
            return True
        paid_to = {
            due.bit: payer.target if isinstance(payer, TileTransfer) else payer[0]
            for due, payer in zip(self.dues, chosen, strict=True)
        }
        return all(self._suits(w.target, paid_to) for w in self.ways if w.freed)

    def _suits(self, home: int, paid_to: Mapping[int, int]) -> bool:
        """Return whether that pile becomes a meld of the kind where freed jokers may lie."""
        come = [way for way in self.ways if way.target == home]
        others = any(way.source != RACK and not way.freed for way in come)
        return may_be_home(
            self.law.reuse,
            from_rack=sum(way.source == RACK for way in come),
            from_table=others or bool(self.stays[home]),
            holds_meld=any(self._lies_in(home, pile, paid_to) for pile in self.stays),
        )

    def _lies_in(self, home: int, pile: int, paid_to: Mapping[int, int]) -> bool:
        """Return whether all of a meld lies in a home, of freed jokers these or their tiles."""
        ways = [way for way in self.ways if way.source == pile]
        if not (ways or self.stays[pile]) or (self.stays[pile] and pile != home):
            return False
        for way in ways:
            if way.target == home:
                continue
            with_replacements = [bit for bit in paid_to if way.freed_by & bit]
            if not way.freed or any(paid_to[bit] != home for bit in with_replacements):
                return False
        return True


def _pay(due: _Due, payer: _Payer, ways: list[TileTransfer], stays: dict[int, list[Stay]]) -> None:
    """Mark what pays, or part its way in two: to the place of the joker, and on from there."""
    pile = due.payment.pile
    if isinstance(payer, TileTransfer):
        if payer.target == pile:
            payer.pays |= due.bit
            return
        source, target, old, new = payer.source, payer.target, payer.old, payer.new
        ways.remove(payer)
    else:
        source, (old, new) = payer
        target = source
        stays[source].remove(payer[1])
    ways.append(TileTransfer(source, pile, old, due.spot, pays=due.bit, passes=True))
    ways.append(TileTransfer(pile, target, due.spot, new, follows=due.bit))
