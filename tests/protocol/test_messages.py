"""Refusals about jokers say where they lie now, and where their tile must come from."""

from __future__ import annotations

from tilerummy.protocol.referee import answer
from tilerummy.rules import faults, ruleset
from tilerummy.state import Play
from tilerummy.state.notation import read_state

FREED = {
    "table": "r3 r4 r5 / k5 b5 *5",
    "rack": "r5 k9",
    "play": "k5 r5 b5 / r3 r4 r5 *r6",
    "ruleset": "dutch-1985",
}
FROM_THE_TABLE = {
    "table": "b1 b2 b3 b4 / *b4 b5 b6 b7",
    "rack": "k9 r9",
    "play": "b1 b2 b3 b4 b5 b6 b7 / k9 r9 *9",
}


def test_a_joker_that_may_not_go_there_is_said_to_lie_there() -> None:
    told = answer(FREED)

    assert told["code"] == "joker_reuse"
    assert "may not go there: r3 r4 r5 *r6" in str(told["message"])
    assert "freed from k5 b5 *5" in str(told["message"])


def test_the_reason_is_about_the_meld_where_the_joker_lies() -> None:
    rules = ruleset("dutch-1985")
    state = read_state("table r3 r4 r5 / k5 b5 *5 | rack r5 k9")
    play = Play.between(state.table, rules.read_table("k5 r5 b5 / r3 r4 r5 *r6"))
    (found,) = faults(rules, state, play)

    assert found.melds == rules.read_table("r3 r4 r5 *r6")


def test_the_tile_that_replaces_a_joker_must_come_from_the_rack_where_the_rules_say_so() -> None:
    """S0 "has in hand the tile which the joker represents"."""
    locked = answer(FROM_THE_TABLE)
    both_missing = {
        "table": "k5 r5 *5",
        "rack": "b5 k9 r9",
        "play": "k5 r5 b5 / k9 r9 *9",
        "ruleset": "rummikub+joker.group_of_three=all",
    }
    anywhere = answer(both_missing)

    assert locked["code"] == anywhere["code"] == "joker_not_replaced"
    assert "must come from the rack" in str(locked["message"])
    assert "must come from the rack" not in str(anywhere["message"])
