"""Sampled racks in games with discards fit the view and the discards."""

from __future__ import annotations

from random import Random

import pytest
from tests.review.games import DISCARDING, game
from tests.review.test_decision_points import decision_points

from tilerummy.analysis.hints.discards import in_melds
from tilerummy.deadline import Deadline
from tilerummy.players.evaluation import Budget, Candidate, evaluate
from tilerummy.players.evaluation.worked_racks import WorkedRacks, tile_needs
from tilerummy.rules import ruleset
from tilerummy.simulator import World
from tilerummy.state import Discard, State
from tilerummy.state.notation import read_state
from tilerummy.tiles import STANDARD, Tile, rack, tile

INTERNATIONAL = ruleset("international")


def view(discards: str, known: str = "", *, opened: str = "") -> State:
    """Return the view of a late turn, after these *discards* of the other seat."""
    return read_state(
        f"rack k1 r2 b4 o5 k7 r8 b10 o11 k13 r13 b1 o2 k4 r5 b7 | phase meld | turn 24 | players 2"
        f" | seat 1 rack {known} ?{14 - len(rack(known))}; discards {discards}{opened}"
    )


def worlds(at: State, number: int = 40) -> list[World]:
    return [*WorkedRacks(INTERNATIONAL, at, Random(1)).worlds(number)]


def high(tiles: tuple[Tile, ...]) -> int:
    return sum(tile.is_numbered and (tile.number >= 10 or tile.number == 1) for tile in tiles)


def low(tiles: tuple[Tile, ...]) -> int:
    return sum(tile.is_numbered and tile.number <= 4 for tile in tiles)


def test_worlds_fit_the_view_and_known_tiles() -> None:
    at = view("k2 r3 b5 o6", known="k9 r9")

    for world in worlds(at):
        world.check(at)
        assert rack("k9 r9") <= world.racks[1]


@pytest.mark.parametrize(("rules", "seed"), [(DISCARDING, 10), ("international", 3)])
def test_worlds_fit_every_view_of_a_round(rules: str, seed: int) -> None:
    for moment in decision_points(game(rules, ("club", "casual"), seed), 0):
        for world in WorkedRacks(ruleset(rules), moment.view, Random(1)).worlds(2):
            world.check(moment.view)


def test_a_seat_that_discards_low_tiles_has_high_ones() -> None:
    low, mixed = worlds(view("k2 r3 b5 o6 k6 r7 b8 o9 r4")), worlds(view("k12 r3 b10 o6 k11 r7"))

    assert sum(high(world.racks[1]) for world in low) > 1.2 * sum(
        high(world.racks[1]) for world in mixed
    )


def test_a_seat_that_discards_high_tiles_has_low_ones() -> None:
    high_thrown = worlds(view("k12 r13 b10 o11 k11 r10 o13 b12"))
    mixed = worlds(view("k12 r3 b10 o6 k6 r7 b8 o9"))

    assert sum(low(world.racks[1]) for world in high_thrown) > 1.2 * sum(
        low(world.racks[1]) for world in mixed
    )


def test_a_seat_that_has_opened_has_laid_its_melds() -> None:
    opened, closed = (worlds(view("k2", opened=text)) for text in ("; opened 3", ""))

    def melds(some: list[World]) -> int:
        return sum(in_melds(world.racks[1], STANDARD) for world in some)

    assert 2 * melds(opened) < melds(closed)


def test_the_same_chance_gives_the_same_worlds_and_no_time_none() -> None:
    at = view("k2 r3 b5")

    assert worlds(at, 3) == worlds(at, 3)
    over = Deadline(1e-6)
    assert not [*WorkedRacks(INTERNATIONAL, at, Random(1)).worlds(3, deadline=over)]


def test_a_discard_that_lets_the_opponent_go_out_has_a_lower_value() -> None:
    table = "table k1 k2 k3 / r4 r5 r6"
    at = read_state(
        f"{table} | rack k4 b9 o9 | phase meld | turn 30 | players 2 | opened 2"
        " | seat 1 rack k5 o13; opened 3; known k5 o13"
    )
    gift, safe = evaluate(
        "american",
        at,
        [Candidate((Discard(tile),)) for tile in rack("k4 b9")],
        Budget(20),
        rng=Random(1),
    )

    assert gift.chance.mean < safe.chance.mean


def test_any_number_of_discards_gives_a_chance() -> None:
    """Tile sets may be large, and rounds long."""
    needs = tile_needs(STANDARD)
    assert needs.weights([tile("k13")] * 5000) == pytest.approx((0, 0, 1))
    assert needs.weights([tile("k2")] * 5000) == pytest.approx((0, 1, 0))
