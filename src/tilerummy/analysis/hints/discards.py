"""Finds the best tile to discard: one that is useful neither on the rack nor to the next player."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Literal, NamedTuple

from tilerummy.analysis.positions import is_legal
from tilerummy.analysis.solving import can_lay_off, solve_by
from tilerummy.deadline import NEVER, Deadline
from tilerummy.rules import Ruleset
from tilerummy.rules.choices import TakeDiscard
from tilerummy.solver import Problem
from tilerummy.state import Discard, Seat, State
from tilerummy.tiles import JOKER, Rack, Tile, TileSet


def best_discard(rules: Ruleset, view: State, *, deadline: Deadline = NEVER) -> Tile | None:
    """Return the best tile for the mover of *view* to discard, or None if none may be discarded.

    The best tile breaks no meld on the rack, fits the fewest unseen tiles and helps the next player
    as little as possible. If tiles are equally good, the highest is chosen. Jokers come last. If
    the *deadline* passes, only the tiles evaluated so far are compared. If none were evaluated, the
    highest tile is returned.
    """
    return next(iter(ranked_discards(rules, view, deadline=deadline)), None)


def ranked_discards(rules: Ruleset, view: State, *, deadline: Deadline = NEVER) -> list[Tile]:
    """Return the tiles that the mover of *view* may discard, best first. See `best_discard`."""
    rack, left = view.mover.rack, unseen(rules, view)
    allowed = [tile for tile in dict.fromkeys(rack) if is_legal(rules, view, Discard(tile))]
    allowed.sort(key=lambda tile: -tile.number if tile.is_numbered else 0)

    def rank(tile: Tile) -> tuple[bool, int, int, int, Tile]:
        if tile == JOKER:
            return True, 0, 0, 0, tile
        melds = in_melds(rack - (tile,), rules.tiles, deadline=deadline)
        use = usefulness(tile, rack, rules.tiles, left)
        use += danger(tile, rules, view, deadline=deadline)
        return False, -melds, use, -tile.number, tile

    known = [rank(tile) for tile in allowed if not deadline.is_over]
    return [each[-1] for each in sorted(known)] or allowed


_FEW = 4
"""The maximum number of unseen tiles that a reason calls few."""


class DiscardReason(NamedTuple):
    """A true reason for discarding a tile.

    ``code`` is ``twin`` if the rack has the tile twice, ``alone`` if no other tile on the rack goes
    with it, ``gone`` if all tiles that would complete a meld with it have been seen, and ``few`` if
    ``left`` of these, which are few, are unseen.
    """

    code: Literal["alone", "twin", "gone", "few"]
    left: int = 0


def discard_reason(
    rules: Ruleset, view: State, tile: Tile, *, deadline: Deadline = NEVER
) -> DiscardReason | None:
    """Return a reason for the mover of *view* to discard *tile*, or None.

    None is also returned if the *deadline* passes, because no reason is certain then.

    >>> from tilerummy import read_state, ruleset
    >>> from tilerummy.tiles import tile
    >>> view = read_state("players 2 | opened no | phase meld | rack k9 k10 r1 b13")
    >>> discard_reason(ruleset("american"), view, tile("r1")).code
    'alone'
    """
    rack = view.mover.rack
    if tile == JOKER:
        return None
    most, rest = (in_melds(each, rules.tiles, deadline=deadline) for each in (rack, rack - (tile,)))
    if most > rest or deadline.is_over:
        return None
    others = {other for other in rack if other.is_numbered and other != tile}
    if not any(completing(tile, other, rules.tiles) for other in others):
        return DiscardReason("alone")
    if rack.count(tile) > 1:
        return DiscardReason("twin")
    left = unseen(rules, view)
    thirds = {third for other in others for third in completing(tile, other, rules.tiles)}
    count = sum(left[third] for third in thirds)
    if not count:
        return DiscardReason("gone")
    return DiscardReason("few", count) if count <= _FEW else None


def unseen(rules: Ruleset, view: State, viewer: int | None = None) -> Counter[Tile]:
    """Return the tiles that a seat has not seen, in the pool or hidden on other racks.

    *viewer* is the seat to move by default. Every discard counts as seen, because all players saw
    it.
    """
    viewer = view.to_move if viewer is None else viewer
    seen = Counter(view.seats[viewer].rack) + Counter(view.table.tiles) + Counter(view.free)
    for index, seat in enumerate(view.seats):
        seen.update(seat.discards)
        if index != viewer:
            seen.update(seat.known)
    if view.trump is not None:
        seen[view.trump] += 1
    return Counter(rules.tiles_for(len(view.seats))) - seen


@cache
def completing(one: Tile, other: Tile, tiles: TileSet) -> tuple[Tile, ...]:
    """Return all tiles that would complete a meld with the two numbered tiles.

    >>> from tilerummy.tiles import STANDARD, tile
    >>> completing(tile("k4"), tile("k5"), STANDARD), completing(tile("k4"), tile("b4"), STANDARD)
    ((k3, k6), (r4, o4))
    """
    if one.number == other.number:
        letters = (c for c in tiles.letters if c not in (one.colour, other.colour))
        return tuple(Tile.of(c, one.number) for c in letters) if one != other else ()
    if one.colour != other.colour:
        return ()
    ways = {
        place
        for low in _places(one, tiles)
        for high in _places(other, tiles)
        for place in _between_or_beside(*sorted((low, high)))
        if 1 <= place <= tiles.numbers + tiles.one_high
    }
    numbers = {1 if place > tiles.numbers else place for place in ways}
    return tuple(Tile.of(one.colour, number) for number in sorted(numbers))


def _places(tile: Tile, tiles: TileSet) -> tuple[int, ...]:
    """Return the possible positions of a tile in a run. A high 1 is above the highest number."""
    if tiles.one_high and tile.number == 1:
        return 1, tiles.numbers + 1
    return (tile.number,)


def _between_or_beside(low: int, high: int) -> tuple[int, ...]:
    return {1: (low - 1, high + 1), 2: (low + 1,)}.get(high - low, ())


def in_melds(rack: Rack, tiles: TileSet, *, deadline: Deadline = NEVER) -> int:
    """Return the maximum number of tiles of *rack* that can be in melds at the same time.

    The true number may be higher if the *deadline* cut the search short.
    """
    return len(solve_by(Problem(rack=rack, tiles=tiles, tidy=False), deadline).placed)


def usefulness(tile: Tile, rack: Rack, tiles: TileSet, left: Counter[Tile]) -> int:
    """Count the tiles in *left* that complete a meld with *tile* and a tile of *rack*."""
    others = dict.fromkeys(other for other in rack if other.is_numbered and other != tile)
    return sum(left[third] for other in others for third in completing(tile, other, tiles))


def danger(tile: Tile, rules: Ruleset, view: State, *, deadline: Deadline = NEVER) -> int:
    """Return the estimated usefulness of *tile* to the next player.

    Only information that all players have is used. The most important factor is whether the next
    player could lay the tile off immediately. Another is which related tiles that player has taken
    or discarded.
    """
    following = view.seats[(view.to_move + 1) % len(view.seats)]
    if not _may_take(rules, following):
        return 0
    use = 0
    if following.opened is not None and can_lay_off(rules, view.table, tile, deadline=deadline):
        use += 6
    use += 3 * sum(_go_together(tile, other, rules.tiles) for other in following.known)
    return use - sum(_go_together(tile, other, rules.tiles) for other in following.discards[-4:])


def _may_take(rules: Ruleset, seat: Seat) -> bool:
    return rules.take_discard is TakeDiscard.ALWAYS or seat.opened is not None


def _go_together(tile: Tile, other: Tile, tiles: TileSet) -> bool:
    return JOKER not in (tile, other) and bool(completing(tile, other, tiles))
