"""``tilerummy solve``: its answers, the time that they take, and its pictures."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tilerummy.analysis import Steps
from tilerummy.deadline import Deadline
from tilerummy.protocol.json_lines import Answer, reply
from tilerummy.protocol.solve import solved

COMMAND = [sys.executable, "-m", "tilerummy", "solve"]

Question = dict[str, object]

EASY: Question = {"table": "k1 k2 k3", "rack": "k4 r1"}
OPENS: Question = {"table": "k5 r5 b5", "rack": "k10 r10 b10 o5", "opened": False}

HARD: Question = {
    "table": "k1 k2 k3 / r1 r2 r3 / b1 b2 b3 / o1 o2 o3 / k4 r4 b4 o4 / k5 r5 b5 o5 / k6 k7 k8 k9",
    "rack": "k1 r2 b3 o4 k5 k6 r7 b8 o9 b6 b7 o8 k10 r10 *",
    "options": {"joker.melds": "free"},
}
"""A question that takes longer than a microsecond."""


def told(question: object) -> Answer:
    line, answered = reply(json.dumps(question).encode(), lambda asked: solved(asked).answer)
    read = json.loads(line)
    assert isinstance(read, dict)
    assert answered == ("error" not in read)
    return read


def ran(*arguments: str, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments], input=lines, capture_output=True, check=False, timeout=60
    )


def line(question: Question) -> bytes:
    return json.dumps(question).encode() + b"\n"


def test_the_answer_has_the_fields_of_the_protocol() -> None:
    assert told({"id": 7, **EASY}) == {
        "id": 7,
        "tiles": 1,
        "points": 4,
        "play": "k1 k2 k3 k4",
        "rack": "r1",
        "proven": True,
        "steps": ["Add the black 4 from the rack to the end of the black run 1-3."],
    }


def test_where_nothing_can_be_played_the_table_stays_as_it_is() -> None:
    assert told({**EASY, "rack": "r1"}) == {
        "id": None,
        "tiles": 0,
        "points": 0,
        "play": "k1 k2 k3",
        "rack": "r1",
        "proven": True,
        "steps": [],
    }


def test_an_opening_and_a_play_are_best_together_where_the_rules_allow_both() -> None:
    both = told(OPENS)
    alone = told({**OPENS, "ruleset": "rummikub"})

    assert both["opening"] == "k5 r5 b5 / k10 r10 b10"
    assert (both["tiles"], both["play"]) == (4, "k5 r5 b5 o5 / k10 r10 b10")
    assert len(both["steps"]) == 2  # type: ignore[arg-type]
    assert "opening" not in alone
    assert (alone["tiles"], alone["play"]) == (3, "k5 r5 b5 / k10 r10 b10")


def test_an_opening_alone_has_no_table_between() -> None:
    assert "opening" not in told({**OPENS, "table": ""})
    assert told({**OPENS, "rack": "k1 k2 k3"})["tiles"] == 0


def test_after_the_opening_some_rules_allow_nothing_more_in_its_turn() -> None:
    opened = {**EASY, "opened_this_turn": True}

    assert told(opened)["tiles"] == 1
    assert told({**opened, "ruleset": "rummikub"})["tiles"] == 0


def test_most_tiles_and_most_points_are_different_things() -> None:
    asked = {"table": "", "rack": "k1 k2 k4 o4 *"}
    most, dearest = (told({**asked, "objective": wish}) for wish in ("tiles", "points"))

    assert told(asked) == most
    assert (most["tiles"], most["points"], most["play"]) == (4, 37, "k1 k2 *k3 k4")
    assert (dearest["tiles"], dearest["points"], dearest["play"]) == (3, 38, "k4 o4 *4")


def test_a_joker_counts_its_rack_value() -> None:
    asked = {"table": "b1 b2 b3", "rack": "*", "ruleset": "dutch-1985"}

    assert told(asked)["points"] == 25
    assert told({**asked, "ruleset": "sabra"})["points"] == 30
    assert told({**asked, "options": {"joker.rack_value": 40}})["points"] == 40


def test_in_american_a_tile_is_left_to_discard() -> None:
    asked = {"ruleset": "american", "table": "k1 k2 k3", "rack": "k4 k5"}

    assert (told(asked)["tiles"], told(asked)["rack"]) == (1, "k5")


def test_free_tiles_help_to_place_tiles_of_the_rack_where_they_may_be_used() -> None:
    asked = {
        "ruleset": "mcgraw",
        "table": "k1 k2 k3",
        "rack": "r7 r8 b1",
        "free": "r9 o4",
    }

    assert told(asked)["tiles"] == 0
    assert told({**asked, "free_usable": True}) == {
        "id": None,
        "tiles": 2,
        "points": 15,
        "play": "k1 k2 k3 / r7 r8 r9",
        "rack": "b1",
        "proven": True,
        "steps": ["Lay a new run from the rack and the free tiles: red 7, red 8 and red 9."],
    }


def test_a_foot_counts_where_it_is_legal() -> None:
    asked = {
        "ruleset": "international",
        "table": "k1 k2 k3",
        "rack": "k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 r1 r2 r3 r4 b9",
        "opened": False,
    }

    assert told(asked)["tiles"] == 14


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        ({}, "is missing"),
        ({"table": "k1 k2 k3"}, "rack is missing"),
        ({"rack": "k1"}, "table is missing"),
        ({**EASY, "objective": "joy"}, "tiles or points, not 'joy'"),
        ({**EASY, "objective": None}, "objective: it is a text"),
        ({**EASY, "table": "k1 k2"}, "at least three tiles"),
        ({**EASY, "rack": "k1 ?"}, "known"),
        ({**EASY, "ruleset": "sabre"}, "sabra"),
        ({**EASY, "options": {"joker.colour": 1}}, "joker.colour"),
        ({**EASY, "rack": " ".join(["k1"] * 20)}, "more than"),
        ([1], "a question is a JSON object"),
    ],
)
def test_a_position_that_cannot_be_solved_gets_the_reason(question: object, hint: str) -> None:
    assert hint in str(told(question)["error"])


def test_within_a_budget_the_best_found_is_answered_as_not_proven() -> None:
    rushed = solved(HARD, deadline=Deadline(0.001)).answer
    patient = solved(HARD, deadline=Deadline(1e9)).answer

    assert rushed["proven"] is False
    assert patient == solved(HARD).answer
    assert patient["proven"] is True
    assert int(str(rushed["tiles"])) <= int(str(patient["tiles"]))


def test_tidy_and_explained_are_named_only_where_they_are_false() -> None:
    known = solved(EASY)
    rushed = replace(
        known,
        best=replace(known.best, tidy=False),
        steps=Steps(known.steps, explained=False),
    )

    assert not {"tidy", "explained"} & known.answer.keys()
    assert rushed.answer == {**known.answer, "tidy": False, "explained": False}


def test_a_budget_in_milliseconds_is_given_on_the_command_line() -> None:
    easy, hard = (
        json.loads(text)
        for text in ran("--budget", "300", lines=line(EASY) + line(HARD)).stdout.splitlines()
    )

    assert (easy["proven"], easy["tiles"]) == (True, 1)
    assert isinstance(hard["proven"], bool)
    assert json.loads(ran("--budget", "60000", lines=line(HARD)).stdout)["proven"] is True
    assert ran("--budget", "0").returncode == 2


def test_pictures_show_table_and_rack_before_and_after(tmp_path: Path) -> None:
    questions: list[Question] = [
        {"id": "../etc/pass wd é", **EASY},
        {"id": None, **EASY},
        {"id": 1},
    ]
    folder = tmp_path / "new" / "pictures"

    done = ran("--svg", str(folder), lines=b"".join(map(line, questions)))

    assert done.returncode == 1
    assert sorted(path.name for path in folder.iterdir()) == [
        "0001-etc-pass-wd-after.svg",
        "0001-etc-pass-wd-before.svg",
        "0002-after.svg",
        "0002-before.svg",
    ]
    for when, tiles in (("before", "k1 k2 k3 / k4 r1"), ("after", "k1 k2 k3 k4 / r1")):
        picture = ET.parse(folder / f"0002-{when}.svg").getroot()
        assert picture.tag.endswith("svg")
        assert picture[0].text == tiles


def test_the_title_of_a_picture_names_an_empty_rack_or_table_with_nothing(tmp_path: Path) -> None:
    ran("--svg", str(tmp_path), lines=line({"table": "", "rack": "k1 k2 k3"}))

    for when in ("before", "after"):
        picture = ET.parse(tmp_path / f"0001-{when}.svg").getroot()
        assert picture[0].text == "k1 k2 k3"


def test_an_unwritable_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")

    done = ran("--svg", str(tmp_path / "file" / "pictures"), lines=line(EASY))

    assert done.returncode == 1
    assert b"file" in done.stderr
    assert b"Traceback" not in done.stderr
