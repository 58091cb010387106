"""Records of rounds with real tiles that were counted only at their end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tilerummy import Count, Record, read_record, write_jsonl, write_text
from tilerummy.records import RecordError, audit, record_schema
from tilerummy.state import Win

EVENING = """\
Ruleset: sabra
Player: Ruth
Player: Ben
Player: Ada
Match: 2 rounds
Tag title: Friday at Ruth's

Round 1
Starter: Ruth
Out: Ada
Left Ruth: 4 8 11
Left Ben: 41 points
Score: Ruth -23, Ben -41, Ada 64

Round 2
Starter: Ben
Out: no one
Left Ruth: 5
Left Ben: * 1
Left Ada: 5
Next: Ben
Score: Ruth 0, Ben -26, Ada 26
"""


def evening() -> Record:
    record = Record.of(
        "sabra", ["Ruth", "Ben", "Ada"], rounds=2, tags=[("title", "Friday at Ruth's")]
    )
    record = record.counted(Count(2, ((4, 8, 11), 41, None)), starter=0)
    return record.counted(Count(None, ((5,), (0, 1), (5,)), following=1), starter=1)


def test_a_record_by_hand_needs_only_who_went_out_and_what_is_left() -> None:
    record = read_record(EVENING)
    assert record.rounds == evening().rounds
    assert record.totals == (-23, -67, 90)
    assert read_record(EVENING.partition("Score")[0]).totals == (-23, -41, 64)


@pytest.mark.parametrize("write", [write_text, write_jsonl])
def test_a_counted_record_is_read_as_it_was_written(write: object) -> None:
    assert read_record(write(evening())) == evening()  # type: ignore[operator]
    international = Record.of("international", ["Ann", "Ben", "Cy"]).counted(
        Count(
            1,
            ((2, 3, 0), None, 40),
            opened=(True, True, False),
            win=Win.CLOSED,
            hand=35,
            hand_jokers=1,
            joker_discarded=True,
            trump_holders=(0, 2),
        ),
        starter=2,
    )
    assert read_record(write(international)) == international  # type: ignore[operator]
    mcgraw = Record.of("mcgraw", ["Ann", "Ben"]).counted(
        Count(0, (None, (3, 0)), handfuls=((14, 13), ())), starter=1
    )
    assert read_record(write(mcgraw)) == mcgraw  # type: ignore[operator]


@pytest.mark.parametrize("write", [write_text, write_jsonl])
def test_only_what_scored_is_recorded(write: object) -> None:
    """Sabra has only one kind of win; International's usual one is Open."""
    said = Count(1, ((5,), None), win=Win.FOOT, hand=3, hand_jokers=2, joker_discarded=True)
    sabra = Record.of("sabra", ["Ann", "Ben"]).counted(said, starter=0)
    assert sabra.rounds[0].count == Count(1, ((5,), None))
    assert read_record(write(sabra)) == sabra  # type: ignore[operator]

    said = Count(1, ((5,), None), hand=3, hand_jokers=2)
    usual = Record.of("international", ["Ann", "Ben"]).counted(said, starter=0)
    assert usual.rounds[0].count == Count(1, ((5,), None), win=Win.OPEN)
    assert read_record(write(usual)) == usual  # type: ignore[operator]


def test_a_text_is_read_without_what_does_not_score() -> None:
    text = EVENING.replace("Left Ben: 41 points\n", "Left Ben: 41 points\nWin: foot\n")
    assert read_record(text).rounds == evening().rounds


def test_a_player_may_be_called_no_one() -> None:
    record = Record.of("sabra", ["Ann", "No one"]).counted(Count(1, (38, None)), starter=1)
    text = write_text(record)
    assert "Out: seat 2\n" in text
    assert read_record(text) == record


def test_the_lines_follow_the_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    for line in write_jsonl(evening()).splitlines():
        jsonschema.validate(json.loads(line), record_schema())


@pytest.mark.parametrize("write", [write_text, write_jsonl])
def test_an_audit_scores_the_counts_again(write: object) -> None:
    text = write(evening())  # type: ignore[operator]
    assert audit(text).difference is None
    wrong = text.replace("Ben -41", "Ben -14").replace("[-23,-41,64]", "[-23,-14,64]")
    found = audit(
        wrong.replace("Result:", "Tag was:").replace(
            '"result":{"rounds":2,"scores":[-23,-67,90]}', '"result":null'
        )
    )
    assert found.difference is not None
    assert "scores=[-23, -41, 64]" in str(found.difference)


@pytest.mark.parametrize(
    ("line", "instead", "message"),
    [
        ("Left Ben: 41 points", "Left Ben: 99999 points", "0 to 10000 points"),
        ("Left Ben: 41 points", "Left Ben: 41", "no tiles 41"),
        ("Left Ben: 41 points", "Left Ben: k4", "numbers of tiles"),
        ("Left Ben: 41 points\n", "", "has not been counted"),
        ("Out: Ada", "Out: Eve", "no player 'Eve'"),
        ("Out: Ada\n", "Win: open\nOut: Ada\n", "begins with who went out"),
        ("Starter: Ruth\n", "", "needs its starter"),
        ("Out: Ada", "Out: Ada\nWin: by luck", "a kind of win"),
        ("Out: Ada", "Out: Ada\nOut: Ben", "appears twice"),
        ("Out: Ada", "Out: Ada\n1. Ruth: draw", "counted round"),
    ],
)
def test_a_malformed_count_is_refused_on_its_line(line: str, instead: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_record(EVENING.replace(line, instead, 1))


def test_counted_and_played_rounds_do_not_mix_in_a_round() -> None:
    text = write_jsonl(evening())
    lines = text.splitlines()
    more = json.dumps({"line": 3, "type": "Moved", "seat": 0, "phase": "act"})
    with pytest.raises(RecordError, match="counted only at its end"):
        read_record("\n".join([*lines[:2], more]) + "\n")


def test_a_file_of_an_evening_is_audited(tmp_path: Path) -> None:
    path = tmp_path / "evening.rummy"
    path.write_text(write_text(evening()), encoding="utf-8")
    assert audit(path).rounds == 2
