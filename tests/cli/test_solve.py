"""``tilerummy solve`` prints its results within the budget, and draws pictures."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

from tilerummy.analysis import Steps
from tilerummy.deadline import Deadline
from tilerummy.protocol.solve import solved

COMMAND = [sys.executable, "-m", "tilerummy", "solve"]

Question = dict[str, object]

EASY: Question = {"table": "k1 k2 k3", "rack": "k4 r1"}

HARD: Question = {
    "table": "k1 k2 k3 / r1 r2 r3 / b1 b2 b3 / o1 o2 o3 / k4 r4 b4 o4 / k5 r5 b5 o5 / k6 k7 k8 k9",
    "rack": "k1 r2 b3 o4 k5 k6 r7 b8 o9 b6 b7 o8 k10 r10 *",
    "options": {"joker.melds": "free"},
}
"""A question that takes longer than a microsecond."""


def ran(*arguments: str, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments], input=lines, capture_output=True, check=False, timeout=60
    )


def line(question: Question) -> bytes:
    return json.dumps(question).encode() + b"\n"


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
