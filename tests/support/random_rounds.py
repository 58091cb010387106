"""Plays random rounds step by step; a seed determines a round."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from time import process_time

from tests.support.random_player import RandomPlayer
from tests.support.random_plays import melds_with

from tilerummy.players import PLAYERS, BuiltinPlayer, Player, player
from tilerummy.players.interface import HistoryPlayer
from tilerummy.rules import Chance, Ruleset, begin, chance, decide
from tilerummy.state import Action, Event, Phase, State, conceal, fold, redact
from tilerummy.tiles import JOKER, Tile, TileSet

LATE = 20.0
"""How far a turn may exceed its level's limit, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action and the events that it caused. The deal is a step without an action."""

    before: State
    action: Action | None
    events: tuple[Event, ...]
    after: State
    techniques: tuple[str, ...] = ()


def random_round(rules: Ruleset, seats: int, seed: int) -> Iterator[Step]:
    """Yield the steps of a round between random players, which *seed* determines."""
    rng = Random(seed)
    players = [
        RandomPlayer(
            rng,
            patience=rng.choice((0, 0.2, 0.5)),
            hoards=rng.random() < (0.4 if rules.closed_hands else 0.1),
        )
        for _ in range(seats)
    ]
    drawn = chance(rules.deal, rules.tiles, seats=seats, seed=rng.randbytes(32))
    return steps(rules, players, _favoured(rules, drawn, players, rng))


@dataclass(frozen=True, slots=True)
class Timed:
    """A computer player that fails if a turn takes too much processor time."""

    player: BuiltinPlayer

    @property
    def name(self) -> str:
        """The player's name."""
        return self.player.name

    @property
    def about(self) -> str:
        """A description of how the player plays."""
        return self.player.about

    @property
    def needs_history(self) -> bool:
        """True if the player needs the round's events."""
        return self.player.needs_history

    def choose(
        self, rules: Ruleset, view: State, seat: int, *, history: Sequence[Event] = ()
    ) -> tuple[Action, ...]:
        """Return the player's choice. Raises AssertionError if it took longer than the limit."""
        gc.disable()  # a collection of all objects of the tests takes up to 160 ms
        try:
            start = process_time()
            actions = self.player.choose(rules, view, seat, history=history)
            took = 1000 * (process_time() - start)
        finally:
            gc.enable()
        most = (self.player.milliseconds or inf) + LATE
        assert took <= most, f"{self.name} took {took:.0f} ms for a turn"
        return actions


def computer_round(
    rules: Ruleset, seats: int, seed: int, level: str | None = None
) -> Iterator[Step]:
    """Yield the steps of a round between computer players of one *level*, or of random ones.

    Raises AssertionError if a turn takes longer than its level allows.
    """
    rng = Random(seed)
    names = [level or rng.choice([*PLAYERS]) for _ in range(seats)]
    players = [Timed(player(name, Random(f"{seed} {seat}"))) for seat, name in enumerate(names)]
    drawn = chance(rules.deal, rules.tiles, seats=seats, seed=rng.randbytes(32))
    return steps(rules, players, drawn)


def steps(
    rules: Ruleset, players: Sequence[Player], drawn: Chance, *, number: int = 0
) -> Iterator[Step]:
    """Yield the steps of a round between *players*, dealt according to *drawn*."""
    start = State.before_deal(len(players))
    events = begin(rules, drawn, seats=len(players), number=number)
    state = fold(events, start)
    yield Step(start, None, events, state)
    happened = [*events]
    while state.phase is not Phase.OVER:
        player, seat = players[state.to_move], state.to_move
        view = conceal(state, seat)
        if isinstance(player, HistoryPlayer) and player.needs_history:
            seen = tuple(redact(event, seat) for event in happened)
            actions = player.choose(rules, view, seat, history=seen)
        else:
            actions = player.choose(rules, view, seat)
        for action in actions:
            events = decide(rules, state, action)
            happened.extend(events)
            before, state = state, fold(events, state)
            techniques = player.techniques if isinstance(player, RandomPlayer) else ()
            yield Step(before, action, events, state, techniques)


def _favoured(
    rules: Ruleset, drawn: Chance, players: Sequence[RandomPlayer], rng: Random
) -> Chance:
    """Return *drawn*, often with jokers on the racks, and with good tiles for hoarding players."""
    order = [*drawn.order]
    size = len(order) if drawn.handfuls else rules.deal.random_tiles * len(players)
    if rng.random() < 0.5 and not drawn.handfuls:
        _bring(order, [JOKER] * rules.tiles.jokers, range(size), rng)
    if rules.closed_hands and rng.random() < 0.7:
        seat = next((s for s, p in enumerate(players) if p.hoards), 0)
        size = rules.deal.random_tiles
        first = seat * size + (drawn.starter < seat)
        places = range(first, first + size + (drawn.starter == seat))
        hand = _good_hand(rules.tiles, rng)
        _bring(order, hand, places, rng)
    return replace(drawn, order=tuple(order))


def _bring(order: list[Tile], wanted: list[Tile], places: Sequence[int], rng: Random) -> None:
    """Exchange tiles in *order* so that as many *wanted* tiles as possible are at *places*."""
    free = rng.sample(places, len(places))
    for tile in wanted[: len(free)]:
        place = free.pop()
        others = [i for i, t in enumerate(order) if t == tile and i not in places]
        if others:
            there = rng.choice(others)
            order[place], order[there] = order[there], order[place]


def _good_hand(tiles: TileSet, rng: Random) -> list[Tile]:
    """Return about 14 tiles of one colour or in melds, which are nearly a closed hand or a Foot."""
    if rng.random() < 0.3:
        colour = rng.choice(tiles.letters)
        same = [t for t in tiles if t.is_numbered and t.colour == colour]
        return rng.sample(same, min(14, len(same)))
    left = Counter(t for t in tiles if t.is_numbered)
    hand: list[Tile] = []
    for size in rng.choice(((3, 3, 4, 4), (3, 3, 3, 4), (3, 3, 3, 4), (3, 3, 3, 3))):
        tile = rng.choice([*left])
        melds = [m for m in melds_with(tile, left, 0, tiles, rng) if len(m) == size]
        if melds:
            hand += melds[0].numbered
            left -= Counter(melds[0].numbered)
    return hand
