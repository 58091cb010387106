"""Highlights are the turns to show after a game."""

import pytest
from tests.records.conftest import FEW, match_of

from tilerummy.melds import Table, table
from tilerummy.records import FineMoment, MomentKind, fine_moments, laid_turns
from tilerummy.state import (
    Dealt,
    Declared,
    Discarded,
    Ended,
    Ending,
    Event,
    Moved,
    Phase,
    Played,
    Win,
)
from tilerummy.tiles import Rack, rack, tile


def turns(*tables: str, out: bool = False) -> list[Event]:
    """Return the events when only the first seat lays tiles, making each table in turn."""
    events: list[Event] = []
    before, placed = Table(), Rack()
    for text in tables:
        gone, new = before.changed(table(text))
        tiles = new.tiles - gone.tiles
        placed += tiles
        events += [Played(0, gone, new, tiles), Moved(1, Phase.ACT), Moved(0, Phase.ACT)]
        before = table(text)
    if out:
        events[-2:] = [Ended(Ending.WENT_OUT, (0, 0), (Rack(), Rack()), winner=0)]
    return [Dealt((placed, Rack()), ()), Moved(0, Phase.ACT), *events]


def moments(*tables: str, out: bool = False) -> list[FineMoment]:
    return [*fine_moments(laid_turns(turns(*tables, out=out), seats=2))]


def test_five_tiles_at_once_are_a_fine_moment() -> None:
    assert moments("k1 k2 k3 k4") == []
    [found] = moments("k1 k2 k3", "k1 k2 k3 / b4 b5 b6 b7 b8", out=True)
    assert (found.kind, found.count, found.turn, found.out) == (MomentKind.TILES, 5, 3, True)
    assert str(found.melds) == "b4 b5 b6 b7 b8"


def test_a_joker_is_freed_by_the_tile_that_it_represents() -> None:
    [found] = moments("b5 b6 *b7", "b5 b6 b7 / *k1 k2 k3")
    assert (found.kind, str(found.placed)) == (MomentKind.JOKER, "k2 k3 b7")
    assert moments("b5 b6 *b7", "b5 b6 *b7 b8") == []


@pytest.mark.parametrize(
    ("before", "after", "kinds"),
    [
        (
            "k5 r5 b5 o5 / o6 o7 o8 o9 / b6 b7 b8 b9",
            "k5 r5 o5 / o6 o7 o8 / b5 b6 b7 b8 / k9 b9 o9",
            [MomentKind.MELDS],
        ),
        # extending three melds is not a rearrangement
        (
            "k5 r5 b5 / o6 o7 o8 / b6 b7 b8",
            "k5 r5 b5 o5 / o6 o7 o8 o9 / b6 b7 b8 b9",
            [],
        ),
    ],
)
def test_a_rearrangement_takes_three_melds(
    before: str, after: str, kinds: list[MomentKind]
) -> None:
    found = [m for m in moments(before, after) if m.turn == 3]
    assert [m.kind for m in found] == kinds
    assert [m.count for m in found] == [3] * len(kinds)


def test_a_closed_hand_is_the_finest_moment() -> None:
    hand = rack("k3 k4 k5 k6 r7 r8 r9 r10 b1 b2 b3 o10 o11 o12")
    events: list[Event] = [
        Dealt((hand + rack("k13"), Rack()), ()),
        Moved(0, Phase.MELD),
        Declared(0, 13, hand),
        Discarded(0, tile("k13")),
        Ended(Ending.WENT_OUT, (900, -900), (Rack(), Rack()), winner=0, win=Win.CLOSED, hand=13),
    ]
    [found] = fine_moments(laid_turns(events, seats=2))
    assert (found.kind, found.hand, found.placed, found.out) == (MomentKind.CLOSED, 13, hand, True)
    assert all(found.rank > each.rank for each in moments("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10"))


@pytest.mark.parametrize("house", FEW)
def test_every_round_can_be_searched(house: str) -> None:
    record = match_of(house, seats=2, rounds=2, seed=1)
    for played in record.rounds:
        for found in fine_moments(laid_turns(played.events, record.seats)):
            assert found.kind is MomentKind.CLOSED or found.melds.tiles >= found.placed


def test_what_a_hint_laid_is_no_fine_moment() -> None:
    events = turns("k1 k2 k3", "k1 k2 k3 / b4 b5 b6 b7 b8")

    assert [each.hint for each in laid_turns(events, 2, hinted={3})] == [False, True]
    assert [*fine_moments(laid_turns(events, 2, hinted={1}))]
    assert not [*fine_moments(laid_turns(events, 2, hinted={3}))]
