"""An audit checks a match's rounds, starters, length, tiles and version."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.records.conftest import match_of

from tilerummy.match import Match
from tilerummy.records import Record, audit, read_record, write_jsonl, write_text
from tilerummy.rules import RULES_VERSION, ruleset

GAMES = ("sabra", "rummikub", "mcgraw", "american", "international")


def difference(record: Record | str) -> str:
    found = audit(record if isinstance(record, str) else write_jsonl(record)).difference
    return str(found or "")


@pytest.mark.parametrize("house", GAMES)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_match_that_was_played_by_the_rules_agrees(house: str, seats: int) -> None:
    record = replace(match_of(house, seats=seats, rounds=3), match_rounds=3)

    assert difference(record) == ""
    assert difference(write_text(record)) == ""


@pytest.mark.parametrize("house", GAMES)
def test_the_start_passes_on_as_the_rules_say(house: str) -> None:
    """RULES 2.3: "the start passes to the next player" (S2: the loser of the last round starts)."""
    record = match_of(house, seats=3, rounds=2)
    first, second = record.rounds
    assert first.ended is not None
    due = Match(rules=ruleset(house), seats=3).after(first.ended, first.first).next_starter()
    others = (match_of(house, seats=3, rounds=2, seed=seed) for seed in range(1, 9))
    wrong = next(r.rounds[1] for r in others if r.rounds[1].first != due)

    assert second.first == due
    assert "starts round 2" in difference(replace(record, rounds=(first, wrong), result=None))


def test_a_match_has_no_more_rounds_than_were_agreed() -> None:
    record = match_of("sabra", rounds=3)

    assert difference(replace(record, match_rounds=3)) == ""
    assert "round 3; by the rules: the match ends after 2 rounds" in difference(
        replace(record, match_rounds=2)
    )


def test_a_match_ends_when_a_total_reaches_the_target() -> None:
    record = replace(match_of("sabra", rounds=3), match_rounds=None)
    reached = max(replace(record, rounds=record.rounds[:1]).totals)
    high = max(max(replace(record, rounds=record.rounds[:n]).totals) for n in (1, 2))

    assert difference(replace(record, match_target=high + 1)) == ""
    assert "round 2; by the rules: the match has ended" in difference(
        replace(record, match_target=reached)
    )


@pytest.mark.parametrize("version", [str(int(RULES_VERSION) + 1), "99", "newer"])
def test_an_unknown_version_of_the_rules_differs(version: str) -> None:
    record = replace(match_of("sabra"), rules_version=version)

    assert f"the latest is {RULES_VERSION}" in difference(record)


def test_another_winner_than_the_rules_say_differs() -> None:
    lines = [json.loads(line) for line in write_jsonl(match_of("sabra")).splitlines()]
    ended = next(event for event in lines if event["type"] == "Ended")
    ended["winner"] = 1 - ended["winner"]

    assert "winner" in difference("".join(json.dumps(line) + "\n" for line in lines))


START = """Ruleset: sabra+deal.tiles=7
Player: Ann
Player: Ben

Round 1
Starter: Ann
"""


LAID = """Rack Ann: k5 k5 r12 o4 b1 * k13
1. Ann: draw
2. Ben: play => k5 b5 o5 / r6 r7 r8, then pass
"""
LEFT = """Rack Ann: k5 r5 b5 k5 r10 r11 r12
1. Ann: draw (k6)
2. Ben: draw
3. Ann: draw (k7)
4. Ben: draw
5. Ann: play => k5 r5 b5 / k5 k6 k7 / r10 r11 r12
Left Ben: k5 k1 k2 k3 r1 r2 r3 r4 r6
"""


@pytest.mark.parametrize(
    ("lines", "extra"),
    [
        (LAID, "k5"),
        (LAID.replace("k5 k5 r12", "* * r12").replace("b1 *", "b1 k2").replace("o5", "*5"), "*"),
        (LEFT, "k5"),
        ("Rack Ann: k5 k5 r12 o4 b1 * k13\n1. Ann: draw (k5)\n", "k5"),
    ],
)
def test_more_of_a_tile_than_there_are_is_found_on_racks_that_are_not_written(
    lines: str, extra: str
) -> None:
    """RULES 1: "two copies of each numbered tile and 2 jokers"."""
    found = difference(START + lines)

    assert f"there are 3 of {extra}" in found or f"of these tiles: {extra}" in found


INTERNATIONAL = """Ruleset: international
Player: Ann
Player: Ben

Round 1
Starter: Ann
Rack Ann: {rack}
Pool: o5
{turns}
"""
CLOSED = INTERNATIONAL.format(
    rack="k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k1 r5", turns="1. Ann: declare r5"
)
OPEN = INTERNATIONAL.format(
    rack="k1 k2 k3 r4 r5 r6 b7 b8 b9 o10 o11 o12 o13 o1 r5",
    turns="""1. Ann: play => r4 r5 r6 / b7 b8 b9 / o10 o11 o12 o13 o1
1. Ann: discard r5
2. Ben: draw
2. Ben: discard k9
3. Ann: draw (k4)
3. Ann: play => k1 k2 k3
3. Ann: discard k4""",
)


@pytest.mark.parametrize("left", ["", "Left Ben: ?14\n", "Left Ben: k9 ?13\n"])
@pytest.mark.parametrize(("game", "score"), [(CLOSED, (2400, -2400)), (OPEN, (200, -100))])
def test_irrelevant_final_racks_are_not_required(
    game: str, score: tuple[int, int], left: str
) -> None:
    """S4 International: a player who has not melded loses 100, or as much as a closed hand won."""
    record = read_record(f"{game}{left}Score: Ann {score[0]}, Ben {score[1]}\n")

    assert record.totals == score
    assert difference(record) == ""
    assert read_record(write_text(record)) == record
    assert read_record(write_jsonl(record)) == record


def test_final_racks_that_affect_the_score_are_required() -> None:
    with pytest.raises(ValueError, match="depends on unrecorded tiles"):
        read_record(OPEN.replace("international", "international+trump_bonus=true"))
