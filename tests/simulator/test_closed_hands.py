"""The kernel declares every closed hand, and scores it by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from tests.support.examples import examples

from tilerummy.rules import Ruleset, begin, chance, ruleset
from tilerummy.rules.judging.endings import recognised
from tilerummy.rules.judging.faults import may_discard
from tilerummy.simulator import Line, Policy, World, roll_out
from tilerummy.simulator.rounds import events_from
from tilerummy.state import Declared, Ended, Phase, Source, State, fold
from tilerummy.tiles import JOKER, Rack, Tile

COLOURS, LINE = "krbo", (*range(1, 14), 1)


def melds(rng: Random, low: int, high: int, colours: str) -> Iterator[Tile]:
    """Yield the tiles of random groups and runs between two numbers."""
    while True:
        size = rng.choice((3, 3, 3, 4, 4, 5))
        if rng.random() < 0.4 and len(colours) > 2:
            number = LINE[rng.randint(low, high) - 1]
            yield from (Tile.of(c, number) for c in rng.sample(colours, min(size, len(colours))))
        else:
            begin, colour = rng.randint(low, high - size + 1), rng.choice(colours)
            yield from (Tile.of(colour, LINE[place - 1]) for place in range(begin, begin + size))


def pairs(rng: Random, low: int, high: int, colours: str) -> Iterator[Tile]:
    """Yield pairs of equal tiles."""
    while True:
        yield from (Tile.of(rng.choice(colours), LINE[rng.randint(low, high) - 1]),) * 2


def waves(rng: Random, low: int, high: int, colours: str) -> Iterator[Tile]:
    """Yield the tiles of runs of all numbers, in one colour or mixed."""
    while True:
        mixed, colour = rng.random() < 0.6, rng.choice(colours)
        for place in range(low, high + 1):
            if mixed and len(colours) > 1:
                colour = rng.choice(colours.replace(colour, ""))
            yield Tile.of(colour, LINE[place - 1])


def alike(rng: Random, low: int, high: int, colours: str) -> Iterator[Tile]:
    """Yield eight tiles of the same number, followed by random tiles."""
    number = LINE[rng.randint(low, high) - 1]
    yield from (Tile.of(c, number) for c in COLOURS * 2)
    while True:
        yield Tile.of(rng.choice(colours), LINE[rng.randint(low, high) - 1])


def nearly_a_hand(rng: Random, rules: Ruleset) -> list[Tile]:
    """Return fifteen tiles that often contain a closed hand or miss one by a tile."""
    low, high = rng.choice([(1, 14), (1, 14), (1, 9), (10, 14), (1, 7), (8, 14), (1, 5)])
    colours = "".join(rng.sample(COLOURS, rng.choice((1, 2, 3, 4, 4, 4))))
    supply, hand = Counter(rules.tiles), list[Tile]()
    for tile in rng.choice((melds, melds, melds, pairs, waves, alike))(rng, low, high, colours):
        if supply[tile] > 0:
            supply[tile] -= 1
            hand.append(tile)
        elif rng.random() < 0.02:
            break
        if len(hand) == 14:
            break
    spoiled = rng.choice((0, 0, 1))
    rng.shuffle(hand)
    kept = hand[: len(hand) - spoiled]
    for place in rng.sample(range(len(kept)), min(len(kept), rng.choice((0, 0, 1, 2)))):
        supply[kept[place]] += 1
        supply[JOKER] -= 1
        kept[place] = JOKER
    rest = [*supply.elements()]
    rng.shuffle(rest)
    return [*kept, *rest[: 15 - len(kept)]]


def position(rules: Ruleset, rng: Random) -> State:
    """Return a position with a seat that has drawn and may have a closed hand."""
    seats, hand = rng.choice((2, 3, 4, 5, 6)), nearly_a_hand(rng, rules)
    others = [*(Counter(rules.tiles) - Counter(hand)).elements()]
    rng.shuffle(others)
    drawn = chance(rules.deal, rules.tiles, seats=seats, seed=0, lots=False)
    drawn = replace(drawn, order=(*hand, *others))
    state = fold(begin(rules, drawn, seats=seats, starter=0), State.before_deal(seats))
    turn = rng.choice((0, 1, seats, 9))
    if turn == 0:
        return state
    tile = rng.choice(hand)
    start = replace(state.start, seat=replace(state.mover, rack=Rack(hand) - (tile,)))
    source = rng.choice((Source.POOL, Source.DISCARD))
    return replace(state, turn=turn, start=start, source=source, drawn=tile, phase=Phase.MELD)


@pytest.mark.parametrize("name", ["international", "international+trump_bonus=true"])
def test_the_best_closed_hand_is_declared(name: str) -> None:
    rules, rng, declared = ruleset(name), Random(name), Counter[int]()
    for _ in range(examples(200, 10_000)):
        state = position(rules, rng)
        rack = state.mover.rack
        found = [
            hand.points
            for tile in dict.fromkeys(rack)
            if may_discard(state, tile) and (hand := recognised(rules, state, rack - (tile,)))
        ]

        policies = (Policy.MOST_TILES,) * len(state.seats)
        events = [*events_from(rules, state, policies, 0)]

        shown = [event for event in events[:1] if isinstance(event, Declared)]
        assert bool(shown) == bool(found), state
        for event in shown:
            hand = recognised(rules, state, event.tiles)
            assert hand is not None
            assert hand.points == max(found), state
            world = World(tuple(seat.rack for seat in state.seats), state.pool, policies)
            ended = events[-1]
            assert isinstance(ended, Ended)
            assert roll_out(rules, state, [Line()], [world]).scores_of(0, 0) == ended.scores, state
            declared[event.hand] += 1
    assert len(declared) >= 15
