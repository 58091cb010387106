"""The best-play cases, in the form of ``tilerummy solve``: see tests/cases/README.md."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tilerummy.protocol.json_lines import Answer, reply
from tilerummy.protocol.referee import answer as referee
from tilerummy.protocol.solve import solved
from tilerummy.rules import Ruleset, ruleset

HERE = Path(__file__).parents[1] / "cases"
FILES = sorted(HERE.glob("solve*.jsonl"))
ABOUT_THE_CASE = ("why", "expect")

Fields = dict[str, object]


def read_cases(path: Path) -> list[Fields]:
    cases = []
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        assert isinstance(case, dict)
        cases.append(case)
    return cases


CASES = {path: read_cases(path) for path in FILES}


def question(case: Fields) -> Fields:
    return {name: value for name, value in case.items() if name not in ABOUT_THE_CASE}


def answer(asked: Mapping[str, object]) -> Answer:
    return solved(asked).answer


def check(case: Fields, told: Answer) -> None:
    """Check the response against the case, and its play with the referee."""
    expect = case["expect"]
    assert isinstance(expect, dict)
    assert (told["tiles"], told["points"]) == (expect["tiles"], expect["points"])
    rules = ruleset(str(case["ruleset"]), _options(case))
    before, after = rules.read_table(str(case["table"])), rules.read_table(str(told["play"]))
    left = len(before) - len(before - after)
    assert left == expect.get("unchanged", left)
    assert rules.rack(str(told["rack"])) == rules.rack(str(case["rack"])) - (
        after.tiles - before.tiles
    )
    assert told["proven"] is True
    assert bool(told["steps"]) == bool(told["tiles"])
    assert len(after.tiles - before.tiles) == told["tiles"]
    _judge(rules, question(case), told)


def _options(case: Fields) -> Fields:
    options = case.get("options", {})
    assert isinstance(options, dict)
    return options


def _judge(rules: Ruleset, asked: Fields, told: Answer) -> None:
    if "opening" in told:
        first = referee({**asked, "play": told["opening"]})
        assert first["legal"], first
        assert rules.opening.same_turn
        asked = {
            **asked,
            "table": told["opening"],
            "rack": first["rack"],
            "opened": True,
            "opened_this_turn": True,
        }
    if told["tiles"]:
        judged = referee({**asked, "play": told["play"]})
        assert judged["legal"], judged


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=str(case["id"])) for cases in CASES.values() for case in cases]
)
def test_the_best_play_is_as_the_case_expects(case: Fields) -> None:
    line, answered = reply(json.dumps(question(case)).encode(), answer)

    assert answered
    check(case, json.loads(line))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_command_answers_every_case_of_a_file(path: Path) -> None:
    lines = "".join(json.dumps(question(case)) + "\n" for case in CASES[path])
    ran = subprocess.run(
        [sys.executable, "-m", "tilerummy", "solve"],
        input=lines.encode(),
        capture_output=True,
        check=False,
        timeout=120,
    )
    told = [json.loads(line) for line in ran.stdout.splitlines()]

    assert [t["id"] for t in told] == [case["id"] for case in CASES[path]]
    for case, answered in zip(CASES[path], told, strict=True):
        check(case, answered)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_there_are_cases() -> None:
    assert {path.stem: len(cases) >= 3 for path, cases in CASES.items()} == {
        "solve": True,
        "solve-random": True,
    }
