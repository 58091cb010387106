"""What the referee answers to good and bad questions, beyond the cases of tests/cases."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.strategies import actions_, states_

from tilerummy.protocol.json_lines import Answer, reply
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
WILD: Question = {"ruleset": "mcgraw", "table": "", "rack": "k7 k8 k9 *", "play": "k7 k8 k9"}
ROYAL: Question = {"hand": "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k1"}
BLITZ: Question = {"hand": "k4 r4 b4 r5 r6 r7 b9 b10 b11 b12 k13 r13 b13 o13"}
OPEN: Question = {"ruleset": "international", "racks": ["", "k5"], "winner": 0, "win": "open"}


def told(question: object) -> Answer:
    line, answered = reply(json.dumps(question).encode(), answer)
    read = json.loads(line)
    assert isinstance(read, dict)
    assert answered == ("error" not in read)
    return read


def test_any_id_is_returned() -> None:
    for identity in (0, "x", None, [1, {"a": [True, 0.5]}], {"b": "\ud800 é"}):
        assert told({"id": identity, **PLAY})["id"] == identity
        assert told({"id": identity})["id"] == identity
    assert told(PLAY)["id"] is None


def test_unknown_fields_are_errors_but_those_for_the_asker() -> None:
    assert "did you mean options" in str(told({**PLAY, "Options": 1})["error"])
    assert told({**PLAY, "x_colour": 3, "note": 1}) == told(PLAY)


def test_sabra_is_the_default_and_a_seat_has_opened() -> None:
    assert told({**PLAY, "ruleset": "sabra", "options": {}, "opened": True}) == {
        **told(PLAY),
        "warnings": ["the player to move has laid an initial meld, but no meld lies on the table"],
    }
    assert told({**PLAY, "play": "k10 r10 b10", "rack": "k10 r10 b10"})["rack"] == ""


def test_house_rules_may_be_written_into_the_ruleset_too() -> None:
    asked = {**PLAY, "opened": False, "ruleset": "sabra+initial_meld.points=31"}

    assert told(asked)["code"] == "initial_meld_too_low"
    assert told({**asked, "options": {"initial_meld.points": 30}})["legal"]


def test_the_initial_meld_may_have_been_laid_in_this_very_turn() -> None:
    asked = {"table": "k4 k5 k6", "rack": "k7", "play": "k4 k5 k6 k7", "opened_this_turn": True}

    assert told(asked)["legal"]
    assert told({**asked, "ruleset": "rummikub"})["code"] == "table_closed"
    assert "opened is false" in str(told({**asked, "opened": False})["error"])


def test_a_tile_may_have_been_placed_earlier_in_this_turn() -> None:
    asked = {"table": "k4 k5 k6 k7 / r7 b7 o7", "rack": "r1", "play": "k4 k5 k6 / k7 r7 b7 o7"}
    placed = told({**asked, "placed_this_turn": True})

    assert told(asked)["code"] == "no_tile_played"
    assert told({**asked, "opened_this_turn": True})["legal"]
    assert (placed["legal"], placed["played"], placed["rack"]) == (True, "", "r1")
    assert told({**asked, "placed_this_turn": False})["code"] == "no_tile_played"


@pytest.mark.parametrize("fields", [{"opened": False}, {"opened_this_turn": True}])
def test_an_initial_meld_of_this_turn_placed_tiles(fields: Question) -> None:
    placed = not fields.get("opened_this_turn", False)
    asked = {"table": "", "rack": "k1 k2 k3", "play": "k1 k2 k3", "placed_this_turn": placed}

    assert "placed_this_turn" in str(told({**asked, **fields})["error"])


def test_a_copy_on_the_rack_is_used_before_a_free_tile() -> None:
    both = told({**FREE, "free_usable": True})
    one = told({**FREE, "rack": "k7 k8 r1", "free_usable": True})

    assert (both["played"], both["rack"], both["free_used"]) == ("k7 k8 k9", "r1", "")
    assert (one["played"], one["rack"], one["free_used"]) == ("k7 k8 k9", "r1", "k9")


def test_free_tiles_are_not_usable_unless_the_question_says_so() -> None:
    refused = told({**FREE, "rack": "k7 k8 r1"})

    assert refused["code"] == "free_tile_unavailable"
    assert "k9" in str(refused["message"])
    for opened in (False, True):
        again = told({**FREE, "rack": "k7 k8 r1", "opened": opened, "opened_this_turn": opened})
        assert again["code"] == "free_tile_unavailable"


def test_other_rulesets_have_no_free_tiles() -> None:
    sabra = {**FREE, "rack": "k7 k8 r1", "ruleset": "sabra", "free_usable": True}

    assert told(sabra)["code"] == "not_on_rack"
    assert "free_used" not in told({**FREE, "ruleset": "sabra"})


@pytest.mark.parametrize("this_turn", [False, True])
def test_jokers_are_due_only_where_the_question_says_so(this_turn: bool) -> None:  # noqa: FBT001
    asked = {**WILD, "opened_this_turn": this_turn}

    assert told(asked)["legal"]
    assert told({**asked, "must_play_jokers": False})["legal"]
    assert told({**asked, "must_play_jokers": True})["code"] == "jokers_must_be_played"
    assert told({**asked, "ruleset": "sabra", "must_play_jokers": True})["legal"]


def test_the_first_and_the_first_turn_count_for_closed_hands() -> None:
    assert told({**BLITZ, "ruleset": "international"})["hand"] == 1
    assert told({**BLITZ, "first_turn": True})["hand"] == 39
    assert told({**BLITZ, "first_turn": True, "dealt": True})["hand"] == 40
    assert told({**BLITZ, "first_turn": True, "dealt": True, "first_player": True})["hand"] == 39
    assert told({**ROYAL, "id": 4}) == {
        "id": 4,
        "hand": 24,
        "name": "Royal",
        "points": 2400,
        "jokers": 0,
    }


def test_whose_turn_comes_next_is_asked_only_where_it_decides() -> None:
    tie = {"racks": ["k9", "r9", "k10"], "winner": None}

    assert told({"score": {**tie, "racks": ["k9", "r8", "k10"]}})["scores"] == [-1, 3, -2]
    assert told({"score": {**tie, "to_move": 1}})["scores"] == [0, 1, -1]
    assert "to_move" in str(told({"score": tie})["error"])


def test_trump_holders_count_where_the_bonus_is_played_for() -> None:
    bonus = {**OPEN, "opened": [True, False], "trump_holders": [1], "last_discard": "*"}

    assert told({"score": bonus})["scores"] == [400, -200]
    assert told({"score": {**bonus, "options": {"trump_bonus": True}}})["scores"] == [400, -150]


def test_handfuls_that_are_not_told_earn_nothing() -> None:
    asked = {"ruleset": "mcgraw", "racks": ["", "k5"], "winner": 0}

    assert told({"score": asked})["scores"] == [0, 5]
    assert told({"score": {**asked, "handfuls": [[14, 12], [16, 13]]}})["scores"] == [-5, 2]


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        ({}, "a play has table, rack and play; an action state and action;"),
        ({"note": 1}, "a closed hand has hand; the score of a round score"),
        ({"table": "", "rack": "k1"}, "play is missing"),
        ({**PLAY, "table": None}, "table: it is a text, not null"),
        ({**PLAY, "rack": [1]}, "rack: it is a text, not a list"),
        ({**PLAY, "rack": "k1 k20"}, "numbers are 1 to 13"),
        ({**PLAY, "rack": "k1 ?"}, "known"),
        ({**PLAY, "table": "k1 k2 k4"}, "no run"),
        ({**PLAY, "table": "b5 * *"}, "can be read as"),
        ({**PLAY, "play": {}}, "play: it is a text, not an object"),
        ({**PLAY, "opened": 1}, "opened: it is true or false, not a whole number"),
        ({**PLAY, "opened": "yes"}, "true or false"),
        ({**PLAY, "players": 5}, "2 to 4"),
        ({**PLAY, "players": True}, "a whole number"),
        ({**PLAY, "players": 3.0}, "a number with a fraction"),
        ({**PLAY, "free": 3}, "free: it is a text"),
        ({**PLAY, "ruleset": "sabre"}, "did you mean sabra? Known are: tile-rummy, "),
        ({**PLAY, "ruleset": None}, "ruleset: it is a text"),
        ({**PLAY, "options": []}, "options: it is an object"),
        ({**PLAY, "options": {"joker": 1}}, "Known are: direction, initial_meld.points"),
        ({**PLAY, "options": {"joker.melds": "shut"}}, "locked or open or free"),
        ({**PLAY, "options": {"initial_meld.points": 9999}}, "0 to 500"),
        ({**PLAY, "options": {"deal.tiles": 40, "tiles.copies": 1}}, "deal"),
        ({**PLAY, "ruleset": "american", "options": {"draw.tiles": 2}}, "has no draw.tiles"),
        ({"hand": "k1 k2"}, "14 tiles"),
        ({**ROYAL, "ruleset": "sabra"}, "no closed hands"),
        ({"hand": "* * * k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k1"}, "two jokers"),
        ({**ROYAL, "first_turn": 0}, "first_turn: it is true or false"),
        ({"score": None}, "score: it is an object"),
        ({"score": {"racks": ["k1", ""]}}, "score.winner is missing"),
        ({"score": {"racks": "k1", "winner": 0}}, "score.racks: it is a list"),
        ({"score": {"racks": ["k1", 3], "winner": 0}}, "score.racks: it is a text"),
        ({"score": {"racks": ["k1"], "winner": 0}}, "2 to 4"),
        ({"score": {"racks": ["k1", ""], "winner": 2}}, "0 to 1"),
        ({"score": {**OPEN, "win": "open"}}, "score.opened is missing"),
        ({"score": {**OPEN, "opened": [True]}}, "2 members"),
        ({"score": {**OPEN, "opened": [True, None]}}, "true or false, not null"),
        ({"score": {**OPEN, "opened": [True, True], "win": "luck"}}, "open, foot, closed"),
        ({"score": {**OPEN, "opened": [True, True], "win": "closed"}}, "score.hand is missing"),
        ({"score": {**OPEN, "opened": [True, True], "last_discard": "k1 k2"}}, "one tile"),
        ({"score": {**OPEN, "opened": [True, True], "last_discard": ""}}, "one tile"),
        ({"score": {**OPEN, "opened": [True, True], "trump_holders": [7]}}, "0 to 1"),
        ({"score": {"racks": ["", "k1"], "winner": 0, "handfuls": [[1], [2]]}}, "two"),
        ({"score": {"racks": ["", "k1"], "winner": 0, "handfuls": [[1, 2]]}}, "2 members"),
        ({"state": "rack k1"}, "action is missing"),
        ({"action": "draw"}, "state is missing"),
        ({"state": "rak k1", "action": "draw"}, "there are table, free, rack"),
        ({"state": "rack k1", "action": "draw", "seat": 4}, "0 to 3"),
    ],
)
def test_a_question_that_cannot_be_answered_gets_the_reason(question: Question, hint: str) -> None:
    refused = told({"id": 7, **question})

    assert refused["id"] == 7
    assert hint in str(refused["error"])
    assert set(refused) == {"id", "error"}


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
        (b'{"id": 1', "line 3 is not JSON, from character 9 on"),
        (b'{"id": "\xff"}', "line 3 is not UTF-8, from byte 9 on"),
        (b"[]", "line 3 is no question"),
        (b'{"id": ' + b"9" * 5000 + b"}", "line 3: a number of 5000 digits is too large"),
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
def test_a_question_with_anything_in_one_field_is_answered(data: st.DataObject) -> None:
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
