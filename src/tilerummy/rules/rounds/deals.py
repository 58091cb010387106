"""The deal and all random outcomes in a round (RULES, sections 2.3, 2.4 and 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from struct import Struct
from typing import TypeVar

from tilerummy.arguments import as_seed, check_argument
from tilerummy.state.actions import Source
from tilerummy.state.events import Dealt, Drew, Event, Exposed, Lots, Moved, Phase
from tilerummy.state.rows import row_text
from tilerummy.state.state import State
from tilerummy.tiles import HIDDEN, JOKER, Rack, Tile, TileSet

Item = TypeVar("Item")

BY_PLAYERS = (2, 2, 4, 4, 6, 6)
"""The number of copies of each tile for 1 to 6 players.

3 and 4 players use two sets (S2), so each pair of players has a set of its own (RULES 5.1).
"""

HANDFUL_WEIGHTS = (1, 2, 3, 2, 1)
"""The weights of handful sizes, which range from two below the target to two above it."""

NEW_DEALS = 3
"""The maximum number of new deals in a round (RULES 5.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """All random outcomes in a round.

    ``order`` lists the tiles in the order of dealing and drawing. ``lots`` contains the draws that
    decide who starts, or is () if the starter is known. ``handfuls`` contains the sizes of each
    seat's handfuls (McGraw).
    """

    order: tuple[Tile, ...]
    lots: tuple[tuple[Tile | None, ...], ...] = ()
    handfuls: tuple[tuple[int, int], ...] = ()

    @property
    def starter(self) -> int:
        """The seat that had the highest tile in the last drawing of lots."""
        last = [(-1 if t is None else _height(t)) for t in self.lots[-1]]
        return last.index(max(last))


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The parameters of a deal.

    ``tiles`` is the size of a rack. If ``trump`` is True, a trump tile is turned up. If
    ``starter_extra`` is True, the first player gets an extra tile and does not draw in the first
    turn. If ``handfuls`` is True, each rack is two handfuls of about ``tiles`` each, and jokers are
    dealt separately. ``free`` is the number of face-up tiles per player. ``copies`` contains the
    number of copies of each tile for one player, two players and so on, or is () if that number is
    constant. ``jokers`` is the number of jokers that each player gets as part of the rack. If it is
    not 0, all other jokers stay out of the game. It has no meaning with handfuls, because all
    jokers are then dealt separately. ``new_deal_pairs`` is the number of pairs of identical tiles
    on a rack that entitle a player to a new deal, or 0 if there are no new deals.
    """

    tiles: int = 14
    trump: bool = False
    starter_extra: bool = False
    handfuls: bool = False
    free: int = 0
    copies: tuple[int, ...] = ()
    jokers: int = 0
    new_deal_pairs: int = 0

    @property
    def random_tiles(self) -> int:
        """The number of tiles on a rack that are dealt at random, unless there are handfuls."""
        return self.tiles - self.jokers

    def tile_set(self, tiles: TileSet, seats: int) -> TileSet:
        """Return the tile set for this number of seats. *tiles* is the game's full set.

        If each player gets jokers, the game has no further ones.
        """
        if self.jokers and not self.handfuls:
            tiles = replace(tiles, jokers=min(tiles.jokers, self.jokers * seats))
        if not self.copies:
            return tiles
        return replace(tiles, copies=self.copies[min(max(seats, 1), len(self.copies)) - 1])

    def most(self, seats: int) -> int:
        """Return the maximum number of tiles dealt to this number of seats."""
        rack = 2 * (self.tiles + 2) if self.handfuls else self.random_tiles
        return seats * (rack + self.free) + self.trump + self.starter_extra

    def bucket(self, tiles: TileSet, seats: int) -> tuple[Tile, ...]:
        """Return the tiles to shuffle: all tiles except jokers that are dealt separately."""
        own = Rack(self.tile_set(tiles, seats))
        return tuple(own - (JOKER,) * self.set_aside(tiles, seats))

    def set_aside(self, tiles: TileSet, seats: int) -> int:
        """Return the number of jokers that are dealt separately and face up."""
        return tiles.jokers if self.handfuls else self.jokers * seats


def shuffled(items: Iterable[Item], seed: bytes, label: str) -> tuple[Item, ...]:
    """Return *items* in a random order that is determined by *seed* and *label*.

    This is a Fisher-Yates shuffle from the end, with unbiased 32-bit numbers from the stream
    HMAC-SHA256(HMAC-SHA256(seed, label), counter), where the counter is eight bytes, big-endian.
    """
    import hmac  # a large import that only a deal needs

    order = list(items)
    numbers = _stream(hmac.digest(seed, label.encode(), "sha256"))
    for last in range(len(order) - 1, 0, -1):
        bound = last + 1
        fair = 2**32 - 2**32 % bound
        while (number := next(numbers)) >= fair:
            pass
        chosen = number % bound
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _stream(key: bytes) -> Iterator[int]:
    import hmac

    for counter in count():
        yield from _EIGHT_NUMBERS.unpack(hmac.digest(key, counter.to_bytes(8, "big"), "sha256"))


_EIGHT_NUMBERS = Struct(">8I")


def chance(
    deal: Deal, tiles: TileSet, *, seats: int, seed: bytes | int, lots: bool = True, label: str = ""
) -> Chance:
    """Return a round's random outcomes, including lots for the starting seat if *lots* is true.

    All outcomes are derived from *seed* and *label*. The label is randomness contributed by
    everyone except the owner of the seed. It is also the label for ``shuffled`` when the tiles are
    shuffled. For the lots and the handfuls, words that identify the shuffle are appended to it.

    >>> from tilerummy import chance, ruleset
    >>> rules = ruleset("sabra")
    >>> drawn = chance(rules.deal, rules.tiles, seats=2, seed=1)
    >>> drawn == chance(rules.deal, rules.tiles, seats=2, seed=1)
    True
    """
    check_argument(deal, Deal, 'a deal comes from a ruleset, as in ruleset("sabra").deal')
    check_argument(tiles, TileSet, 'tiles come from a ruleset, as in ruleset("sabra").tiles')
    seed = as_seed(seed)
    return Chance(
        order=shuffled(deal.bucket(tiles, seats), seed, label or "pool"),
        lots=tuple(_lots(deal.tile_set(tiles, seats), seats, seed, label)) if lots else (),
        handfuls=tuple(_handfuls(deal.tiles, seed, label, s) for s in range(seats))
        if deal.handfuls
        else (),
    )


def _lots(tiles: TileSet, seats: int, seed: bytes, label: str) -> Iterator[tuple[Tile | None, ...]]:
    """Yield each drawing of lots for the start. Seats that tie for the highest tile draw again."""
    tied = list(range(seats))
    for again in count():
        order = iter(shuffled(tiles, seed, _under(label, f"starter {again}")))
        drawn = [next(order) if seat in tied else None for seat in range(seats)]
        yield tuple(drawn)
        highest = max(_height(t) for t in drawn if t is not None)
        tied = [s for s, t in enumerate(drawn) if t is not None and _height(t) == highest]
        if len(tied) == 1:
            return


def _height(tile: Tile) -> int:
    return tile.number if tile.is_numbered else int(JOKER)


def _under(label: str, word: str) -> str:
    return f"{label}|{word}" if label else word


def _handfuls(aim: int, seed: bytes, label: str, seat: int) -> tuple[int, int]:
    sizes = [aim - 2 + i for i, weight in enumerate(HANDFUL_WEIGHTS) for _ in range(weight)]
    first, second = (shuffled(sizes, seed, _under(label, f"handful {seat} {h}"))[0] for h in (0, 1))
    return first, second


def next_chance(deal: Deal, tiles: TileSet, state: State) -> Chance:
    """Return the random outcomes of a new deal, which replaces the deal in *state*.

    They are derived from all racks and the pool, in notation and one per line. So they follow from
    the first deal, and predicting them requires knowledge of the pool's order. If *state* is a
    view, the new order is unknown and the handfuls stay the same.
    """
    seats = len(state.seats)
    rows = (*(seat.rack for seat in state.seats), state.pool)
    if any(HIDDEN in row for row in rows):
        order = (HIDDEN,) * len(deal.bucket(tiles, seats))
        sizes = tuple((s.handfuls[0], s.handfuls[1]) for s in state.seats if s.handfuls)
        return Chance(order=order, handfuls=sizes)
    seed = "\n".join(map(row_text, rows)).encode()
    return chance(deal, tiles, seats=seats, seed=seed, lots=False, label="new deal")


def pairs_on(rack: Rack) -> Rack:
    """Return the tiles on *rack* that form pairs of identical tiles. A tile is in one pair only.

    >>> from tilerummy import rack
    >>> pairs_on(rack("k1 k1 k1 r5 o7 o7 o7 o7 * *"))
    k1 k1 o7 o7 o7 o7 * *
    """
    return Rack(tile for tile in set(rack) for _ in range(rack.count(tile) // 2 * 2))


def dealt(
    deal: Deal,
    tiles: TileSet,
    drawn: Chance,
    *,
    seats: int,
    starter: int | None,
    jokers: Sequence[int],
) -> Iterator[Event]:
    """Yield the events for a deal. *jokers* contains each seat's number of jokers set aside.

    Without a *starter*, the lots in *drawn* decide who starts. Racks are dealt one seat after the
    other, in tile order.
    """
    if starter is None:
        yield Lots(drawn.lots)
        starter = drawn.starter
    sizes = [sum(h) for h in drawn.handfuls] or [deal.random_tiles] * seats
    sizes[starter] += deal.starter_extra
    order = iter(drawn.order)
    racks = tuple(Rack(next(order) for _ in range(size)) for size in sizes)
    rest = tuple(order)
    aside = Rack((JOKER,) * deal.set_aside(tiles, seats))
    yield Dealt(racks, rest, drawn.handfuls, aside)
    for seat, own in enumerate(jokers):
        if own:
            yield Drew(seat, Source.ASIDE, (JOKER,) * own)
    if deal.trump:
        yield Exposed(trump=rest[0])
    if deal.free:
        yield Exposed(free=Rack(rest[: deal.free * seats]))


def joker_shares(jokers: int, seats: int, number: int) -> list[int]:
    """Return each seat's number of the *jokers* set aside, distributed as evenly as possible.

    Extra jokers move by one seat per round, and *number* is the round's: S2 "each hand the wild
    tiles move around the board from player to player".
    """
    each, odd = divmod(jokers, seats)
    lucky = {(seats - 1 + number + i) % seats for i in range(odd)}
    return [each + (seat in lucky) for seat in range(seats)]


def first_move(deal: Deal, first: Phase, starter: int) -> Moved:
    """Return the event that gives the first player the turn."""
    return Moved(starter, Phase.MELD if deal.starter_extra else first)
