"""Player names as humans write them, in every line of a record."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.records.conftest import match_of
from tests.support.examples import examples

from tilerummy.records import Participant, Record, read_record, write_jsonl, write_text

PLAIN = ("2Ann", "Ann & Bob", "Zoë 🎲", "7", "O'Neil-Smith", "Ann (the elder)", "“Kay”", "@x_1!")
"""Names that are written unchanged."""


def renamed(house: str, names: tuple[str, ...]) -> Record:
    record = match_of(house, seats=len(names))
    players = zip(record.players, names, strict=True)
    return replace(record, players=tuple(replace(p, name=name) for p, name in players))


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("house", ["sabra", "mcgraw", "international"])
def test_a_name_is_written_and_read_in_every_line(house: str, name: str) -> None:
    record = renamed(house, (name, "Ben"))
    text = write_text(record)

    assert f"Rack {name}: " in text
    assert f". {name}: " in text
    assert "seat 1" not in text
    assert read_record(text) == record
    assert read_record(write_jsonl(record)) == record


def test_lines_with_odd_names_are_read_by_hand() -> None:
    record = read_record(
        "Ruleset: sabra+tiles.numbers=6+deal.tiles=6\n"
        "Player: 2Ann\nPlayer: Ann & Bob 🎲\n"
        "Result: 2Ann 18, Ann & Bob 🎲 -18 after 1 round\n"
        "Round 1\nStarter: ann & bob 🎲\n"
        "Rack 2Ann: r4-r6 5k 5b Orange 5\nRack Ann & Bob 🎲: k1 k2 k4 b2 o2 r1\n"
        "1. Ann & Bob 🎲: draw (6b)\n2. 2Ann: play => r4 r5 r6 / k5, b5, o5\n"
        "Left Ann & Bob 🎲: k1 k2 k4 b2 b6 o2 r1\n"
        "Score: 2Ann 18, Ann & Bob 🎲 -18\n"
    )

    assert record.totals == (18, -18)


@pytest.mark.parametrize(
    "names",
    [
        ("Ann", "Ann 2"),
        ("ann", "Ann"),
        ("seat 2", "Ben"),
        ("Pool", "Round 2"),
        ("Ann: the first", "Ann, the second"),
        ("#1", ";)"),
        ("2. Ben", "3) Cem"),
        ("Ann 1. x", "> y"),
    ],
)
def test_names_that_would_be_read_as_something_else_are_written_as_seats(
    names: tuple[str, str],
) -> None:
    record = renamed("sabra", names)

    assert "seat " in write_text(record)
    assert read_record(write_text(record)) == record


@settings(max_examples=examples(60, 3000), deadline=None)
@given(st.lists(st.text(min_size=1, max_size=12), min_size=2, max_size=2))
def test_a_record_with_any_names_survives_a_round_trip(names: list[str]) -> None:
    kept = []
    for name in names:
        try:
            kept.append(Participant(name).name)
        except ValueError:
            kept.append("Ben")
    record = renamed("sabra", (kept[0], kept[1]))

    assert read_record(write_text(record)) == record
    assert read_record(write_jsonl(record)) == record
