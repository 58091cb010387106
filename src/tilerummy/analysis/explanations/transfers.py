"""Which tiles go from where to where, so that one table becomes another."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from tilerummy.analysis.explanations.constraints import NO_CONSTRAINTS, RACK, Constraints
from tilerummy.analysis.explanations.meld_pairs import Pairing, paired_melds
from tilerummy.analysis.explanations.replacements import Stay, TileTransfer, with_replacements
from tilerummy.analysis.explanations.spots import Spot, spots_of
from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Meld
from tilerummy.tiles import JOKER, Rack, Tile


@dataclass(frozen=True, slots=True)
class Transfer:
    """Neighbouring tiles that go from one pile, or the rack, to another pile in one go.

    Each is told at its place ``old`` and at its place ``new``; tiles of the rack have no old one.
    Where ``source`` is ``target``, jokers stand for something else than before.

    The law of jokers adds payments, as bits: those that the tiles are, those that must have come
    before the tiles, which are jokers, are free, and for each tile that comes to lie where it is to
    leave from by paying, its place and its payment. Tiles that ``pass`` go on so. A joker of the
    table that is ``kept`` is not replaced.
    """

    source: int
    target: int
    old: tuple[Spot, ...]
    new: tuple[Spot, ...]
    pays: int = 0
    freed_by: int = 0
    follows: tuple[tuple[Spot, int], ...] = ()
    passes: bool = False
    kept: bool = False

    @property
    def is_bound(self) -> bool:
        """Whether the law of jokers says anything of it."""
        return bool(self.pays or self.freed_by or self.follows or self.kept)

    @property
    def in_row(self) -> bool:
        """Whether the tiles leave a run and become part of one."""
        return all(s.in_run for s in (*self.old, *self.new))


@dataclass(frozen=True, slots=True)
class TransferPlan:
    """All that happens to the piles: what stays, at its old and its new place, and what goes.

    ``become`` has a row for each pile, those that are not there yet last, with None for a pile of
    which nothing is left; ``stays`` has the piles that change. ``best`` says whether it is known
    that no tiles could stay that go.
    """

    stays: dict[int, list[Stay]]
    become: list[Meld | None]
    transfers: list[Transfer]
    best: bool = True

    @property
    def moved(self) -> int:
        """How many tiles leave their piles."""
        return sum(len(transfer.old) for transfer in self.transfers)


def plan_transfers(
    piles: Sequence[Meld | None],
    after: Sequence[Meld],
    bonds: Constraints = NO_CONSTRAINTS,
    deadline: Deadline = NEVER,
) -> TransferPlan:
    """Return what happens to *piles*, where None is an empty one, so that they become *after*.

    As few tiles as possible change their pile, of those that *bonds* leave free to stay. What is
    not in the piles comes from the rack.

    Raises ValueError if a tile of the piles is missing from *after*, and UnpaidError if the tiles
    cannot be shared out as the law of jokers wants it, or OutOfTimeError if that is not known yet.
    """
    pairing = paired_melds(piles, after, bonds, deadline)
    places = _Places(piles, pairing, bonds)
    ways = [*_ways(places, bonds)]
    if bonds:
        ways = with_replacements(ways, places.stays, bonds, deadline)
    transfers = _transfers(ways, places)
    return TransferPlan(places.stays, pairing.become, transfers, pairing.best)


@dataclass(slots=True)
class _Places:
    """The tiles of the piles that change: those that stay, leave and come."""

    piles: Sequence[Meld | None]
    pairing: Pairing
    bonds: Constraints
    stays: dict[int, list[Stay]] = field(default_factory=dict)
    leaving: dict[int, list[Spot]] = field(default_factory=dict)
    coming: dict[int, list[Spot]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for pile in self.pairing.changed:
            meld = self.piles[pile] if pile < len(self.piles) else None
            new = self.pairing.become[pile]
            old = () if meld is None else spots_of(meld)
            self._compare(pile, old, [] if new is None else [*spots_of(new)])

    def _compare(self, pile: int, old: Sequence[Spot], coming: list[Spot]) -> None:
        """Tell the tiles that both have, jokers only if they stand for the same."""
        home = self.pairing.home_of.get(pile, -1)
        keeps = self.bonds.kept(pile, home)
        stays, leaving = [], []
        words = [spot.word for spot in coming]
        for spot in old:
            at = words.index(spot.word) if spot.word in words else -1
            if at >= 0 and self.bonds:
                if spot.tile != JOKER:
                    at = at if self.bonds.may_stay(pile, home, spot.tile) else -1
                elif keeps and self.bonds.stays(pile, home, spot, coming[at]):
                    keeps -= 1
                else:
                    at = -1
            if at >= 0:
                del words[at]
                stays.append((spot, coming.pop(at)))
            else:
                leaving.append(spot)
        self.stays[pile], self.leaving[pile], self.coming[pile] = stays, leaving, coming

    def is_new(self, pile: int) -> bool:
        """Return whether nothing lies in that pile in the beginning."""
        return pile >= len(self.piles) or self.piles[pile] is None


def _ways(places: _Places, bonds: Constraints) -> Iterator[TileTransfer]:
    """Yield for each tile that comes to a pile where it comes from.

    Equal tiles are shared out so that tiles which leave together arrive together.
    """
    offers: dict[Tile, list[tuple[int, Spot | None]]] = defaultdict(list)
    wants: dict[Tile, list[tuple[int, Spot]]] = defaultdict(list)
    for pile, spots in places.leaving.items():
        for spot in spots:
            offers[spot.tile].append((pile, spot))
    for pile, spots in places.coming.items():
        for spot in spots:
            wants[spot.tile].append((pile, spot))
    placed: Counter[Tile] = Counter()
    missing = []
    for tile in {**offers, **wants}:
        more = len(wants[tile]) - len(offers[tile])
        if more > 0:
            placed[tile] = more
            offers[tile] += [(RACK, None)] * more
        missing += [tile] * -more
    if missing:
        raise ValueError(f"tiles of the table must stay on the table: {Rack(missing)}")
    likeness = _Likeness(places, placed)
    for tile in sorted(wants):
        yield from _shared_out(offers[tile], wants[tile], likeness, bonds)


_Offer = tuple[int, Spot | None]
_Want = tuple[int, Spot]


def _shared_out(
    offers: list[_Offer], wants: list[_Want], likeness: _Likeness, bonds: Constraints
) -> Iterator[TileTransfer]:
    """Yield how equal tiles are shared out."""
    if bonds:
        yield from _tied(offers, wants, likeness.places)
    joker = bool(wants) and wants[0][1].tile == JOKER
    while len(offers) > 1 and (joker or offers[0][0] != offers[-1][0]):
        offer, want = max(
            ((o, w) for o in offers for w in wants), key=lambda pair: likeness(*pair[0], *pair[1])
        )
        offers.remove(offer)
        wants.remove(want)
        yield TileTransfer(offer[0], want[0], offer[1], want[1])
    for offer, want in zip(offers, wants, strict=True):
        yield TileTransfer(offer[0], want[0], offer[1], want[1])


def _tied(offers: list[_Offer], wants: list[_Want], places: _Places) -> Iterator[TileTransfer]:
    """Yield where tiles go that must go there, and take them away from what is shared out."""
    bonds, home_of = places.bonds, places.pairing.home_of
    tile = wants[0][1].tile if wants else None
    ties: list[tuple[_Offer, _Want, bool]] = []
    if tile == JOKER:
        pile_of = {home: pile for pile, home in home_of.items()}
        stayed = Counter((p, a, b) for p, stays in places.stays.items() for a, b in stays)
        for s in bonds.seats:
            at_home = home_of.get(s.pile) == s.home and not s.freed
            if at_home and stayed[s.pile, s.old, s.new]:
                stayed[s.pile, s.old, s.new] -= 1
            else:
                ties.append(((s.pile, s.old), (pile_of[s.home], s.new), s.freed))
    elif tile is not None:
        come_from = {source: (source, spot) for source, spot in offers}
        traced = [(bonds.sources.get((home_of[want[0]], tile)), want) for want in wants]
        traced += [(RACK, want) for want in wants if bonds.is_paid(want[0], tile)]
        ties += [(come_from[s], want, False) for s, want in traced if s in come_from]
    for offer, want, freed in ties:
        if offer in offers and want in wants:
            offers.remove(offer)
            wants.remove(want)
            yield TileTransfer(
                offer[0], want[0], offer[1], want[1], freed=freed, kept=tile == JOKER and not freed
            )


class _Likeness:
    """How much speaks for a tile of a source to go to a target."""

    def __init__(self, places: _Places, placed: Counter[Tile]) -> None:
        self.places, self.placed = places, placed
        self._known: dict[tuple[int, int], int] = {}
        self._goes = {pile: _told_apart(spots) for pile, spots in places.leaving.items()}
        self._comes = {pile: _told_apart(spots) for pile, spots in places.coming.items()}

    def __call__(self, source: int, old: Spot | None, target: int, new: Spot) -> int:
        if source == target:
            return 1000
        known = self._known.get((source, target))
        if known is None:
            known = self._known[source, target] = self._of(source, target)
        if old is None:
            return known + 50 * self._for_joker(target, new)
        return known + (old.word == new.word)

    def _of(self, source: int, target: int) -> int:
        comes = self._comes[target]
        if source != RACK:
            return 2 * len(self._goes[source] & comes)
        both = sum([self.placed[tile] > nth for tile, nth in comes])
        whole = self.places.is_new(target) and both == len(comes)
        return 2 * both + 100 * whole

    def _for_joker(self, target: int, new: Spot) -> bool:
        """Return whether the tile may be one for a joker, which may have to come from the rack."""
        return new.tile != JOKER and (JOKER, 0) in self._goes[target]


def _told_apart(spots: Sequence[Spot]) -> set[tuple[Tile, int]]:
    """Return tiles of which equal ones, which can only be jokers, are numbered."""
    tiles = {(spot.tile, 0) for spot in spots}
    jokers = sum([spot.tile == JOKER for spot in spots]) if len(tiles) < len(spots) else 0
    return tiles | {(JOKER, nth) for nth in range(jokers)}


def _transfers(ways: Sequence[TileTransfer], places: _Places) -> list[Transfer]:
    """Return how the tiles that leave, and those of the rack, get to where they are wanted."""
    flows: dict[tuple[int, int], list[TileTransfer]] = defaultdict(list)
    for way in ways:
        flows[way.source, way.target].append(way)
    transfers = []
    for (source, target), tiles in sorted(flows.items()):
        pieces = [tiles]
        if len(tiles) > 1 and source not in places.bonds.whole:
            taken = {s.face for s in places.leaving[target] if s.face is not None}
            pieces = [*_pieces(tiles, taken)]
        transfers += [_transfer(source, target, piece) for piece in pieces]
    return transfers


def _transfer(source: int, target: int, piece: list[TileTransfer]) -> Transfer:
    old = tuple([way.old for way in piece if way.old is not None])
    new = tuple([way.new for way in piece])
    if not any(way.is_bound for way in piece):
        return Transfer(source, target, old, new)
    return Transfer(
        source,
        target,
        old,
        new,
        pays=reduce(or_, (way.pays for way in piece)),
        freed_by=reduce(or_, (way.freed_by for way in piece)),
        follows=tuple((way.old, way.follows) for way in piece if way.old and way.follows),
        passes=piece[0].passes,
        kept=any(way.kept for way in piece),
    )


def _pieces(tiles: list[TileTransfer], taken: AbstractSet[Tile]) -> Iterator[list[TileTransfer]]:
    """Yield the tiles that lie side by side, before and after.

    A tile whose place is *taken* by another that stands for the same goes alone, and so does each
    of several jokers.
    """
    piece: list[TileTransfer] = []
    for way in sorted(tiles, key=lambda way: (way.new.place, way.new.tile)):
        if piece and not _side_by_side(piece[-1], way, taken):
            yield piece
            piece = []
        piece.append(way)
    yield piece


def _side_by_side(one: TileTransfer, other: TileTransfer, taken: AbstractSet[Tile]) -> bool:
    for a, b in ((one.old, other.old), (one.new, other.new)):
        if a is not None and b is not None and a.in_run and b.in_run and b.place != a.place + 1:
            return False
    if one.new.tile == other.new.tile == JOKER and one.new.in_run:
        return False
    if one.goes_alone or other.goes_alone:
        return False
    return one.new.face not in taken and other.new.face not in taken
