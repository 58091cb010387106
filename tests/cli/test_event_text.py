"""Sentences about events."""

from __future__ import annotations

from random import Random

import pytest

from tilerummy.cli.render.event_text import event_sentences, sentences_of
from tilerummy.melds import table
from tilerummy.players import play_round, player
from tilerummy.rules import PRESETS
from tilerummy.state import (
    Announced,
    Declared,
    Drew,
    Ended,
    Ending,
    Event,
    Moved,
    Passed,
    Penalised,
    Phase,
    Played,
    Source,
    Win,
    redact,
)
from tilerummy.tiles import HIDDEN, Rack, rack, tile

NAMES = ("You", "Ada")


def of(event: Event) -> str:
    return " ".join(sentences_of(event, NAMES))


def played(lift: str, lay: str, seat: int = 1, free: str = "") -> str:
    down, up = table(lay), table(lift)
    placed = down.tiles - up.tiles
    return of(Played(seat, up, down, placed - rack(free), rack(free)))


@pytest.mark.parametrize(
    ("lift", "lay", "says"),
    [
        ("", "r3 r4 r5 / k7 b7 o7", "Ada lays r3 r4 r5 / k7 b7 o7."),
        ("r3 r4 r5", "r3 r4 r5 r6", "Ada adds r6 to r3 r4 r5."),
        ("r3 r4 r5 r6", "r3 r4 r5 r6 r7", "Ada adds r7 to r3-r6."),
        (
            "b5 b6 *b7",
            "b5 b6 b7 / r10 r11 *r12",
            "Ada puts b7 for the joker of b5 b6 *b7 and lays r10 r11 *r12.",
        ),
        (
            "r3 r4 r5 r6 / k7 b7 o7",
            "r3 r4 r5 / k6 r6 b6 / k7 b7 o7 r7",
            "Ada adds r7 to k7 b7 o7 and turns r3 r4 r5 r6 into r3 r4 r5 / k6 r6 b6, with k6 b6.",
        ),
    ],
)
def test_plays_are_told_as_one_would_say_them(lift: str, lay: str, says: str) -> None:
    assert played(lift, lay) == says


def test_a_person_alone_is_spoken_to() -> None:
    assert played("r3 r4 r5", "r3 r4 r5 r6", seat=0) == "You add r6 to r3 r4 r5."
    assert of(Passed(0)) == "You pass."
    rearranged = played("r3 r4 r5 r6", "r3 r4 r5 / k6 r6 b6", seat=0)
    assert rearranged == "You rearrange the table, with k6 b6."
    assert of(Announced(0, 1)) == "You have only 1 tile left!"


def test_free_tiles_are_named() -> None:
    assert played("", "r3 r4 r5", free="r4") == "Ada lays r3 r4 r5 and uses the free r4."


def test_hidden_tiles_are_counted_and_not_told() -> None:
    assert of(Drew(1, Source.POOL, (HIDDEN,))) == "Ada draws a tile."
    assert of(Drew(1, Source.POOL, (HIDDEN,) * 4)) == "Ada draws 4 tiles."
    assert of(Drew(0, Source.POOL, (tile("k5"),))) == "You draw k5."
    assert of(Penalised(0, (tile("k5"), tile("k4")))) == "You draw k4 k5 as a penalty."


def test_endings_tell_who_won_and_how() -> None:
    racks = (Rack(), Rack())

    assert of(Ended(Ending.WENT_OUT, (5, -5), racks, 0)) == "You go out!"
    assert "with a Foot" in of(Ended(Ending.WENT_OUT, (5, -5), racks, 1, Win.FOOT))
    assert "Royal" in of(Ended(Ending.WENT_OUT, (5, -5), racks, 1, Win.CLOSED, 24))
    assert "without a winner" in of(Ended(Ending.POOL_EXHAUSTED, (0, 0), racks))
    assert "Royal" in of(Declared(1, 24, rack("r1 r2 r3")))


def test_a_pass_after_a_play_need_not_be_told() -> None:
    laid = Played(1, table(""), table("r3 r4 r5"), rack("r3 r4 r5"))
    events = (laid, Moved(1, Phase.MORE), Passed(1), Moved(0, Phase.ACT))

    assert list(event_sentences(events, NAMES)) == ["Ada lays r3 r4 r5."]


@pytest.mark.parametrize("name", PRESETS)
def test_every_event_of_a_round_can_be_told_to_everybody(name: str) -> None:
    seats = [player("beginner", Random(seat)) for seat in range(3)]
    events = play_round(PRESETS[name], seats, seed=b"telling".ljust(32))

    for viewer in (None, 0, 1, 2):
        told_to = " ".join(
            event_sentences((redact(e, viewer) for e in events), ("You", "Ada", "Ben"))
        )
        assert "?" not in told_to
        assert told_to.endswith((".", "!"))
