"""Every event is described by a sentence."""

from __future__ import annotations

from random import Random

import pytest
from tests.cli.play.test_match import KINDS
from tests.support.examples import LONG

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
    Redealt,
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
def test_plays_are_described_in_natural_words(lift: str, lay: str, says: str) -> None:
    assert played(lift, lay) == says


RACKS = (Rack(), Rack())


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (Passed(0), "You pass."),
        (Redealt(1, rack("k1 k1")), "Ada shows pairs (k1 k1) and gets a new deal."),
        (Announced(0, 1), "You have only 1 tile left!"),
        (Drew(1, Source.POOL, (HIDDEN,)), "Ada draws a tile."),
        (Drew(1, Source.POOL, (HIDDEN,) * 4), "Ada draws 4 tiles."),
        (Drew(0, Source.POOL, (tile("k5"),)), "You draw k5."),
        (Penalised(0, (tile("k5"), tile("k4"))), "You draw k4 k5 as a penalty."),
        (Declared(1, 24, rack("r1 r2 r3")), "Ada declares a closed hand, Royal: r1 r2 r3."),
        (Ended(Ending.WENT_OUT, (5, -5), RACKS, 0), "You go out!"),
        (Ended(Ending.WENT_OUT, (5, -5), RACKS, 1, Win.FOOT), "Ada goes out with a Foot!"),
        (
            Ended(Ending.WENT_OUT, (5, -5), RACKS, 1, Win.CLOSED, 24),
            "Ada goes out with the closed hand Royal!",
        ),
        (
            Ended(Ending.POOL_EXHAUSTED, (0, 0), RACKS),
            "The pool is empty, so the round ends without a winner.",
        ),
    ],
)
def test_events_are_described_as_far_as_their_tiles_are_known(event: Event, says: str) -> None:
    assert of(event) == says


def test_a_single_human_player_is_addressed_and_free_tiles_are_named() -> None:
    assert played("r3 r4 r5", "r3 r4 r5 r6", seat=0) == "You add r6 to r3 r4 r5."
    rearranged = played("r3 r4 r5 r6", "r3 r4 r5 / k6 r6 b6", seat=0)
    assert rearranged == "You rearrange the table, with k6 b6."
    assert played("", "r3 r4 r5", free="r4") == "Ada lays r3 r4 r5 and uses the free r4."


def test_a_pass_after_a_play_need_not_be_reported() -> None:
    laid = Played(1, table(""), table("r3 r4 r5"), rack("r3 r4 r5"))
    events = (laid, Moved(1, Phase.MORE), Passed(1), Moved(0, Phase.ACT))

    assert list(event_sentences(events, NAMES)) == ["Ada lays r3 r4 r5."]


@pytest.mark.parametrize("name", PRESETS if LONG else KINDS)
def test_every_event_of_a_round_can_be_described_to_everyone(name: str) -> None:
    seats = [player("beginner", Random(seat)) for seat in range(3)]
    events = play_round(PRESETS[name], seats, seed=b"telling".ljust(32))

    for viewer in (None, 0, 1, 2):
        told_to = " ".join(
            event_sentences((redact(e, viewer) for e in events), ("You", "Ada", "Ben"))
        )
        assert "?" not in told_to
        assert told_to.endswith((".", "!"))
