"""What referee and solver answer to good and bad questions: the rows of ``questions.jsonl``.

A row has the question (``ask``) for the referee, or for the solver if ``door`` says so, and fields
of its answer: a value is the field, after ``~`` it is a part of the field, after ``!`` it is not;
fields that are ``absent`` are not there. An answer that is an error has nothing but its id beside.
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
    """Return the answer to a question, as it is read from a line."""
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
def test_the_answer_is_as_the_row_says(row: dict[str, object]) -> None:
    expected, absent = row["answer"], row.get("absent", [])
    assert isinstance(expected, dict)
    assert isinstance(absent, list)

    found = told(row["ask"], str(row.get("door", "referee")))

    assert [name for name, wanted in expected.items() if not agrees(found[name], wanted)] == []
    assert not {*absent} & {*found}
    assert "error" not in found or {*found} == {"id", "error"}
