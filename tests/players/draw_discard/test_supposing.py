"""Supposed worlds in which the others have worked on their racks, as in the turns they had."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest
from tests.support.positions import position

from tilerummy.deadline import Deadline, OutOfTimeError
from tilerummy.players.draw_discard.tactics.discards import danger
from tilerummy.players.draw_discard.tactics.melder import MELDER
from tilerummy.players.draw_discard.tactics.supposing import likely
from tilerummy.players.draw_discard.world.playing import play_out
from tilerummy.players.draw_discard.world.reading import supposed, world_of
from tilerummy.players.draw_discard.world.world import PackedWorld
from tilerummy.state import conceal
from tilerummy.tiles import rack

OTHER = "k5 k5 r1 r1 b1 b2 o2 o2 k7 k9 r13 b11 b13 o6"
OWN = "k1 k2 r4 b4 b7 b8 o10 o11 o12 r8 r9 k12 b9 o4"


def seen(preset: str, table: str = "", *, turn: int = 20, opened: bool = False) -> PackedWorld:
    """Return a world with a large pool, and another player with fourteen tiles."""
    pool = "k6 k8 k10 k11 k13 r2 r3 r5 r6 r7 r10 r11 r12 b3 b5 b6 b10 b12 o1 o3 o5 o7 o8 o9 o13"
    here = position(
        preset,
        table,
        OWN,
        opened=opened,
        others=(OTHER,),
        others_opened=opened,
        pool=pool,
        trump="r2",
        turn=turn,
    )
    return world_of(here.rules, conceal(here.state, here.state.to_move))


def in_melds(world: PackedWorld) -> int:
    """Return how many tiles of the next seat are in melds."""
    return world.terms.covers.best(world.racks[world.next_seat]).size


@pytest.mark.parametrize("preset", ["american", "international"])
@pytest.mark.parametrize("opened", [False, True])
def test_no_tile_is_lost_and_every_rack_keeps_its_size(preset: str, opened: bool) -> None:  # noqa: FBT001
    world = seen(preset, "k3 k4 k5" if opened else "", opened=opened)
    p = world.terms.packing
    for number in range(10):
        plain, guess = supposed(world, Random(number)), likely(world, Random(number))

        assert sum(guess.racks) + sum(guess.pool) == sum(plain.racks) + sum(plain.pool)
        assert [p.tiles_in(r) for r in guess.racks] == [p.tiles_in(r) for r in plain.racks]
        assert guess.racks[world.to_move] == world.racks[world.to_move]
        assert guess.to_move == world.to_move


def test_who_has_not_melded_in_international_has_got_nearer_to_a_closed_hand() -> None:
    early, late = seen("international", turn=2), seen("international", turn=20)
    plain = fmean(in_melds(supposed(late, Random(n))) for n in range(30))
    first = fmean(in_melds(likely(early, Random(n))) for n in range(30))
    then = fmean(in_melds(likely(late, Random(n))) for n in range(30))

    assert plain < first < then
    assert then > plain + 3


def test_who_has_opened_has_laid_what_it_could() -> None:
    world = seen("american", "k3 k4 k5", opened=True)
    p = world.terms.packing
    fits = p.pack(rack("k2 k6"))
    for number in range(20):
        guess = likely(world, Random(number))
        held = guess.racks[world.next_seat]

        assert not guess.terms.covers.best(held).melds
        assert not p.marks(held) & p.marks(fits)


def test_who_has_not_opened_in_american_could_not() -> None:
    world = seen("american")
    for number in range(20):
        held = likely(world, Random(number)).racks[world.next_seat]

        assert world.terms.covers.best(held).points < 21


def test_a_tile_that_others_have_seen_on_a_rack_stays_there() -> None:
    world = seen("international")
    p = world.terms.packing
    known = p.pack(rack("k13 o1"))
    world.racks[world.next_seat] += known
    world.hidden = [0, 12]
    for number in range(10):
        held = likely(world, Random(number)).racks[world.next_seat]

        assert all(held // p.units[each] & 15 for each in rack("k13 o1"))


def test_what_the_next_player_did_not_want_is_less_dangerous() -> None:
    world = seen("international")
    p = world.terms.packing
    unit, beside = p.units[rack("k9")[0]], p.units[rack("k10")[0]]
    ones = p.marks(world.unseen())
    before = danger(world, unit, ones)
    world.declined[world.next_seat] |= beside << 3
    without_neighbour = danger(world, unit, ones)
    world.declined[world.next_seat] |= unit << 3

    assert before > without_neighbour > danger(world, unit, ones)


def test_a_world_knows_what_a_seat_has_discarded_and_not_taken() -> None:
    here = position(
        "international",
        "",
        OWN,
        opened=False,
        others=(OTHER,),
        others_opened=False,
        trump="r2",
        discarded="k13 b5",
    )
    world = world_of(here.rules, conceal(here.state, here.state.to_move))
    p = world.terms.packing

    assert world.declined[1] == p.marks(p.pack(rack("k13 b5")))


@pytest.mark.parametrize("preset", ["american", "international"])
def test_no_world_is_supposed_or_played_on_when_time_is_over(preset: str) -> None:
    world, over = seen(preset), Deadline(1e-6)

    with pytest.raises(OutOfTimeError):
        likely(world, Random(1), over)
    with pytest.raises(OutOfTimeError):
        play_out(likely(world, Random(1)), [MELDER, MELDER], over)
