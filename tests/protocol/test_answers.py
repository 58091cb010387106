"""Referee and solver responses to valid and invalid questions: ``questions.jsonl``.

A row has the question (``ask``), its receiver (``door``, by default the referee), and expected
fields: a value must be equal, ``~`` means contained, ``!`` not contained, and ``absent`` fields
must be missing. An error response has only an id and the error.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tilerummy.protocol.json_lines import Answer, reply
from tilerummy.protocol.referee import answer
from tilerummy.protocol.solve import solved

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "questions.jsonl").read_text("utf-8").splitlines()
]


def told(question: object, door: str = "referee") -> Answer:
    """Return the response to a question, parsed from its line."""
    asked = answer if door == "referee" else lambda fields: solved(fields).answer
    line, answered = reply(json.dumps(question).encode(), asked)
    read = json.loads(line)
    assert isinstance(read, dict)
    assert answered == ("error" not in read)
    return read


def agrees(found: object, wanted: object) -> bool:
    match wanted:
        case str() if wanted[:1] in ("~", "!"):
            return bool(found) and (wanted[1:] in str(found)) == (wanted[0] == "~")
        case _:
            return found == wanted


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['why']}: {row['ask']}" for row in ROWS])
def test_the_response_matches_the_row(row: dict[str, object]) -> None:
    expected, absent = row["answer"], row.get("absent", [])
    assert isinstance(expected, dict)
    assert isinstance(absent, list)

    found = told(row["ask"], str(row.get("door", "referee")))

    assert [name for name, wanted in expected.items() if not agrees(found[name], wanted)] == []
    assert not {*absent} & {*found}
    assert "error" not in found or {*found} == {"id", "error"}
