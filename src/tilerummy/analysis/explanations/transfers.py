"""Which tiles go from which pile to which, so that one table becomes another."""

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
    """Neighbouring tiles that go together from one pile, or the rack, to another pile.

    ``old`` and ``new`` are their places before and after; tiles of the rack have no old one. Where
    ``source`` is ``target``, jokers come to represent something else.

    The joker law adds bits of replacing tiles: ``replaces``, those that these tiles are;
    ``freed_by``, those that must have arrived before these tiles, which are jokers, can leave; and
    in ``follows``, for each tile that arrives as a replacing tile where it leaves from, its place
    and its bit. Tiles that ``passes_through`` are such. A joker that is ``kept`` is not replaced.
    """

    source: int
    target: int
    old: tuple[Spot, ...]
    new: tuple[Spot, ...]
    replaces: int = 0
    freed_by: int = 0
    follows: tuple[tuple[Spot, int], ...] = ()
    passes_through: bool = False
    kept: bool = False

    @property
    def is_bound(self) -> bool:
        """Whether the joker law demands anything of it."""
        return bool(self.replaces or self.freed_by or self.follows or self.kept)

    @property
    def in_row(self) -> bool:
        """Whether the tiles leave a run and become part of one."""
        return all(s.in_run for s in (*self.old, *self.new))


@dataclass(frozen=True, slots=True)
class TransferPlan:
    """What stays in the piles, with its old and its new place, and what goes.

    ``become`` has the meld that each pile becomes, new piles last, None for a pile of which nothing
    is left; ``stays`` has the piles that change. ``best`` says whether it is proven that not more
    tiles could stay.
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
    constraints: Constraints = NO_CONSTRAINTS,
    deadline: Deadline = NEVER,
) -> TransferPlan:
    """Return what happens to *piles*, where None is an empty one, so that they become *after*.

    As few tiles as possible change their pile, of those that *constraints* let stay. What is not in
    the piles comes from the rack.

    Raises ValueError if a tile of the piles is missing from *after*, NoReplacementError if the
    tiles cannot be matched as the joker law demands, and OutOfTimeError.
    """
    pairing = paired_melds(piles, after, constraints, deadline)
    places = _Piles(piles, pairing, constraints)
    moves = [*_tile_transfers(places, constraints)]
    if constraints:
        moves = with_replacements(moves, places.stays, constraints, deadline)
    transfers = _transfers(moves, places)
    return TransferPlan(places.stays, pairing.become, transfers, pairing.best)


@dataclass(slots=True)
class _Piles:
    """The tiles of the piles that change: those that stay, leave and come."""

    piles: Sequence[Meld | None]
    pairing: Pairing
    constraints: Constraints
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
        """Find the tiles that both have, jokers only if they represent the same."""
        home = self.pairing.home_of.get(pile, -1)
        keeps = self.constraints.kept(pile, home)
        stays, leaving = [], []
        words = [spot.word for spot in coming]
        for spot in old:
            at = words.index(spot.word) if spot.word in words else -1
            if at >= 0 and self.constraints:
                if spot.tile != JOKER:
                    at = at if self.constraints.may_stay(pile, home, spot.tile) else -1
                elif keeps and self.constraints.stays(pile, home, spot, coming[at]):
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


def _tile_transfers(places: _Piles, constraints: Constraints) -> Iterator[TileTransfer]:
    """Yield for each tile that comes to a pile where it comes from.

    Equal tiles are matched so that tiles which leave together arrive together.
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
        yield from _matched(offers[tile], wants[tile], likeness, constraints)


_Offer = tuple[int, Spot | None]
_Want = tuple[int, Spot]


def _matched(
    offers: list[_Offer], wants: list[_Want], likeness: _Likeness, constraints: Constraints
) -> Iterator[TileTransfer]:
    """Yield which of equal tiles goes where."""
    if constraints:
        yield from _constrained(offers, wants, likeness.places)
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


def _constrained(
    offers: list[_Offer], wants: list[_Want], places: _Piles
) -> Iterator[TileTransfer]:
    """Yield the transfers that the constraints demand, and remove them from what is matched."""
    constraints, home_of = places.constraints, places.pairing.home_of
    tile = wants[0][1].tile if wants else None
    fixed: list[tuple[_Offer, _Want, bool]] = []
    if tile == JOKER:
        pile_of = {home: pile for pile, home in home_of.items()}
        stayed = Counter((p, a, b) for p, stays in places.stays.items() for a, b in stays)
        for s in constraints.placements:
            at_home = home_of.get(s.pile) == s.home and not s.freed
            if at_home and stayed[s.pile, s.old, s.new]:
                stayed[s.pile, s.old, s.new] -= 1
            else:
                fixed.append(((s.pile, s.old), (pile_of[s.home], s.new), s.freed))
    elif tile is not None:
        come_from = {source: (source, spot) for source, spot in offers}
        traced = [(constraints.sources.get((home_of[want[0]], tile)), want) for want in wants]
        traced += [(RACK, want) for want in wants if constraints.replaces_joker(want[0], tile)]
        fixed += [(come_from[s], want, False) for s, want in traced if s in come_from]
    for offer, want, freed in fixed:
        if offer in offers and want in wants:
            offers.remove(offer)
            wants.remove(want)
            yield TileTransfer(
                offer[0], want[0], offer[1], want[1], freed=freed, kept=tile == JOKER and not freed
            )


class _Likeness:
    """How good it is that a tile of a source goes to a target."""

    def __init__(self, places: _Piles, placed: Counter[Tile]) -> None:
        self.places, self.placed = places, placed
        self._known: dict[tuple[int, int], int] = {}
        self._goes = {pile: _numbered(spots) for pile, spots in places.leaving.items()}
        self._comes = {pile: _numbered(spots) for pile, spots in places.coming.items()}

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


def _numbered(spots: Sequence[Spot]) -> set[tuple[Tile, int]]:
    """Return the tiles, equal ones numbered: these can only be jokers."""
    tiles = {(spot.tile, 0) for spot in spots}
    jokers = sum([spot.tile == JOKER for spot in spots]) if len(tiles) < len(spots) else 0
    return tiles | {(JOKER, nth) for nth in range(jokers)}


def _transfers(moves: Sequence[TileTransfer], places: _Piles) -> list[Transfer]:
    """Return how the tiles that leave, and those of the rack, get to their targets."""
    flows: dict[tuple[int, int], list[TileTransfer]] = defaultdict(list)
    for move in moves:
        flows[move.source, move.target].append(move)
    transfers = []
    for (source, target), tiles in sorted(flows.items()):
        pieces = [tiles]
        if len(tiles) > 1 and source not in places.constraints.whole:
            taken = {s.face for s in places.leaving[target] if s.face is not None}
            pieces = [*_pieces(tiles, taken)]
        transfers += [_transfer(source, target, piece) for piece in pieces]
    return transfers


def _transfer(source: int, target: int, piece: list[TileTransfer]) -> Transfer:
    old = tuple([move.old for move in piece if move.old is not None])
    new = tuple([move.new for move in piece])
    if not any(move.is_bound for move in piece):
        return Transfer(source, target, old, new)
    return Transfer(
        source,
        target,
        old,
        new,
        replaces=reduce(or_, (move.replaces for move in piece)),
        freed_by=reduce(or_, (move.freed_by for move in piece)),
        follows=tuple((move.old, move.follows) for move in piece if move.old and move.follows),
        passes_through=piece[0].passes_through,
        kept=any(move.kept for move in piece),
    )


def _pieces(tiles: list[TileTransfer], taken: AbstractSet[Tile]) -> Iterator[list[TileTransfer]]:
    """Yield the tiles that lie side by side, before and after.

    A tile whose place is *taken* by another that stands for the same goes alone, and so does each
    of several jokers.
    """
    piece: list[TileTransfer] = []
    for move in sorted(tiles, key=lambda move: (move.new.place, move.new.tile)):
        if piece and not _side_by_side(piece[-1], move, taken):
            yield piece
            piece = []
        piece.append(move)
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
