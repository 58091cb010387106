"""The steps of better plays in a review: the way to the table after them."""

from __future__ import annotations

import json

from tests.review.games import game

from tilerummy.melds import Table, table
from tilerummy.records import write_text
from tilerummy.review import Depth, plays_of
from tilerummy.server.workers.reviewing import ReviewStep, TextSource, begin_review
from tilerummy.state import Draw, GoOut, Play
from tilerummy.tiles import tile


def test_the_steps_of_a_better_play_end_at_its_table() -> None:
    begun = begin_review(TextSource(write_text(game(seed=9))), 0, Depth.CERTAIN)
    assert isinstance(begun, ReviewStep)
    (seat,) = json.loads(begun.found)["seats"]
    positions = [d["position"] for r in seat["rounds"] for d in r["decisions"] if "position" in d]
    walked = [each for each in positions if "steps" in each]

    assert walked
    for each in walked:
        *_, last = each["steps"]
        rows = [" ".join(row) for row in last["rows"] if row]
        tiles = sorted(each["after"].replace(" /", "").split())
        assert sorted(" ".join(rows).split()) == tiles
        assert {t for step in each["steps"] for t in step.get("rack", ())}, "tiles of the rack"


def test_who_goes_out_with_the_trump_lays_plays_too() -> None:
    play = Play(Table(), table("k1 k2 k3"))

    assert list(plays_of((GoOut((play,), tile("r1")),))) == [play]
    assert list(plays_of((Draw(), play))) == [play]
