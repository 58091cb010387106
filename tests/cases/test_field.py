"""Questions from outside the project, each sent to the interface it concerns: see README.md.

They come from public disputes, other programs' tests, papers and handwritten records.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from tilerummy.cli.audit import audit_command
from tilerummy.protocol.json_lines import reply
from tilerummy.protocol.referee import answer as referee
from tilerummy.protocol.solve import solved

FILE = Path(__file__).parent / "field.jsonl"

SUPERSEDED: dict[str, dict[str, object]] = {
    "samin-034": {"legal": True, "played": "o11 o12 o13 *"},
    "melds-059": {"legal": True, "played": "r3 r5 *"},
}
"""Rows that predate a ruling, with the result under that ruling.

RULES 1: a bare joker "written elsewhere … is accepted where the tiles allow only one reading
(`o11 o12 o13 *` is the run 10 to 13)".
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A question, the interface (``door``) to send it to, and the ``expected`` response fields."""

    id: str
    door: str
    question: dict[str, object]
    expected: dict[str, object]


def rows() -> list[Row]:
    found = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    return [
        Row(f["id"], f["door"], f["question"], SUPERSEDED.get(f["id"], f["expected"]))
        for f in found
    ]


ROWS = rows()


def told(row: Row, folder: Path) -> dict[str, object]:
    """Send the question in *row* to its interface, and return the response."""
    if row.door == "audit":
        path = folder / "field.rummy"
        path.write_text(str(row.question["record"]), encoding="utf-8")
        ran = CliRunner().invoke(audit_command, [str(path)])
        return {"agrees": ran.exit_code == 0}
    line = json.dumps(row.question).encode()
    answers = {"referee": referee, "solve": lambda question: solved(question).answer}
    found: dict[str, object] = json.loads(reply(line, answers[row.door])[0])
    return {**found, "error": True} if "error" in found else found


@pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])
def test_a_question_from_outside_gets_the_expected_response(row: Row, tmp_path: Path) -> None:
    answer = told(row, tmp_path)

    assert {name: answer.get(name) for name in row.expected} == row.expected


def test_every_interface_is_sent_a_question() -> None:
    assert {row.door for row in ROWS} == {"referee", "solve", "audit"}
    assert len({row.id for row in ROWS}) == len(ROWS) > 400
    assert {row.id for row in ROWS} >= SUPERSEDED.keys()
