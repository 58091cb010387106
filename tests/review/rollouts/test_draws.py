"""The luck of deals and draws is zero on average, and higher for better tiles."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.review.games import SMALL
from tests.support.examples import examples

from tilerummy.players.evaluation import Interval
from tilerummy.review.decision_points import rounds_of
from tilerummy.review.rollouts.draws import deal_luck, draw_luck
from tilerummy.round import Round
from tilerummy.rules import Ruleset, ruleset
from tilerummy.state import State
from tilerummy.state.notation import read_state
from tilerummy.tiles import Tile, rack

OPENED = "table k4 k5 k6 / r7 b7 o7 | rack k9 r12 b12 | turn 40 | players 2 | seat 1 rack ?5"
WAITING = "rack k9 r12 b12 k2 k3 r6 | turn 4 | players 2 | opened no | seat 1 rack ?9"
DRAWING = "table r6 r7 r8 | rack k9 r12 b12 b3 | phase draw | turn 9 | players 2 | seat 1 rack ?5"


def some_pools(rules: Ruleset, view: State) -> Counter[Tile]:
    """Return the tiles of several pools, with few jokers."""
    tiles = Counter(rules.tiles_for(len(view.seats)))
    tiles.subtract((*view.table.tiles, *view.mover.rack))
    rng = Random(1)
    return Counter({tile: rng.randrange(4) * number for tile, number in (+tiles).items()})


@pytest.mark.parametrize(
    ("rules", "view"),
    [
        ("sabra", OPENED),
        ("sabra", WAITING),
        ("rummikub", OPENED),
        ("american", DRAWING),
        ("international", DRAWING),
    ],
)
def test_luck_is_even_over_all_tiles_that_could_be_drawn(rules: str, view: str) -> None:
    game, seen = ruleset(rules), read_state(view)
    pools = some_pools(game, seen)
    luck = {tile: draw_luck(game, seen, [tile], pools) for tile, number in pools.items() if number}
    whole = sum(number * (luck[tile] or 0.0) for tile, number in pools.items() if number)

    assert abs(whole / pools.total()) < 1e-12
    assert max(each or 0.0 for each in luck.values()) > 0.01


def test_each_of_several_tiles_is_compared_with_the_remaining_ones() -> None:
    rules, seen = ruleset("mcgraw"), read_state(OPENED)
    pools = Counter(dict.fromkeys(rack("k7 r3 b5 * *"), 1) | {rack("o1")[0]: 3})
    usual = sum(
        number * (draw_luck(rules, seen, [tile], pools) or 0.0) for tile, number in pools.items()
    )
    one = draw_luck(rules, seen, rack("k7 b5"), pools)
    other = draw_luck(rules, seen, rack("* *"), pools)

    assert abs(usual) < 1e-12
    assert one is not None
    assert other is not None
    assert one < other < 1


@pytest.mark.parametrize(
    ("rules", "view", "tiles"),
    [
        ("sabra", OPENED, "* k7 b9"),
        ("sabra", WAITING, "* b9"),
        ("american", DRAWING, "* r9 o13"),
        ("american", DRAWING, "* o12 o1"),
    ],
)
def test_better_tiles_are_more_luck(rules: str, view: str, tiles: str) -> None:
    game, seen = ruleset(rules), read_state(view)
    pools = some_pools(game, seen)
    found = [draw_luck(game, seen, rack(tile), pools) for tile in tiles.split()]

    assert found == sorted(found, key=lambda luck: -(luck or 0.0))
    assert len({*found}) == len(found)


@pytest.mark.parametrize(
    ("view", "better", "worse"),
    [
        ("table k4 k5 k6 k7 / r7 b7 o7 | rack r4 r12", "b4", "b9"),
        ("table k4 k5 k6 | rack r12 b9", "o1", "r12"),
        ("table k4 k5 k6 | rack r12 b9 *", "r13", "o1"),
    ],
    ids=["placed by rearranging", "no second copy of a remaining tile", "next to a remaining tile"],
)
def test_luck_reflects_the_use_of_a_tile(view: str, better: str, worse: str) -> None:
    rules, seen = ruleset("sabra"), read_state(f"{view} | turn 40 | players 2 | seat 1 rack ?5")
    pools = some_pools(rules, seen) + Counter(rack(f"{better} {worse}"))
    one, other = (draw_luck(rules, seen, rack(tile), pools) for tile in (better, worse))

    assert one is not None
    assert other is not None
    assert one > other + 0.005


def test_a_joker_is_more_luck_when_it_matters_more() -> None:
    found = {}
    for name in ("american", "international"):
        view = "rack k9 r12 b12 | phase draw | turn 4 | players 2 | opened no"
        rules, seen = ruleset(name), read_state(view)
        found[name] = draw_luck(rules, seen, rack("*"), some_pools(rules, seen))

    assert (found["international"] or 0.0) > 0.2 > (found["american"] or 0.0) > 0


def test_nothing_drawn_or_nothing_known_is_no_luck() -> None:
    rules, seen = ruleset("sabra"), read_state(OPENED)

    assert draw_luck(rules, seen, (), some_pools(rules, seen)) is None
    assert draw_luck(rules, seen, rack("k7"), {}) is None


@pytest.mark.parametrize("rules", [SMALL, "sabra", "mcgraw", "american"])
def test_deals_are_even(rules: str) -> None:
    found = []
    for seed in range(examples(40, 1000)):
        played = Round(rules, seats=2, seed=seed)
        seat = played.to_move
        played.push("draw")
        (only,) = rounds_of(played.record(), seat)
        found.append(deal_luck(played.rules, only.decision_points[0]))
    luck = Interval.of(found)

    assert len({*found}) > 20
    assert abs(luck.mean) <= 1.5 * (luck.high - luck.mean)  # three standard errors
