"""Tables full of jokers, collected from random plays; benchmarks/referee.py measures them."""

from __future__ import annotations

import pytest

from tilerummy.rules import faults, ruleset
from tilerummy.state import conceal
from tilerummy.state.notation import read_action, read_state

SLOW = {
    "locked, replaced from anywhere, with two tiles of the rack": (
        (
            "sabra+joker.replace_from=any+joker.reuse=new_meld_with_rack"
            "+tiles.colours=5+tiles.copies=4+tiles.jokers=8"
        ),
        (
            "table k1 k2 k3 / r1 r2 r3 r4 / r2 r3 r4 r5 / *g1 g2 g3 g4 g5 g6 g7 / k1 r1 o1 *1"
            " / k1 r1 o1 g1 *1 / k2 r2 b2 o2 g2 / k2 b2 o2 *2 / k2 b2 o2 *2 / k6 r6 b6 o6 g6"
            " / k6 b6 o6 *6 *6 | rack k9 b1 b1 b7 o3 o3 o3 o7"
        ),
        "play r1 r2 r3 r4 / k1 r1 o1 g1 *1 => r1 r2 r3 r4 *r5 / k1 r1 b1 o1 g1",
    ),
    "locked, every colour for a group, with two tiles of the rack": (
        (
            "sabra+joker.replace_from=any+joker.group_of_three=all"
            "+joker.reuse=new_meld_with_rack+tiles.copies=4+tiles.jokers=8"
        ),
        (
            "table k4 *k5 k6 k7 k8 / r1 r2 r3 / r2 r3 *r4 r5 / r4 r5 r6 r7 r8"
            " / r5 r6 r7 r8 *r9 r10"
            " / b1 b2 b3 b4 b5 b6 b7 / k2 o2 *2 / k4 r4 b4 o4 / k5 r5 o5 *5"
            " / k7 r7 b7 o7 / k8 r8 o8"
            " / k9 r9 o9 *9 | rack r1 r1 b3 b9 o4 o6 o10"
        ),
        (
            "play r2 r3 *r4 r5 / r4 r5 r6 r7 r8 / k9 r9 o9 *9"
            " => r1 r2 r3 *r4 r5 / *r3 r4 r5 r6 r7 r8 / k9 r9 b9 o9"
        ),
    ),
    "open, every colour for a group, with two tiles of the rack": (
        (
            "sabra+joker.melds=open+joker.replace_from=any+joker.group_of_three=all"
            "+joker.reuse=new_meld_with_rack+tiles.copies=4+tiles.jokers=8"
        ),
        (
            "table k1 k2 *k3 k4 k5 / *k2 k3 k4 / k4 *k5 k6 k7 / r1 r2 r3 *r4 r5 r6 / r4 r5 r6"
            " / o1 o2 o3 / o1 o2 o3 / r1 b1 o1 / r1 o1 *1 *1 / r6 b6 o6 *6 | rack k3 r4"
        ),
        "play k1 k2 *k3 k4 k5 / o1 o2 o3 => k1 k2 k3 k4 k5 / o1 o2 o3 *o4",
    ),
    "open, of the rack alone, with eight colours": (
        (
            "sabra+joker.melds=open+joker.replace_from=any+joker.reuse=rack_only"
            "+tiles.colours=8+tiles.copies=4+tiles.jokers=8"
        ),
        (
            "table p1 p2 p3 p4 / w1 *w2 w3 / w6 w7 w8 / k2 b2 o2 y2 w2 *2 / k3 r3 b3 o3 g3 y3 p3 w3"
            " / k4 r4 b4 o4 g4 y4 / r5 o5 g5 y5 p5 w5 / k6 b6 o6 g6 y6 / k7 r7 b7 o7 g7 y7 p7"
            " / k7 b7 g7 p7 *7 / k7 g7 *7 / k8 r8 b8 o8 y8 p8 *8 / r8 o8 y8 p8 w8"
            " / k9 r9 b9 o9 g9 y9 p9 w9 / o9 g9 p9 *9 | rack o6"
        ),
        (
            "play w6 w7 w8 / k7 b7 g7 p7 *7 / k8 r8 b8 o8 y8 p8 *8"
            " => o6 w6 *6 / k7 b7 g7 p7 w7 / k8 r8 b8 o8 y8 p8 w8 *8"
        ),
    ),
}


@pytest.mark.parametrize("case", SLOW)
def test_a_replaced_joker_may_not_go_there_on_a_table_full_of_jokers(case: str) -> None:
    rules = ruleset(SLOW[case][0])
    state = read_state(SLOW[case][1], rules.tiles)
    action = read_action(SLOW[case][2], rules.tiles)
    reasons = [r.code for r in faults(rules, conceal(state, state.to_move), action)]

    assert reasons == ["joker_reuse"]
