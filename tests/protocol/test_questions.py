"""Invalid lines, ids, long values, and questions with arbitrary fields."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.protocol.test_answers import told
from tests.support.strategies import actions_, states_

from tilerummy.protocol.json_lines import reply
from tilerummy.protocol.referee import answer
from tilerummy.rules import PRESETS
from tilerummy.state.notation import action_text, state_text

Question = dict[str, object]

PLAY: Question = {"table": "", "rack": "k10 r10 b10 k2", "play": "k10 r10 b10"}
FREE: Question = {
    "ruleset": "mcgraw",
    "table": "",
    "rack": "k7 k8 k9 r1",
    "play": "k7 k8 k9",
    "free": "k9",
}
ROYAL: Question = {"hand": "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k1"}
OPEN: Question = {"ruleset": "international", "racks": ["", "k5"], "winner": 0, "win": "open"}


def test_any_id_is_returned() -> None:
    for identity in (0, "x", None, [1, {"a": [True, 0.5]}], {"b": "\ud800 é"}):
        assert told({"id": identity, **PLAY})["id"] == identity
        assert told({"id": identity})["id"] == identity
    assert told(PLAY)["id"] is None


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\r\n",
        b"table",
        b"[]",
        b"3",
        b'{"id": 1',
        b'{"id": 1} {"id": 2}',
        b'{"id": NaN}',
        b'{"id": -Infinity}',
        b'{"id": 1e999}',
        b'{"id": ' + b"9" * 5000 + b"}",
        b'{"id": "\xff"}',
        b'{"id": "\n"}',
        '{"id": 1}'.encode("utf-16"),
        b"[" * 100_000,
        b'{"id":' * 20_000,
    ],
    ids=lambda line: repr(line[:20]),
)
def test_a_line_that_is_not_a_question_is_answered_without_an_id(line: bytes) -> None:
    text, answered = reply(line, answer)

    assert not answered
    assert json.loads(text)["id"] is None
    assert json.loads(text)["error"]
    assert "\n" not in text


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"\r\n", "line 3 is blank; a question is a JSON object"),
        (b'{"id": 1', "line 3 is not JSON, starting at character 9"),
        (b'{"id": "\xff"}', "line 3 is not UTF-8, starting at byte 9"),
        (b"[]", "line 3 is not a question"),
        (b'{"id": ' + b"9" * 5000 + b"}", "line 3: a number with 5000 digits is too large"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_errors_name_the_number_of_the_line(line: bytes, told: str) -> None:
    assert told in json.loads(reply(line, answer, 3)[0])["error"]


LONG = "x" * 5000


@pytest.mark.parametrize(
    "question",
    [
        {**PLAY, "rack": LONG},
        {**PLAY, "table": " ".join(["k1"] * 500)},
        {**PLAY, "play": LONG},
        {**PLAY, "play": " ".join(["k1", "r1"] * 500)},
        {**PLAY, "ruleset": LONG},
        {**PLAY, "ruleset": f"sabra+{LONG}"},
        {**PLAY, "options": {LONG: 1}},
        {**PLAY, "options": {"joker.melds": [LONG]}},
        {"state": LONG, "action": "draw"},
        {"state": "rack k1", "action": LONG},
        {"score": {**OPEN, "opened": [True, True], "win": LONG}},
    ],
    ids=",".join,
)
def test_long_values_are_shortened_in_errors(question: Question) -> None:
    refused = told(question)

    assert len(str(refused.get("error") or refused["message"])) < 800


def test_byte_order_marks_and_ends_of_lines_do_not_matter() -> None:
    line = json.dumps({"id": "é", **PLAY}, ensure_ascii=False).encode()

    assert reply(b"\xef\xbb\xbf" + line + b"\r\n", answer) == reply(line, answer)


def test_a_deeply_nested_question_keeps_its_id() -> None:
    nested = "[" * 500 + "]" * 500
    line = f'{{"id": 3, "options": {{"joker.melds": {nested}}}, "table": "", "rack": ""}}'

    assert json.loads(reply(line.encode(), answer)[0])["id"] == 3


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
GOOD: list[Question] = [
    PLAY,
    {**FREE, "free_usable": True, "must_play_jokers": True, "players": 2, "opened": False},
    {**ROYAL, "first_turn": True, "dealt": True, "first_player": False},
    {"state": "table k1 k2 k3 | rack k4", "action": "play k1 k2 k3 => k1 k2 k3 k4", "seat": 0},
    {"score": {**OPEN, "opened": [True, True], "last_discard": "*", "to_move": 1}},
]


@given(ANYTHING | st.dictionaries(st.sampled_from([*PLAY, "score", "hand", "id"]), ANYTHING))
def test_any_json_is_answered(question: object) -> None:
    told(question)


@given(st.data())
def test_a_question_with_any_value_in_a_field_gets_a_response(data: st.DataObject) -> None:
    question = dict(data.draw(st.sampled_from(GOOD)))
    inner = question.get("score")
    fields = {**inner} if isinstance(inner, dict) else question
    fields[data.draw(st.sampled_from([*fields]))] = data.draw(ANYTHING)
    if isinstance(inner, dict):
        question["score"] = fields

    assert told({**question, "id": 8})["id"] == 8


@given(st.data())
def test_any_action_in_any_position_is_answered(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from([*PRESETS.values()]))
    state = data.draw(states_(rules.tiles))
    action = data.draw(actions_(rules.tiles))
    question = {"ruleset": rules.name, "state": state_text(state), "action": action_text(action)}

    assert {"legal", "error"} & set(told(question))
