"""The simulator scores every ending by the rules: RULES 2.3 and 2.4."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.support.examples import examples
from tests.support.positions import DISCARDING, MANIPULATION

from tilerummy.rules import Ruleset, decide_all, ruleset
from tilerummy.simulator import Line, Policy, World, roll_out
from tilerummy.state import Discard, Ended, Pass, Phase, Play, Seat, Source, State, TurnStart
from tilerummy.state.notation import read_state
from tilerummy.tiles import JOKER, Rack, Tile

MELDS = "k1 k2 k3", "r11 r12 r13", "k7 r7 b7 o7", "o5 o6 o7 o8 o9"


def random_racks(bag: list[Tile], seats: int, rng: Random) -> list[Rack]:
    """Return racks for all seats but the first, often tied for the lowest."""
    rng.shuffle(bag)
    racks = [Rack(bag.pop() for _ in range(rng.randint(1, 6))) for _ in range(seats - 1)]
    if racks and rng.random() < 0.4:
        racks[-1] = Rack(Tile.of("k" if t == JOKER else t.colour, 1) for t in racks[-1][:2])
    return racks


def check_ending(rules: Ruleset, rng: Random) -> None:
    """Play one turn that ends the round, in the simulator and by the referee."""
    seats = rng.choice(rules.seats_allowed())
    first = rng.randrange(seats)
    tiles = rules.tiles_for(seats)
    racks = random_racks([*tiles], seats, rng)
    out = rng.random() < 0.5
    meld = rng.choice(MELDS)
    mover = meld if out else " ".join(map(str, random_racks([*tiles], 2, rng)[0]))

    def fields(rack: object, separator: str) -> str:
        sizes = " ".join(str(rng.randint(12, 16)) for _ in range(2))
        handfuls = f"{separator} handfuls {sizes}" if rules.deal.handfuls else ""
        return f"rack {rack}{separator} opened {rng.randint(1, 9)}{handfuls}"

    others = [(first + i) % seats for i in range(1, seats)]
    text = f"to-move {first} | turn 30 | players {seats} | pool | passes {seats - 1} | "
    text += fields(mover, " |")
    for seat, rack in zip(others, racks, strict=True):
        text += f" | seat {seat} {fields(rack, ';')}"
    state = read_state(text, tiles)
    action = Play.between(state.table, read_state(f"table {meld}").table) if out else Pass()
    *_, ended = decide_all(rules, state, (action,))
    assert isinstance(ended, Ended)

    world = World(tuple(seat.rack for seat in state.seats), (), (Policy.MOST_TILES,) * seats)
    found = roll_out(rules, state, [Line((action,))], [world])

    assert found.scores_of(0, 0) == ended.scores, text
    assert found.winners[0] == (-1 if ended.winner is None else ended.winner), text


@pytest.mark.parametrize("preset", MANIPULATION)
def test_every_ending_is_scored_by_the_rules(preset: str) -> None:
    """RULES 2.3: going out, the lowest rack and its ties; 2.4: racks, handfuls."""
    rng = Random(f"endings {preset}")
    for _ in range(examples(60, 100_000)):
        check_ending(ruleset(preset), rng)


LARGE = (
    "k3 k5 k5 k6 k8 k10 k11 k12 r3 r6 r7 r8 r9 r10 r11 b1 b3 b4 b6 b6 b7 b8 b10 b11 b13"
    " o3 o4 o6 o6 o8 o8 o10 o12 o13 o13 *"
)
"""A rack whose melds cannot all be searched."""


def penalty_for(rack: str, points: int) -> int:
    """Return the penalty of the only seat that has not opened, by the referee and the simulator."""
    options = "deal.tiles=36+score.not_opened=100+score.could_open=200"
    rules = ruleset(f"sabra+{options}+initial_meld.points={points}")
    text = f"to-move 0 | turn 30 | players 2 | pool | rack k1 | opened 3 | seat 1 rack {rack}"
    state = read_state(text, rules.tiles)
    *_, ended = decide_all(rules, state, (Pass(),))
    assert isinstance(ended, Ended)

    world = World(tuple(seat.rack for seat in state.seats), (), (Policy.MOST_TILES,) * 2)
    found = roll_out(rules, state, [Line((Pass(),))], [world])

    assert found.scores_of(0, 0) == ended.scores, points
    return ended.penalties[1]


def test_the_search_for_initial_melds_stops_at_the_same_step() -> None:
    """RULES 5.2: the lower penalty counts for 166 points, although melds with 172 are found."""
    penalties = {points: penalty_for(LARGE, points) for points in (30, 165, 166, 171, 172)}

    assert penalties == {30: 200, 165: 200, 166: 100, 171: 100, 172: 200}


def check_discarded_ending(rules: Ruleset, rng: Random) -> None:
    """Discard the last tile, or any with an empty pool, in the simulator and by the referee."""
    seats = rng.choice(rules.seats_allowed())
    first = rng.randrange(seats)
    bag = [*rules.tiles]
    racks = random_racks(bag, seats + 1, rng)
    if rng.random() < 0.5:
        racks[0] = Rack(rng.choice((racks[0][:1], (JOKER,))))
    bag.append(rng.choice(racks[-1] or bag))
    players = (
        Seat(
            rack=racks[(seat - first) % seats],
            opened=None if seat != first and rng.random() < 0.5 else rng.randint(1, 9),
            shown=Rack(bag[-rng.randint(1, 6) :]),
        )
        for seat in range(seats)
    )
    state = replace(
        State.before_deal(seats),
        seats=tuple(players),
        to_move=first,
        phase=Phase.MELD,
        turn=30,
        trump=bag[-1],
        source=Source.POOL,
    )
    state = replace(state, start=TurnStart(seat=state.mover))
    action = Discard(state.mover.rack[-1])
    *_, ended = decide_all(rules, state, (action,))
    assert isinstance(ended, Ended)

    world = World(tuple(seat.rack for seat in state.seats), (), (Policy.MOST_TILES,) * seats)
    found = roll_out(rules, state, [Line((action,))], [world])

    assert found.scores_of(0, 0) == ended.scores, state
    assert found.winners[0] == (-1 if ended.winner is None else ended.winner), state


@pytest.mark.parametrize("name", [*DISCARDING, "international+trump_bonus=true"])
def test_every_ending_after_a_discard_is_scored_by_the_rules(name: str) -> None:
    """RULES 3: going out, melding, a joker as the last discard, a trump in the rack."""
    rng = Random(f"endings {name}")
    for _ in range(examples(60, 100_000)):
        check_discarded_ending(ruleset(name), rng)
