"""Plans the transfers of tiles between piles that turn one table into another."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from itertools import product
from typing import NamedTuple

from tilerummy.analysis.explanations.demands import (
    NO_DEMANDS,
    RACK,
    Demands,
    JokerMove,
    JokerReplacement,
    demands_of,
)
from tilerummy.analysis.explanations.steps import TilePosition, pile_of, positions_of
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.jokers import JokerLaw
from tilerummy.jokers.matching import best_assignment
from tilerummy.melds import Meld, Run, Table
from tilerummy.tiles import JOKER, Rack, Tile, TileSet

MOST_TRIED = 12
"""The maximum number of plans to compare. The simplest one is explained."""


class Exchange(NamedTuple):
    """Tiles from one source that replace jokers in a pile. The jokers are then picked up.

    If these tiles are not enough to replace the jokers, the jokers stay until the missing tiles
    have arrived.
    """

    source: int
    pile: int
    old: tuple[TilePosition, ...]
    new: tuple[TilePosition, ...]
    jokers: tuple[TilePosition, ...]


class Transfer(NamedTuple):
    """Adjacent tiles that move together from a pile or the rack to another pile.

    ``old`` and ``new`` are the tiles' positions before and after. Rack tiles have no old positions.
    If ``source`` and ``target`` are equal, the tiles are jokers that stay in the pile but represent
    other tiles. A joker that was ``freed`` by an exchange is already picked up, and a joker marked
    ``kept`` must not be replaced.
    """

    source: int
    target: int
    old: tuple[TilePosition, ...]
    new: tuple[TilePosition, ...]
    freed: bool = False
    kept: bool = False


class TransferPlan(NamedTuple):
    """The initial exchanges of jokers, the tiles that stay, and the transfers that follow.

    ``become`` contains the meld that each pile turns into, or None if the pile is used up. New
    piles come last. ``stays`` contains the old and the new positions of the tiles that stay in
    changed piles. ``best`` is True if provably no plan lets more tiles stay.
    """

    exchanges: tuple[Exchange, ...]
    stays: dict[int, list[tuple[TilePosition, TilePosition]]]
    become: list[Meld | None]
    transfers: list[Transfer]
    best: bool

    @property
    def moved(self) -> int:
        """The number of tiles that leave their piles."""
        exchanged = sum(len(exchange.old) for exchange in self.exchanges)
        return exchanged + sum(len(transfer.old) for transfer in self.transfers)


def legal_plan(
    piles: Sequence[Meld | None],
    after: Table,
    law: JokerLaw | None,
    tiles: TileSet,
    deadline: Deadline = NEVER,
) -> tuple[TransferPlan, bool]:
    """Return a plan that turns *piles* into *after*, and whether all plans were tried.

    Empty piles are None. The result is the plan, among those tried, that leaves the most jokers in
    place and then moves the fewest tiles. If the joker rules allow the play and there was enough
    time, they allow the plan. Tiles that are not in the piles come from the rack. Raises ValueError
    if a tile in the piles is missing from *after*.
    """
    missing = Counter(t for meld in piles if meld is not None for t in meld.tiles) - Counter(
        after.tiles
    )
    if missing:
        raise ValueError(f"tiles from the table must stay on the table: {Rack(missing.elements())}")
    best: TransferPlan | None = None
    rank, complete, tried = (0, 0), True, 0
    try:
        for demands in demands_of(piles, after, law, tiles, deadline):
            if best is not None and demands.freed > rank[0]:
                continue
            for plan in _plans(piles, after, demands, deadline):
                tried += 1
                if best is None or (demands.freed, plan.moved) < rank:
                    best, rank = plan, (demands.freed, plan.moved)
                if not demands or tried == MOST_TRIED:
                    return best, True
    except OutOfTimeError:
        complete = False
    if best is None:
        best = next(_plans(piles, after, NO_DEMANDS, deadline))
    return best, complete


class _Piece(NamedTuple):
    """A tile from the table or the rack: its original pile, and its current position."""

    tile: Tile
    first: int
    pile: int
    old: TilePosition | None


_Want = tuple[int, TilePosition]
"""The index of a pile, and a position in the meld that this pile becomes."""


class _NoPlanError(Exception):
    """Raised if the tiles cannot be matched as the joker rules demand."""


def _plans(
    piles: Sequence[Meld | None], after: Table, demands: Demands, deadline: Deadline
) -> Iterator[TransferPlan]:
    """Yield the plans that meet the *demands*, one for each choice of replacing tiles."""
    pieces = [
        _Piece(position.tile, pile, pile, position)
        for pile, meld in enumerate(piles)
        if meld is not None
        for position in positions_of(meld)
    ]
    placed = Counter(after.tiles) - Counter(piece.tile for piece in pieces)
    pieces += [_Piece(tile, RACK, RACK, None) for tile in placed.elements()]
    needed = [(each, tile) for each in demands.replacements for tile in each.tiles]
    choices = [
        [n for n, piece in enumerate(pieces) if _may_replace(piece, each, tile, demands)]
        for each, tile in needed
    ]
    for chosen in product(*(reversed(each) for each in choices)):
        if len({*chosen}) < len(chosen):
            continue
        if demands:
            deadline.check()
        now, exchanges = _exchanged(pieces, demands.replacements, chosen)
        with suppress(_NoPlanError):
            yield _plan(piles, after, demands, now, exchanges, deadline)


def _may_replace(
    piece: _Piece, replacement: JokerReplacement, tile: Tile, demands: Demands
) -> bool:
    if piece.tile != tile or piece.pile in demands.whole or piece.pile == replacement.pile:
        return False
    return piece.pile == RACK or demands.from_any


def _exchanged(
    pieces: Sequence[_Piece], replacements: Sequence[JokerReplacement], chosen: Sequence[int]
) -> tuple[list[_Piece], tuple[Exchange, ...]]:
    """Return the pieces after the *chosen* ones have replaced jokers, and the exchanges made."""
    now, exchanges, replacing = [*pieces], list[Exchange](), iter(chosen)
    for each in replacements:
        sources: dict[int, list[tuple[TilePosition | None, TilePosition, TilePosition]]] = (
            defaultdict(list)
        )
        for n, tile in enumerate(each.tiles):
            joker = each.jokers[min(n, len(each.jokers) - 1)]
            new = joker._replace(tile=tile, face=tile, word=str(tile))
            new = new if joker.in_run else new._replace(place=tile)
            piece = next(replacing)
            sources[pieces[piece].pile].append((pieces[piece].old, new, joker))
            now[piece] = pieces[piece]._replace(pile=each.pile, old=new)
        for source, positions in sources.items():
            jokers = tuple(joker for _, _, joker in positions)
            if each.together:
                jokers = each.jokers if source == [*sources][-1] else ()
            old = tuple(old for old, _, _ in positions if old is not None)
            exchanges.append(
                Exchange(source, each.pile, old, tuple(new for _, new, _ in positions), jokers)
            )
    return now, tuple(exchanges)


def _plan(
    piles: Sequence[Meld | None],
    after: Table,
    demands: Demands,
    pieces: Sequence[_Piece],
    exchanges: tuple[Exchange, ...],
    deadline: Deadline,
) -> TransferPlan:
    """Return the plan that takes the *pieces* from their current positions to *after*.

    Raises _NoPlanError if the demands cannot be met.
    """
    moved = _moved_jokers(pieces, demands)
    freed = {n for n, move in moved.items() if move.freed}
    lying: dict[int, list[_Piece]] = {pile: [] for pile, meld in enumerate(piles) if meld}
    for n, piece in enumerate(pieces):
        if piece.pile != RACK and n not in freed:
            lying[piece.pile].append(piece)
    touched = {pile for each in exchanges for pile in (each.source, each.pile)}
    changed, homes = _changed(lying, after, demands, touched)
    home_of, best = _paired(
        {pile: lying[pile] for pile in changed}, after, homes, demands, deadline
    )
    become = [None if pile in changed else meld for pile, meld in enumerate(piles)]
    for home in sorted({*homes} - {*home_of.values()}):
        home_of[len(become)] = home
        become.append(None)
    for pile, home in home_of.items():
        become[pile] = after[home]
    goes = _matched(pieces, changed, after, home_of, moved, demands)
    stays: dict[int, list[tuple[TilePosition, TilePosition]]] = {
        pile: [] for pile in (*changed, *home_of)
    }
    going: list[Transfer] = []
    for n, (target, new) in goes.items():
        old, source = pieces[n].old, pieces[n].pile
        if old is not None and source == target and old.word == new.word and n not in freed:
            stays[target].append((old, new))
        else:
            olds = () if old is None else (old,)
            kept = n in moved and n not in freed
            going.append(Transfer(source, target, olds, (new,), freed=n in freed, kept=kept))
    transfers = _together(going, demands.whole)
    full = [_filled(exchange, transfers, stays) for exchange in exchanges]
    return TransferPlan(tuple(full), stays, become, transfers, best)


def _filled(
    exchange: Exchange,
    transfers: list[Transfer],
    stays: dict[int, list[tuple[TilePosition, TilePosition]]],
) -> Exchange:
    """Return *exchange*, extended by all other numbered tiles from its source to its group."""
    more = [
        transfer
        for transfer in transfers
        if (transfer.source, transfer.target) == (exchange.source, exchange.pile)
        and exchange.jokers
        and not any(s.in_run or s.tile == JOKER for s in (*exchange.new, *transfer.new))
    ]
    for transfer in more:
        transfers.remove(transfer)
        stays[exchange.pile] += [(position, position) for position in transfer.new]
        old, new = exchange.old + transfer.old, exchange.new + transfer.new
        exchange = exchange._replace(old=old, new=new)
    return exchange


def _moved_jokers(pieces: Sequence[_Piece], demands: Demands) -> dict[int, JokerMove]:
    """Return the joker moves that the joker rules restrict, keyed by piece index."""
    numbers: dict[tuple[int, TilePosition | None], list[int]] = defaultdict(list)
    for n, piece in enumerate(pieces if demands else ()):
        if piece.tile == JOKER:
            numbers[piece.pile, piece.old].append(n)
    return {numbers[move.pile, move.old].pop(): move for move in demands.jokers}


def _changed(
    lying: Mapping[int, Sequence[_Piece]], after: Table, demands: Demands, touched: AbstractSet[int]
) -> tuple[list[int], list[int]]:
    """Return the indices of the changed piles and of the new melds.

    Unchanged ones are included if the joker rules make demands on them.
    """
    piles = {*touched, *demands.sources.values(), *(move.pile for move in demands.jokers)}
    homes = {move.home for move in demands.jokers} | {home for home, _ in demands.sources}
    equal: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for home in range(len(after) - 1, -1, -1):
        if home not in homes:
            equal[pile_of(positions_of(after[home]))].append(home)
    changed = []
    for pile, pieces in lying.items():
        words = pile_of([piece.old for piece in pieces if piece.old is not None])
        if pile not in piles and equal.get(words):
            equal[words].pop()
        else:
            changed.append(pile)
    return changed, sorted({*homes, *(home for same in equal.values() for home in same)})


def _paired(
    piles: Mapping[int, Sequence[_Piece]],
    after: Table,
    homes: Sequence[int],
    demands: Demands,
    deadline: Deadline,
) -> tuple[dict[int, int], bool]:
    """Return target melds for the piles so that the most tiles stay, and whether this is proven.

    If several choices are equally good, equal melds are preferred, then melds of the same kind.
    """
    kept = Counter((move.pile, move.home) for move in demands.jokers if not move.freed)
    home_of = {(pile, tile): home for (home, tile), pile in demands.sources.items()}
    news = [(home, after[home], {*after[home].numbered}) for home in homes]
    worths = []
    for pile, pieces in piles.items():
        tiles = {piece.tile for piece in pieces if piece.tile != JOKER}
        wild = [piece.old for piece in pieces if piece.tile == JOKER and piece.old]
        run = bool(pieces) and all(piece.old and piece.old.in_run for piece in pieces)
        row = []
        for home, new, numbered in news:
            same = tiles & numbered
            if demands:
                same = {
                    t
                    for t in same
                    if demands.sources.get((home, t), pile) == pile
                    and home_of.get((pile, t), home) == home
                }
                jokers = kept[pile, home]
            else:
                jokers = min(len(wild), new.jokers)
            shared = len(same) + jokers
            value = (shared << 20) + 64 * (shared if demands else len(same))
            value += 16 * (shared == len(pieces)) + 4 * (shared == len(new))
            value += 8 * (run == isinstance(new, Run))
            row.append(value if shared else 0)
        worths.append(row)
    assigned, best = best_assignment(worths, deadline)
    numbers = [*piles]
    return {numbers[row]: homes[column] for row, column in assigned.items()}, best


def _matched(
    pieces: Sequence[_Piece],
    changed: Sequence[int],
    after: Table,
    home_of: Mapping[int, int],
    moved: Mapping[int, JokerMove],
    demands: Demands,
) -> dict[int, _Want]:
    """Return each piece's target: as the rules require, otherwise in its own pile if possible."""
    goes: dict[int, _Want] = {}
    offers: dict[Tile, list[int]] = defaultdict(list)
    wants: dict[Tile, list[_Want]] = defaultdict(list)
    for n, piece in enumerate(pieces):
        if piece.pile == RACK or piece.pile in changed:
            offers[piece.tile].append(n)
    for pile, home in home_of.items():
        for position in positions_of(after[home]):
            wants[position.tile].append((pile, position))

    def give(n: int, want: _Want) -> None:
        goes[n] = want
        offers[pieces[n].tile].remove(n)
        wants[pieces[n].tile].remove(want)

    pile_of_home = {home: pile for pile, home in home_of.items()}
    for n, move in moved.items():
        give(n, (pile_of_home[move.home], move.new))
    for (home, tile), source in demands.sources.items():
        target = pile_of_home[home]
        fitting = [n for n in offers[tile] if pieces[n].first == source]
        if not fitting:
            raise _NoPlanError
        n = min(fitting, key=lambda n: pieces[n].pile != target)
        give(n, next(want for want in wants[tile] if want[0] == target))
    for tile, here in offers.items():
        for n in [*here]:
            pile, old = pieces[n][2:]
            for want in wants[tile]:
                if old is not None and want[0] == pile and want[1].word == old.word:
                    give(n, want)
                    break
    _match_by_likeness(pieces, offers, wants, give)
    return goes


def _match_by_likeness(
    pieces: Sequence[_Piece],
    offers: Mapping[Tile, list[int]],
    wants: Mapping[Tile, list[_Want]],
    give: Callable[[int, _Want], None],
) -> None:
    """Match all remaining pieces so that tiles that leave together also arrive together."""
    leaves: dict[int, set[Tile]] = defaultdict(set)
    comes: dict[int, set[Tile]] = defaultdict(set)
    for tile, here in offers.items():
        for n in here:
            leaves[pieces[n].pile].add(tile)
        for pile, _ in wants[tile]:
            comes[pile].add(tile)

    def likeness(pair: tuple[int, _Want]) -> tuple[bool, int, bool]:
        (_, _, source, old), (target, new) = pieces[pair[0]], pair[1]
        same = old is not None and old.word == new.word
        return source == target, len(leaves[source] & comes[target]), same

    for tile in sorted(wants):
        while offers[tile]:
            give(*max(product(offers[tile], wants[tile]), key=likeness))


def _together(tiles: Sequence[Transfer], whole: AbstractSet[int]) -> list[Transfer]:
    """Combine tiles that are adjacent both before and after into transfers.

    A tile that replaces a joker standing for it, or is replaced by such a joker, moves by itself.
    If there are several jokers, each joker also moves by itself.
    """
    leaving: dict[int, set[Tile | None]] = defaultdict(set)
    for tile in tiles:
        if not tile.freed:
            leaving[tile.source] |= {
                position.face for position in tile.old if position.face is not None
            }
    found: list[Transfer] = []
    for tile in sorted(tiles, key=lambda t: (t.source, t.target, t.new[0].place, t.new[0].tile)):
        last = found[-1] if found else None
        if (
            last is not None
            and (last.source, last.target) == (tile.source, tile.target)
            and not (last.freed or tile.freed)
            and (tile.source in whole or _side_by_side(last, tile, leaving[tile.target]))
        ):
            old, new = last.old + tile.old, last.new + tile.new
            found[-1] = last._replace(old=old, new=new, kept=last.kept or tile.kept)
        else:
            found.append(tile)
    return found


def _side_by_side(one: Transfer, other: Transfer, taken: AbstractSet[Tile | None]) -> bool:
    for a, b in (*zip(one.old[-1:], other.old, strict=False), (one.new[-1], other.new[0])):
        if a.in_run and b.in_run and b.place != a.place + 1:
            return False
    a, b = one.new[-1], other.new[0]
    if a.tile == b.tile == JOKER and a.in_run:
        return False
    return a.face not in taken and b.face not in taken
