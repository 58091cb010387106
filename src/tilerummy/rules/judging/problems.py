"""Finds reasons why a position cannot occur in a game, in its tiles, melds, seats and openings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tilerummy.melds import Table, fits
from tilerummy.message_text import counted, joined
from tilerummy.rules.arguments import check_arguments
from tilerummy.rules.ruleset import Ruleset
from tilerummy.state.events import Phase
from tilerummy.state.state import State
from tilerummy.tiles import HIDDEN, Rack, Tile


class FlawCode(StrEnum):
    """The codes for the flaws that a position can have."""

    WRONG_SEATS = "wrong_seats"
    FOREIGN_MELDS = "foreign_melds"
    TOO_MANY_COPIES = "too_many_copies"
    TOO_MANY_TILES = "too_many_tiles"
    OPENED_WITHOUT_MELDS = "opened_without_melds"
    MELDS_WITHOUT_OPENING = "melds_without_opening"


@dataclass(frozen=True, slots=True)
class Flaw:
    """A reason why a position cannot occur in a game: a code, a sentence and their parameters.

    ``tiles`` and ``melds`` are the tiles and melds affected. ``have`` and ``want`` are the actual
    and the required counts.
    """

    code: FlawCode
    message: str
    tiles: Rack = Rack()
    melds: Table = Table()
    have: int | None = None
    want: int | None = None

    def __str__(self) -> str:
        return self.message

    __repr__ = __str__


def problems(rules: Ruleset | str, state: State) -> tuple[Flaw, ...]:
    """Return the reasons why *state* cannot occur under *rules*, or () if none are known.

    A view is enough, because only the number of face-down tiles matters. The referee does not check
    the number of copies of a tile, so it can still judge plays in an impossible position.

    >>> from tilerummy.rules import ruleset
    >>> from tilerummy.state.notation import read_state
    >>> problems(ruleset("sabra"), read_state("table k5 r5 b5 / k5 b5 o5 | rack k5"))
    (there are 3 of k5, but the game has 2,)
    """
    return tuple(_problems(check_arguments(rules, state), state))


def _problems(rules: Ruleset, state: State) -> Iterator[Flaw]:
    seats = len(state.seats)
    allowed = rules.seats_allowed()
    if seats not in allowed:
        yield Flaw(
            FlawCode.WRONG_SEATS,
            f"{rules.name} is for {joined(allowed, 'or')} players, not {seats}",
            have=seats,
        )
    if melds := [meld for meld in state.table if not fits(meld, rules.tiles)]:
        table = Table(melds)
        yield Flaw(FlawCode.FOREIGN_MELDS, f"not a valid meld: {table}", melds=table)
    else:
        yield from _of_supply(rules, state)
    yield from _of_openings(state)


def _of_supply(rules: Ruleset, state: State) -> Iterator[Flaw]:
    """Yield a flaw for each tile with more copies in the position than in the game."""
    there = Counter(_tiles(state))
    supply = Counter(rules.tiles_for(len(state.seats)))
    known = Counter({tile: n for tile, n in there.items() if tile != HIDDEN})
    if extra := known - supply:
        tiles = Rack(extra)
        each = joined(f"{known[tile]} of {tile}" for tile in tiles)
        only = joined(str(supply[tile]) for tile in tiles)
        yield Flaw(
            FlawCode.TOO_MANY_COPIES, f"there are {each}, but the game has {only}", tiles=tiles
        )
    elif there.total() > supply.total():
        have, want = there.total(), supply.total()
        yield Flaw(
            FlawCode.TOO_MANY_TILES,
            f"there are {counted(have, 'tile')}, but the game has {want}",
            have=have,
            want=want,
        )


def _tiles(state: State) -> Iterator[Tile]:
    """Yield every tile in the position, including racks revealed at the end of the round."""
    shown = state.ended.racks if state.ended else [seat.rack for seat in state.seats]
    for seat, rack in zip(state.seats, shown, strict=True):
        yield from rack
        yield from seat.discards
    for pile in (state.table.tiles, state.free, state.aside, state.declared):
        yield from pile
    yield from (tile for tile in state.pool if tile != HIDDEN)  # any number is face down
    if state.trump is not None:
        yield state.trump


def _of_openings(state: State) -> Iterator[Flaw]:
    if state.phase is Phase.DEAL:
        return
    opened = [seat.opened is not None for seat in state.seats]
    if state.table and not any(opened):
        yield Flaw(
            FlawCode.MELDS_WITHOUT_OPENING,
            "there are melds on the table, but no seat has opened",
            melds=state.table,
        )
    elif state.mover.opened is not None and not state.table:
        yield Flaw(
            FlawCode.OPENED_WITHOUT_MELDS,
            "the player to move has opened, but there are no melds on the table",
        )
