"""A simple, honest player: melds of its own, tiles laid off one by one, nothing rearranged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tilerummy.melds import Group, Meld, Run, Table, fits
from tilerummy.rules import Ruleset, faults
from tilerummy.state import Action, Discard, Draw, Pass, Phase, Play, Source, State
from tilerummy.tiles import JOKER, Rack, Tile, TileSet


@dataclass(frozen=True, slots=True)
class Simple:
    """Lays what it can without taking the table apart, and always finishes its game.

    It opens as soon as it can, spends jokers only to open, to finish, or where it must, and
    discards the highest tile that goes with no other.
    """

    name: str = "simple"

    def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
        """Return a legal play if there is one in its reach, else what ends the turn."""
        assert seat == view.to_move
        if view.phase is Phase.DRAW:
            return (self._draw(rules, view),)
        play = best_play(rules, view)
        if play is not None:
            return (play,)
        if rules.draws_and_discards:
            return (self._discard(rules, view),)
        return (Draw() if view.phase is Phase.ACT and view.pool else Pass(),)

    def _draw(self, rules: Ruleset, view: State) -> Draw:
        """Take the discard only if it can be laid at once with more than itself."""
        take = Draw(Source.DISCARD)
        if any(faults(rules, view, take)):
            return Draw()
        tile = view.seats[view.previous].discards[-1]
        rack = view.mover.rack
        wanted = any(tile in m.naturals for m in _own_melds(Rack((*rack, tile)), rules.tiles, 0))
        return take if wanted and view.mover.opened is not None else Draw()

    def _discard(self, rules: Ruleset, view: State) -> Discard:
        rack = view.mover.rack
        allowed = [t for t in rack if not any(faults(rules, view, Discard(t)))]
        return Discard(max(allowed, key=lambda t: (t != JOKER, _alone(t, rack), _number(t), t)))


def best_play(rules: Ruleset, view: State) -> Play | None:
    """Return a legal play made of new melds and tiles laid off, or None."""
    for jokers in _joker_budgets(rules, view):
        new = _own_melds(view.mover.rack, rules.tiles, jokers)
        if view.mover.opened is None:
            plays = [Play(Table(), Table(new))] if new else []
        else:
            plays = [*_laid_off(rules, view, new, jokers)]
        for play in plays:
            if not any(faults(rules, view, play)):
                return play
    return None


def _joker_budgets(rules: Ruleset, view: State) -> Iterator[int]:
    """Yield how many jokers a play may use: none, then all where it opens, ends or is due."""
    held = view.mover.rack.count(JOKER)
    yield 0
    if held and (view.mover.opened is None or rules.jokers_due or len(view.mover.rack) <= 6):
        yield held


def _own_melds(rack: Rack, tiles: TileSet, jokers: int) -> list[Meld]:
    """Return melds of the rack alone: the most valuable first, then what is left again."""
    melds: list[Meld] = []
    while True:
        held = Rack(t for t in rack if t.is_numbered)
        found = max(_candidates(held, tiles, jokers), key=_worth, default=None)
        if found is None:
            return melds
        melds.append(found)
        rack = held - found.naturals
        jokers -= found.jokers


def _worth(meld: Meld) -> tuple[int, int]:
    return (-meld.jokers, meld.points)


def _candidates(rack: Rack, tiles: TileSet, jokers: int) -> Iterator[Meld]:
    kinds = Counter(rack)
    for number in {t.number for t in kinds}:
        same = tuple(sorted(t for t in kinds if t.number == number))
        for wild in range(jokers + 1):
            yield from _if_fits(Group(same[: tiles.colours - wild], wild), tiles)
    for start in kinds:
        numbers = range(start.number, tiles.numbers + 1)
        faces = [Tile.of(start.colour, n) for n in numbers]
        if tiles.one_high and start.number > 1:
            faces.append(Tile.of(start.colour, 1))
        wild_faces: list[Tile] = []
        for length, face in enumerate(faces, 1):
            if face not in kinds:
                wild_faces.append(face)
            if len(wild_faces) > jokers:
                break
            yield from _if_fits(Run(tuple(faces[:length]), tuple(wild_faces)), tiles)


def _if_fits(meld: Meld, tiles: TileSet) -> Iterator[Meld]:
    if fits(meld, tiles):
        yield meld


def _laid_off(rules: Ruleset, view: State, new: list[Meld], jokers: int) -> Iterator[Play]:
    """Yield plays with ever fewer tiles: the new melds, and what can be added one by one."""
    tables = [view.table, view.table + new] if new else [view.table]
    left = view.mover.rack - (tables[-1].tiles - view.table.tiles)
    spare = left.count(JOKER) if jokers else 0
    for tile in [t for t in left if t != JOKER] + [JOKER] * spare:
        grown = next(_added(tables[-1], tile, rules.tiles), None)
        if grown is not None:
            tables.append(grown)
    for table in reversed(tables[1:]):
        yield Play.between(view.table, table)


def _added(table: Table, tile: Tile, tiles: TileSet) -> Iterator[Table]:
    """Yield the tables with *tile* added to one of the melds."""
    for meld in table:
        for grown in _grown(meld, tile, tiles):
            if fits(grown, tiles):
                yield table - (meld,) + (grown,)


def _grown(meld: Meld, tile: Tile, tiles: TileSet) -> Iterator[Meld]:
    if isinstance(meld, Group):
        if tile == JOKER:
            yield Group(meld.naturals, meld.jokers + 1)
        elif tile not in meld.naturals:
            yield Group(tuple(sorted((*meld.naturals, tile))), meld.jokers)
        return
    colour, first, last = meld.faces[0].colour, meld.faces[0].number, meld.faces[-1].number
    above = 1 if tiles.one_high and last == tiles.numbers and first > 2 else last + 1
    for number, after in ((above, True), (first - 1, False)):
        if not 1 <= number <= tiles.numbers or (after and len(meld) > 1 and last == 1):
            continue
        face = Tile.of(colour, number)
        if tile in (face, JOKER):
            faces = (*meld.faces, face) if after else (face, *meld.faces)
            wild = {*meld.wild, face} if tile == JOKER else {*meld.wild}
            yield Run(faces, tuple(f for f in faces if f in wild))


def _alone(tile: Tile, rack: Rack) -> bool:
    """Return whether no other tile of the rack could be in one meld with *tile*."""
    return not any(
        other != tile
        and other.is_numbered
        and tile.is_numbered
        and (
            other.number == tile.number
            or (other.colour == tile.colour and abs(other.number - tile.number) <= 2)
        )
        for other in rack
    )


def _number(tile: Tile) -> int:
    return tile.number if tile.is_numbered else 0
