"""Passes the cases in this folder to the referee, like ``tilerummy referee``: see README.md."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tilerummy.protocol.json_lines import Answer, reply
from tilerummy.protocol.referee import answer
from tilerummy.tiles import Rack, TileSet
from tilerummy.tiles import rack as read_rack

HERE = Path(__file__).parent
WIDE = TileSet(numbers=26, colours=8)
"""The largest possible tile set, because cases may have house rules."""
OURS = ("rulings.jsonl", "refusals.jsonl", "errors.jsonl")
FILES = [*sorted(HERE.glob("referee-*.jsonl")), *(HERE / name for name in OURS)]
SUPERSEDED: dict[str, dict[str, object]] = {
    "meld-notation-joker-letter": {"legal": True, "played": "b5 b6 *"},
}
"""Cases that predate a ruling, with the result under that ruling: j is read as a joker, RULES 1."""

ABOUT_THE_CASE = ("why", "expect", "raw")


@dataclass(frozen=True, slots=True)
class Case:
    """A line to send, the question that it contains, and the expected fields of the response."""

    id: str
    line: bytes
    question: dict[str, object]
    expect: dict[str, object]


def read_cases(path: Path) -> list[Case]:
    cases = []
    for text in path.read_text(encoding="utf-8").splitlines():
        fields = json.loads(text)
        question = {name: v for name, v in fields.items() if name not in ABOUT_THE_CASE}
        line = fields["raw"] if "raw" in fields else json.dumps(question)
        expect = SUPERSEDED.get(fields["id"], fields["expect"])
        cases.append(Case(fields["id"], line.encode(), question, expect))
    return cases


CASES = {path: read_cases(path) for path in FILES}


def rack(text: str) -> Rack:
    return read_rack(text, WIDE)


def differences(expect: dict[str, object], told: Answer) -> list[str]:
    return [
        f"{name}: {told.get(name)!r} and not {wanted!r}"
        for name, wanted in expect.items()
        if not _agrees(name, wanted, told)
    ]


def _agrees(name: str, wanted: object, told: Answer) -> bool:
    match name, wanted:
        case "error", True:
            return bool(told.get("error"))
        case "played", str():
            return rack(wanted) == rack(str(told.get(name)))
        case (("code" | "hand"), list()):
            return told.get(name) in wanted
        case (("legal" | "code" | "hand" | "points" | "jokers" | "scores"), _):
            return name in told and told[name] == wanted
    return False


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case.id) for cases in CASES.values() for case in cases]
)
def test_the_referee_answers_a_case_as_expected(case: Case) -> None:
    line, answered = reply(case.line, answer)
    told = json.loads(line)

    assert differences(case.expect, told) == []
    assert answered == ("error" not in told)
    if told.get("legal") and "rack" in case.question:
        from_rack = rack(told["played"]) - rack(told.get("free_used", ""))
        assert rack(told["rack"]) + from_rack == rack(str(case.question["rack"]))


def referee(*arguments: str, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "tilerummy", "referee", *arguments]
    return subprocess.run(command, input=lines, capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_command_answers_every_line_in_order(path: Path) -> None:
    ran = referee(lines=b"".join(case.line + b"\n" for case in CASES[path]))
    told = [json.loads(line) for line in ran.stdout.splitlines()]

    assert [t["id"] for t in told] == [case.question.get("id") for case in CASES[path]]
    assert [differences(c.expect, t) for c, t in zip(CASES[path], told, strict=True)] == (
        [[]] * len(told)
    )
    assert ran.returncode == any("error" in case.expect for case in CASES[path])
    assert ran.stderr == b""


def test_there_are_cases_of_every_kind() -> None:
    assert {path.stem: len(cases) >= 3 for path, cases in CASES.items()} == {
        "errors": True,
        "referee-hands": True,
        "referee-plays": True,
        "referee-random": True,
        "referee-scores": True,
        "refusals": True,
        "rulings": True,
    }
    assert len({case.id for cases in CASES.values() for case in cases}) == sum(
        map(len, CASES.values())
    )


def wider_collection() -> Path:
    """Return the folder that this one is a copy of; it is missing in most checkouts."""
    beside = HERE.parents[2] / "shared" / "cases"
    return Path(os.environ.get("TILERUMMY_CASES", beside))


def test_the_copy_of_the_cases_has_not_fallen_behind() -> None:
    missing = {
        path.name: [line for line in _lines(path) if line not in _lines(HERE / path.name)]
        for path in wider_collection().glob("*.jsonl")
    }

    assert {name: lines for name, lines in missing.items() if lines} == {}


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []
