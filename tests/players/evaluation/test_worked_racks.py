"""Racks that others may have in games with discards: they fit the view, and what was discarded."""

from __future__ import annotations

from random import Random

import pytest
from tests.review.games import DISCARDING, game
from tests.review.test_moments import moments

from tilerummy.deadline import Deadline
from tilerummy.players.evaluation import Budget, Candidate, evaluate
from tilerummy.players.evaluation.worked_racks import WorkedRacks, tile_needs
from tilerummy.rules import ruleset
from tilerummy.simulator import Policy, World
from tilerummy.state import Discard, State
from tilerummy.state.notation import read_state
from tilerummy.tiles import STANDARD, Tile, rack, tile

INTERNATIONAL = ruleset("international")


def view(discards: str, known: str = "", *, opened: str = "") -> State:
    """Return a view of a late turn, in which the other seat has discarded these."""
    return read_state(
        f"rack k1 r2 b4 o5 k7 r8 b10 o11 k13 r13 b1 o2 k4 r5 b7 | phase meld | turn 24 | players 2"
        f" | seat 1 rack {known} ?{14 - len(rack(known))}; discards {discards}{opened}"
    )


def worlds(at: State, number: int = 40) -> list[World]:
    return [*WorkedRacks(INTERNATIONAL, at, Random(1)).worlds(number)]


def high(tiles: tuple[Tile, ...]) -> int:
    return sum(tile.is_numbered and (tile.number >= 10 or tile.number == 1) for tile in tiles)


def test_worlds_fit_the_view_and_keep_what_is_known() -> None:
    at = view("k2 r3 b5 o6", known="k9 r9")

    for world in worlds(at):
        world.check(at)
        assert rack("k9 r9") <= world.racks[1]


@pytest.mark.parametrize(("rules", "seed"), [(DISCARDING, 10), ("international", 3)])
def test_worlds_fit_every_view_of_a_round(rules: str, seed: int) -> None:
    for moment in moments(game(rules, ("club", "casual"), seed), 0):
        for world in WorkedRacks(ruleset(rules), moment.view, Random(1)).worlds(2):
            world.check(moment.view)


def test_who_throws_low_tiles_has_high_ones() -> None:
    low, mixed = worlds(view("k2 r3 b5 o6 k6 r7 b8 o9 r4")), worlds(view("k12 r3 b10 o6 k11 r7"))

    assert sum(high(world.racks[1]) for world in low) > 1.2 * sum(
        high(world.racks[1]) for world in mixed
    )


def test_who_has_opened_hunts_no_more() -> None:
    assert {world.policies[1] for world in worlds(view("k2"))} == {Policy.HUNT}
    assert Policy.HUNT not in {
        world.policies[1] for world in worlds(view("k2", opened="; opened 3"))
    }


def test_the_same_chance_gives_the_same_worlds_and_no_time_none() -> None:
    at = view("k2 r3 b5")

    assert worlds(at, 3) == worlds(at, 3)
    over = Deadline(1e-6)
    assert not [*WorkedRacks(INTERNATIONAL, at, Random(1)).worlds(3, deadline=over)]


def test_a_discard_that_the_other_goes_out_with_is_worth_less() -> None:
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
        chance=Random(1),
    )

    assert gift.chance.mean < safe.chance.mean


def test_any_number_of_discards_gives_a_chance() -> None:
    """Sets of tiles may be large, and rounds long."""
    needs = tile_needs(STANDARD)
    assert 0 <= needs.hunts_high([tile("k13")] * 5000) < 0.01
    assert 0.99 < needs.hunts_high([tile("k5")] * 5000) <= 1
