"""A position and an action in notation for every refusal code: RULES section 4."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tilerummy.protocol.json_lines import reply
from tilerummy.protocol.referee import answer
from tilerummy.rules import Refusal, ruleset
from tilerummy.state.notation import action_text, read_action, read_state, state_text

FILE = Path(__file__).parents[1] / "cases" / "refusals.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("code", Refusal)
def test_every_code_is_reached_from_a_position_in_notation(code: Refusal) -> None:
    asked = [case for case in CASES if case["expect"].get("code") == code]
    told = [json.loads(reply(_line(case), answer)[0]) for case in asked]

    assert asked
    assert [t.get("code", t) for t in told] == [code] * len(asked)
    assert all(t["legal"] is False and t["message"] for t in told)


def _line(case: dict[str, object]) -> bytes:
    question = {name: value for name, value in case.items() if name not in ("why", "expect")}
    return json.dumps(question).encode()


def test_every_code_of_section_4_is_known() -> None:
    assert " ".join(sorted(Refusal)) == (
        "ambiguous_joker bad_notation cannot_draw cannot_pass discard_not_available"
        " free_tile_unavailable game_over initial_meld_joker initial_meld_too_low invalid_meld"
        " joker_changed joker_locked joker_not_replaced joker_reuse jokers_must_be_played"
        " must_discard must_draw no_new_deal no_such_hand no_tile_played not_on_rack"
        " not_your_turn nothing_to_discard table_closed table_tile_missing trump_not_winning"
    )


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_position_and_the_action_of_a_case_can_be_written_again(case: dict[str, str]) -> None:
    tiles = ruleset(case["ruleset"]).tiles
    state = read_state(case["state"], tiles)

    assert read_state(state_text(state), tiles) == state
    if case["id"].startswith(("bad-notation", "ambiguous-joker", "invalid-meld")):
        return
    action = read_action(case["action"], tiles)
    assert read_action(action_text(action), tiles) == action
