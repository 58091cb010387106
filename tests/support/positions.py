"""Builds small positions from notation and returns the referee's verdicts on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from tilerummy.rules import Ruleset, begin, chance, decide, faults, ruleset
from tilerummy.state import Action, Ended, Event, Phase, Play, Seat, State, TurnStart, fold
from tilerummy.tiles import JOKER, NotationError, Rack, tile, tile_list

LEGAL = "legal"

MANIPULATION = (
    "tile-rummy",
    "rummikub",
    "sabra",
    "official-1978",
    "pressman-1980",
    "dutch-1985",
    "dutch-sabra",
    "pressman-1987",
    "spears-1988",
    "goliath-1994",
    "pressman-1998",
    "lemada-1999",
    "lemada-2014",
    "sabra-strict",
    "sabra-way",
    "sabra-way-tournament",
    "sabra-six",
    "tournament",
    "mcgraw",
)
DISCARDING = ("american", "international")
SMALL = ("first-game", "short-game")
"""Presets with fewer numbers; not in ``EVERY``, because most positions have higher numbers."""
EVERY = (*MANIPULATION, *DISCARDING)
ONE_SET = tuple(name for name in EVERY if name not in ("mcgraw", "sabra-six", "tournament"))
COUNTER_CLOCKWISE = {
    "official-1978",
    "dutch-1985",
    "dutch-sabra",
    "sabra-way",
    "sabra-way-tournament",
    "american",
    "international",
}

each = pytest.mark.parametrize
Wish = str | Action
"""An attempted action; a string is a play, written as the complete table after it."""


@dataclass(frozen=True, slots=True)
class Position:
    """A round's state at one moment, and its rules."""

    rules: Ruleset
    state: State

    def verdict(self, wish: Wish) -> str:
        """Return ``legal``, or the code of the first reason why the mover's attempt is refused."""
        try:
            action = self.action(wish)
        except NotationError as error:
            return error.code
        return next((str(r.code) for r in faults(self.rules, self.state, action)), LEGAL)

    def action(self, wish: Wish) -> Action:
        if isinstance(wish, str):
            return Play.between(self.state.table, self.rules.read_table(wish))
        return wish

    def events(self, *wishes: Wish) -> tuple[Event, ...]:
        """Return the events that these attempts cause.

        The seats to move make them one after another.
        """
        events: tuple[Event, ...] = ()
        now = self
        for wish in wishes:
            new = decide(now.rules, now.state, now.action(wish))
            events, now = (*events, *new), Position(now.rules, fold(new, now.state))
        return events

    def then(self, *wishes: Wish) -> Position:
        """Return the position after the seats to move have made these attempts in order."""
        return Position(self.rules, fold(self.events(*wishes), self.state))

    def rack(self, seat: int) -> str:
        return str(self.state.seats[seat].rack)

    @property
    def table(self) -> str:
        return str(self.state.table)

    @property
    def ended(self) -> Ended:
        assert self.state.ended is not None, "the round goes on"
        return self.state.ended


def position(
    rules: Ruleset | str,
    table: str = "",
    rack: str = "k1",
    *,
    others: Sequence[str] = ("r12 o13",),
    opened: bool = True,
    since: int = 0,
    others_opened: bool = True,
    pool: str = "k13 r13 b13 o13 k12 r12 b12 o12",
    discarded: str = "",
    trump: str = "",
    free: str = "",
    released: bool = False,
    turn: int = 12,
) -> Position:
    """Return a position at the start of seat 0's turn; *others* are the racks of the other seats.

    Seat 0 opened in turn *since*, and the other seats in the turns 1, 2 and 3. *discarded* lists
    the previous player's discards, oldest first. In turn 0, a starter with an extra tile does not
    draw.
    """
    rules = ruleset(rules) if isinstance(rules, str) else rules
    racks = [rules.rack(text) for text in (rack, *others)]
    seats = tuple(
        Seat(
            rack=held,
            known=Rack(t for t in held if t == JOKER) if rules.deal.handfuls else Rack(),
            opened=(seat or since) if (others_opened if seat else opened) else None,
            discards=tile_list(discarded) if seat == len(others) else (),
        )
        for seat, held in enumerate(racks)
    )
    melds = rules.read_table(table)
    state = State(
        seats=seats,
        pool=tile_list(pool),
        table=melds,
        trump=tile(trump) if trump else None,
        free=rules.rack(free),
        released=released,
        phase=Phase.MELD if rules.deal.starter_extra and turn == 0 else rules.turn.first,
        turn=turn,
        start=TurnStart(table=melds, free=rules.rack(free), seat=seats[0]),
    )
    return Position(rules, state)


def seed(number: int) -> bytes:
    """Return a seed of 32 bytes for this *number*."""
    return number.to_bytes(32, "big")


def opened_round(
    rules: Ruleset | str, *, seats: int, starter: int | None = 0, number: int = 0, chosen: int = 0
) -> tuple[Position, tuple[Event, ...]]:
    """Deal a round from the seed number *chosen*; return the position and the deal's events."""
    rules = ruleset(rules) if isinstance(rules, str) else rules
    drawn = chance(rules.deal, rules.tiles, seats=seats, seed=seed(chosen), lots=starter is None)
    events = begin(rules, drawn, seats=seats, starter=starter, number=number)
    return Position(rules, fold(events, State.before_deal(seats))), events
