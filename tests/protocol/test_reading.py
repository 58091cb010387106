"""Questions in the words of people: fields, lists, tiles, and what the answer says was read."""

from __future__ import annotations

import io
import json
import tracemalloc

import pytest

from tilerummy.protocol.json_lines import LONGEST_LINE, Answer, QuestionError, reply, reply_to_all
from tilerummy.protocol.referee import answer
from tilerummy.protocol.solve import solved

PLAY = {"table": "k1 k2 k3", "rack": "k4 r1", "play": "k1 k2 k3 k4"}


def ask(**fields: object) -> Answer:
    return answer(fields)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("open", "opened"),
        ("rak", "rack"),
        ("objectiv", "objective"),
        ("playd", "play"),
        ("opened_in_this_turn", "opened_this_turn"),
        ("rulset", "ruleset"),
        ("Table", "table"),
    ],
)
def test_a_field_that_no_one_knows_is_an_error_that_names_the_nearest(
    wrong: str, right: str
) -> None:
    """PROTOCOL: "Fields that no one knows are errors that name the nearest known one"."""
    asked = {**PLAY, wrong: "k1"}

    with pytest.raises(QuestionError, match=f"did you mean {right}"):
        answer(asked)
    with pytest.raises(QuestionError, match=f"did you mean {right}"):
        solved(asked)


def test_fields_of_a_score_and_options_that_no_one_knows_name_the_nearest() -> None:
    with pytest.raises(QuestionError, match=r"score\.winer; did you mean winner"):
        ask(score={"racks": ["k1", ""], "winer": 1})
    with pytest.raises(QuestionError, match=r"did you mean joker\.reuse"):
        ask(**PLAY, options={"joker.reuze": "any"})


def test_notes_and_names_that_begin_with_x_are_for_the_asker() -> None:
    assert ask(**PLAY, note="from a club evening", x_source=7) == ask(**PLAY)


@pytest.mark.parametrize("name", ["ruleset", "rules", "preset"])
def test_the_ruleset_has_one_name_and_silent_aliases(name: str) -> None:
    """PROTOCOL: "`rules` and `preset` are accepted for `ruleset`"."""
    freed = {
        "table": "b1 b2 b3 b4 / *b4 b5 b6 b7",
        "rack": "k9 r9",
        "play": "b1 b2 b3 b4 b5 b6 b7 / k9 r9 *9",
    }

    assert ask(**freed, **{name: "rummikub"})["legal"]
    assert not ask(**freed, **{name: "sabra"})["legal"]
    assert ask(score={name: "dutch-sabra", "racks": ["*", ""], "winner": 1})["scores"] == [-25, 25]


def test_two_names_of_the_ruleset_are_refused() -> None:
    with pytest.raises(QuestionError, match="as ruleset and as rules"):
        ask(**PLAY, ruleset="sabra", rules="sabra")


@pytest.mark.parametrize(
    "fields",
    [
        {"table": [["k1", "k2", "k3"]], "rack": ["k4", "r1"], "play": [["k1", "k2", "k3", "k4"]]},
        {"table": ["k1 k2 k3"], "rack": ["k4", "r1"], "play": ["k1 k2 k3 k4"]},
        {"table": "1k 2k 3k", "rack": "Red 1, 4k", "play": "k1-k4"},
    ],
)
def test_tables_and_racks_are_read_from_lists_and_from_the_words_of_people(
    fields: dict[str, object],
) -> None:
    told, plain = answer(fields), answer(PLAY)

    assert {**told, "read": None} == {**plain, "read": None}
    assert solved(fields).answer["play"] == solved(PLAY).answer["play"]


def test_lists_of_other_things_are_errors() -> None:
    with pytest.raises(QuestionError, match="rack: it is a text"):
        ask(table="", rack=[1, 2], play="")
    with pytest.raises(QuestionError, match="table: a list of melds"):
        ask(table=[[["k1"]]], rack="", play="")


def test_the_answer_says_what_was_read_and_only_where_it_was_not_notation() -> None:
    odd = ask(table="b5 b6 J / k4,y4,r4", rack="Red 5, o12", play="o11 o12 o13 *")

    assert odd["read"] == {
        "table": "b5 b6 *b7 / k4 r4 o4",
        "rack": "r5 o12",
        "play": "*o10 o11 o12 o13",
    }
    assert "read" not in answer(PLAY)
    assert "read" not in ask(table="k3 k2 k1 / o4 k4 r4", rack="r1 k4 *", play="")


def test_positions_and_actions_say_what_was_read_too() -> None:
    odd = ask(state="rack Blue 5, 6b J", action="play => b5, b6 j", ruleset="sabra")
    plain = ask(state="rack b5 b6 * | players 2", action="play => b5 b6 *b7")

    assert odd["read"] == {"state": "rack b5 b6 *", "action": "play => b5 b6 *b7"}
    assert "read" not in plain


def test_the_score_says_what_was_read() -> None:
    told = ask(score={"racks": ["k1 J", ["5r"], ""], "winner": 2})

    assert told["read"] == {"score.racks": "k1 * | r5"}


def test_a_line_longer_than_any_question_is_an_error() -> None:
    line, answered = reply(b" " * (LONGEST_LINE + 1), answer)

    assert not answered
    assert "longer than" in json.loads(line)["error"]


def test_a_text_of_more_tiles_than_there_are_is_an_error() -> None:
    with pytest.raises(QuestionError, match="more than"):
        ask(table="", rack="k1 " * 10_000, play="")
    with pytest.raises(QuestionError, match="more than"):
        ask(table="", rack=["k1"] * 10_000, play="")


class Spaces(io.RawIOBase):
    """A file of so many spaces, which are in no memory."""

    def __init__(self, size: int) -> None:
        self.left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        size = min(len(buffer), self.left)
        buffer[:size] = b" " * size
        self.left -= size
        return size


@pytest.mark.parametrize("size", [LONGEST_LINE + 1, 2 * (LONGEST_LINE + 1), 40 * LONGEST_LINE])
def test_a_line_that_is_too_long_is_one_error_and_is_never_held_in_memory(size: int) -> None:
    written: list[str] = []
    files = io.BufferedReader(Spaces(size)), io.BytesIO(b"x" * size + b'\n{"id": 7}\n')
    tracemalloc.start()
    try:
        all_answered = reply_to_all(files, lambda _: {"ok": True}, written.append)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert not all_answered
    assert peak < 8 * LONGEST_LINE
    assert [json.loads(line).get("ok") for line in written] == [None, None, True]
    assert all(f"longer than {LONGEST_LINE} bytes" in line for line in written[:2])
