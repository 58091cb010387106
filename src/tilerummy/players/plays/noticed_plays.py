"""Finds plays that lay melds from the rack and single tiles, but overlooks some."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilerummy.analysis.best_plays.face_up_tiles import usable_face_up
from tilerummy.analysis.positions import after_play, is_legal, may_play
from tilerummy.melds import Meld, Table
from tilerummy.players.decisions import DecisionContext
from tilerummy.players.plays.rack_melds import laid_off, own_melds, taken_in_turn
from tilerummy.rules import Ruleset
from tilerummy.state import Play, State
from tilerummy.tiles import JOKER, Rack, Tile

FEW = 6
"""Jokers are played once the rack has at most this many tiles."""


def noticed_plays(
    context: DecisionContext, overlooked: float, *, tires: bool = False
) -> Iterator[Play]:
    """Yield plays that lay melds from the rack or lay off single tiles, without rearranging.

    Each meld and each tile is overlooked in this turn with probability *overlooked*. Jokers are
    played only to open, near the end, or when the rules require it. If *tires* is true, the player
    stops looking after laying melds or after laying off a single tile.
    """
    rules, view = context.rules, context.view
    rack = view.mover.rack + usable_face_up(view)

    def noticed() -> bool:
        return context.rng.random() >= overlooked

    melds = [m for m in own_melds(rack, rules.tiles, jokers=rack.count(JOKER)) if noticed()]
    singles = [tile for tile in dict.fromkeys(view.mover.rack) if noticed()]
    while may_play(rules, view) and (
        play := _play(context.then(view), melds, singles, limit=1 if tires else None)
    ):
        yield play
        if tires:
            return
        view = after_play(view, play)


def _play(
    context: DecisionContext, melds: Sequence[Meld], singles: Sequence[Tile], *, limit: int | None
) -> Play | None:
    """Return the first legal play found before the deadline, or None."""
    for table in _tables(context.rules, context.view, melds, singles, limit=limit):
        if context.deadline.is_over:
            return None
        play = Play.between(context.view.table, table)
        if is_legal(context.rules, context.view, play):
            return play
    return None


def _tables(
    rules: Ruleset,
    view: State,
    melds: Sequence[Meld],
    singles: Sequence[Tile],
    *,
    limit: int | None,
) -> Iterator[Table]:
    """Yield the tables to try, starting with those that use no joker from the rack."""
    for jokers in _joker_budgets(rules, view):
        seen = [meld for meld in melds if meld.jokers <= jokers]
        new = taken_in_turn(view.mover.rack + usable_face_up(view), seen)
        if view.mover.opened is None:
            yield from (view.table + new[:count] for count in range(len(new), 0, -1))
        else:
            fitting = singles if jokers else _plain(singles)
            yield from reversed(_grown_tables(rules, view, new, fitting)[:limit])


def _plain(tiles: Sequence[Tile]) -> list[Tile]:
    return [tile for tile in tiles if tile != JOKER]


def _joker_budgets(rules: Ruleset, view: State) -> Iterator[int]:
    """Yield the number of rack jokers to allow: first 0, then all if it is time to play them.

    It is time if the player still has to open, has few tiles left, or must play jokers by the
    rules.
    """
    held = view.mover.rack.count(JOKER)
    yield 0
    if held and (view.mover.opened is None or rules.jokers_due or len(view.mover.rack) <= FEW):
        yield held


def _grown_tables(
    rules: Ruleset, view: State, new: Sequence[Meld], singles: Sequence[Tile]
) -> list[Table]:
    """Return tables with the *new* melds and then single tiles added one by one, smallest first."""
    tables = [view.table, view.table + new] if new else [view.table]
    left = view.mover.rack - (tables[-1].tiles - view.table.tiles)
    for tile in Rack(tile for tile in left if tile in singles):
        grown = next(laid_off(tables[-1], tile, rules.tiles), None)
        if grown is not None:
            tables.append(grown)
    return tables[1:]
