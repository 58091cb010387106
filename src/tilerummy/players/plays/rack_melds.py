"""Finds plays without rearranging: melds from the rack, and single tiles to lay off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tilerummy.melds import Group, Meld, Run, Table, fits
from tilerummy.tiles import JOKER, Rack, Tile, TileSet


def own_melds(rack: Sequence[Tile], tiles: TileSet, *, jokers: int = 0) -> tuple[Meld, ...]:
    """Return the distinct melds that can be formed from the *rack* with at most *jokers* jokers.

    Jokers only replace tiles that the rack lacks. The result contains all runs, but for each number
    only one group of each size.
    """
    kinds = Counter(tile for tile in rack if tile.is_numbered)
    melds: list[Meld] = [*_groups(kinds, tiles, jokers), *_runs(kinds, tiles, jokers)]
    return tuple(meld for meld in dict.fromkeys(melds) if fits(meld, tiles))


def _groups(kinds: Counter[Tile], tiles: TileSet, jokers: int) -> Iterator[Group]:
    for number in sorted({tile.number for tile in kinds}):
        same = tuple(sorted(tile for tile in kinds if tile.number == number))
        for wild in range(jokers + 1):
            for size in range(3, tiles.colours + 1):
                if 0 < size - wild <= len(same):
                    yield Group(same[: size - wild], wild)


def _runs(kinds: Counter[Tile], tiles: TileSet, jokers: int) -> Iterator[Run]:
    for letter in tiles.letters:
        numbers = [*range(1, tiles.numbers + 1), *([1] if tiles.one_high else [])]
        line = [Tile.of(letter, number) for number in numbers]
        for start in range(len(line)):
            wild: list[Tile] = []
            for end, face in enumerate(line[start:], start + 1):
                if not kinds[face]:
                    wild.append(face)
                if len(wild) > jokers:
                    break
                yield Run(tuple(line[start:end]), tuple(wild))


def makes_a_meld(tile: Tile, rack: Rack, tiles: TileSet) -> bool:
    """Return whether adding *tile*, which is not on the *rack*, makes a new meld without jokers."""
    return tile not in rack and any(
        tile in meld.numbered for meld in own_melds((*rack, tile), tiles)
    )


def taken_in_turn(rack: Rack, melds: Sequence[Meld]) -> list[Meld]:
    """Return melds that the rack can lay together, chosen greedily from *melds* by value.

    Melds without jokers are chosen first.
    """
    laid: list[Meld] = []
    for meld in sorted(melds, key=_worth, reverse=True):
        while rack >= meld.tiles:
            laid.append(meld)
            rack -= meld.tiles
    return laid


def _worth(meld: Meld) -> tuple[int, int]:
    return -meld.jokers, meld.points


def laid_off(table: Table, tile: Tile, tiles: TileSet) -> Iterator[Table]:
    """Yield each table that results from adding *tile* to one of the melds on *table*."""
    for meld in table:
        for grown in _grown(meld, tile, tiles):
            if fits(grown, tiles):
                yield table - (meld,) + (grown,)


def _grown(meld: Meld, tile: Tile, tiles: TileSet) -> Iterator[Meld]:
    if isinstance(meld, Group):
        if tile == JOKER:
            yield Group(meld.numbered, meld.jokers + 1)
        elif tile not in meld.numbered:
            yield Group(tuple(sorted((*meld.numbered, tile))), meld.jokers)
        return
    colour, first, last = meld.faces[0].colour, meld.faces[0].number, meld.faces[-1].number
    above = 1 if tiles.one_high and last == tiles.numbers and first > 1 else last + 1
    for number, after in ((above, True), (first - 1, False)):
        if not 1 <= number <= tiles.numbers or (after and last == 1):
            continue
        face = Tile.of(colour, number)
        if tile in (face, JOKER):
            faces = (*meld.faces, face) if after else (face, *meld.faces)
            wild = {*meld.wild, face} if tile == JOKER else {*meld.wild}
            yield Run(faces, tuple(f for f in faces if f in wild))
