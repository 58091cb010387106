"""How far closed hands are, against trying everything."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random

import pytest

from tilerummy.analysis.hints.discards import in_melds
from tilerummy.players.draw_discard.hunts.choice import best_hunt, hunts
from tilerummy.players.draw_discard.hunts.families import MOST_GAINED, Hunt, Mixed
from tilerummy.players.draw_discard.packed.covers import covers
from tilerummy.rules import ruleset
from tilerummy.rules.closed_hands import recognise
from tilerummy.tiles import JOKER, Rack, rack

TILES = ruleset("international").tiles
COVERS = covers(TILES)
P = COVERS.packing
WHOLE = (P.kinds, P.kinds, 92)


def hunt_for(number: int) -> Hunt:
    """Return the first hunt for that type."""
    return next(hunt for hunt in hunts(COVERS) if hunt.number == number)


@pytest.mark.parametrize(
    ("number", "held", "missing"),
    [
        (1, "k1 k2 k3 r4 b4 o4 b7 b8 b9 o10 o11 o12 k7 k9", 2),
        (2, "k1 k2 k3 r4 b4 o4 b7 b8 b9 o10 o11 o12 k7 k9", 5),
        (6, "k1 k1 r1 b2 b2 r3 o3 k3 k4 r4 b4 o5 o4 o4", 0),
        (6, "k1 k1 r1 b2 b2 r3 o3 k3 k4 r4 b4 o5 o4 o13", 1),
        (10, "k10 k10 r11 r12 b13 b1 o1 o10 o12 r13 k13 * k2 k3", 2),
        (12, "k7 k7 r7 b7 o7 k1 k2 k3 k4 k5 k6 k8 k9 *", 2),
        (22, "k1 k3 k5 k7 k9 k11 k13 k2 k4 k6 r8 r10 r12 r1", 4),
        (28, "k1 r2 k3 r4 k5 r6 k7 r8 k9 r10 k11 r12 k13 r1", 0),
        (28, "k1 k2 k3 r4 k5 r6 k7 r8 k9 r10 k11 r12 k13 r1", 1),
        (29, "k1 r1 r2 k2 k3 r3 r4 k4 k5 r5 r6 k6 k7 k13", 1),
        (35, "k1 k1 k2 k2 k3 k3 k4 k4 k5 k5 k6 k6 k7 k8", 1),
        (35, "k1 k1 k2 k2 k3 k3 k4 k4 k5 k5 k6 k6 k7 *", 0),
    ],
)
def test_how_many_tiles_a_hand_lacks(number: int, held: str, missing: int) -> None:
    packed = P.pack(rack(held))

    assert min(h.missing(packed) for h in hunts(COVERS) if h.number == number) == missing


@pytest.mark.parametrize("number", sorted({hunt.number for hunt in hunts(COVERS)}))
def test_whoever_draws_what_is_wanted_gets_a_hand_of_that_type(number: int) -> None:
    hunt, chance = hunt_for(number), Random(number)
    order = chance.sample([*TILES], len(TILES))
    held, pool = Rack(order[:14]), order[14:]
    for _ in range(6 * len(pool)):
        packed, drawn = P.pack(held), pool.pop()
        if hunt.missing(packed) <= 0:
            break
        thrown = drawn
        if hunt.wants(packed, P.units[drawn]) or len(pool) % 9 == 0:
            ranked = hunt.spare(packed + P.units[drawn], WHOLE)
            thrown = P.tiles[max(ranked)[1]]
        held = Rack((*held, drawn)) - (thrown,)
        pool.insert(chance.randrange(len(pool)), thrown)
    hand = recognise(held)

    assert hunt.missing(P.pack(held)) <= 0, held
    assert hand is not None
    assert hand.points >= hunt.worth(P.pack(held))


def test_basic_lacks_what_is_in_no_meld() -> None:
    chance = Random(4)
    numbered = [t for t in TILES if t != JOKER]
    for _ in range(40):
        held = Rack(chance.sample(numbered, 14))

        assert hunt_for(1).missing(P.pack(held)) == 14 - in_melds(held, TILES)


def test_mixed_runs_are_filled_as_trying_every_order_fills_them() -> None:
    chance = Random(5)
    pool = rack("k1 r1 k2 b2 k3 r3 r3 b3 k4 b4 k5 r5 b5 o5")
    hunt = Mixed(COVERS, 0, (0, 0, 0), 1, 5)
    for _ in range(30):
        held = chance.sample(pool, 6)
        best = 0
        for order in permutations(held, 5):
            fits = [t if t.number == place else None for place, t in enumerate(order, 1)]
            apart = all(a is None or b is None or a.colour != b.colour for a, b in pairwise(fits))
            if apart:
                best = max(best, sum(t is not None for t in fits))

        assert hunt.longest(P.pack(held))[0] == best, Rack(held)


@pytest.mark.parametrize(
    ("held", "number"),
    [
        ("k10 k10 r11 r12 b13 b1 o1 o10 o12 r13 k13 k2 r7 b5", 10),
        ("k1 k2 k3 r4 r5 r6 b7 b8 b9 o10 o11 o12 k7 r12", 1),
    ],
)
def test_it_hunts_for_what_is_near_and_worth_much(held: str, number: int) -> None:
    assert best_hunt(P.pack(rack(held)), WHOLE, 1, hunts(COVERS)).number == number


def test_a_complete_hand_is_found_with_its_last_discard() -> None:
    held = P.pack(rack("k10 k10 r11 r12 b13 b1 o1 o10 o12 r13 k13 k11 b12 b11 r3"))

    assert P.tiles[hunt_for(10).last_discard(held)] == rack("r3")[0]


@pytest.mark.parametrize("number", [1, 2, 11, 10])
def test_whatever_completes_a_hand_may_complete_it(number: int) -> None:
    chance, hunt, complete = Random(number), hunt_for(number), 0
    for _ in range(4):
        held = P.pack(nearly_complete(number, chance))
        for unit in P.units.values():
            if hunt.missing(held + unit) <= 0:
                complete += 1
                assert hunt.may_complete(held, unit), P.unpack(held + unit)

    assert complete
    far = P.pack(rack("k1 k3 k6 k9 r1 r4 r7 r9 b2 b4 b7 b9 o1 o4"))
    assert not hunt.may_complete(far, P.units[rack("r13")[0]])


def nearly_complete(number: int, chance: Random) -> Rack:
    """Return a complete hand of that type with one tile exchanged for one drawn by lot."""
    whole = {
        1: "k1 k2 k3 k4 r4 b4 o4 b7 b8 b9 b10 r8 r9 r10",
        2: "k1 k2 k3 k4 r4 b4 o4 b7 b8 b9 r2 r3 r4 r5",
        10: "k10 k10 r11 r12 b13 b1 o1 o10 o12 r13 k13 k11 b12 b11",
        11: "k11 k12 k13 k1 r11 r12 r13 b10 o10 r10 o11 o12 o13 o1",
    }[number]
    tiles = list(rack(whole))
    tiles[chance.randrange(len(tiles))] = chance.choice([*TILES])
    return Rack(tiles)


def test_a_tile_brings_a_hunt_nearer_as_two_counts_of_what_it_lacks_say() -> None:
    """Neither the quick look of a hunt for melds nor the bound of what one tile gains is wrong."""
    chance, basic = Random(6), hunt_for(1)
    for _ in range(15):
        held = P.pack(chance.sample([*TILES], 14))
        for unit in P.units.values():
            gained = basic.missing(held) - basic.missing(held + unit)

            assert basic.wants(held, unit) == (gained > 0)
            assert gained <= MOST_GAINED
