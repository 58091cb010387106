"""Worlds: what a view says, and rounds played on in them."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.positions import position

from tilerummy.players.draw_discard.hunts.choice import hunts
from tilerummy.players.draw_discard.packed.packing import MARK
from tilerummy.players.draw_discard.tactics.endgame import Endgame, outs
from tilerummy.players.draw_discard.tactics.hunter import Hunter
from tilerummy.players.draw_discard.tactics.melder import Melder, PatientMelder
from tilerummy.players.draw_discard.tactics.melding import goes_out, lay_everything
from tilerummy.players.draw_discard.world.playing import play_out
from tilerummy.players.draw_discard.world.reading import supposed, world_of
from tilerummy.players.draw_discard.world.world import PackedWorld
from tilerummy.rules import begin, chance, ruleset
from tilerummy.state import State, conceal, fold
from tilerummy.tiles import rack, tile


def first_world(preset: str, seats: int, seed: int) -> PackedWorld:
    """Return what the first player of a round sees."""
    rules = ruleset(preset)
    drawn = chance(rules.deal, rules.tiles, seats=seats, seed=bytes([seed]) * 32)
    state = fold(begin(rules, drawn, seats=seats), State.before_deal(seats))
    return world_of(rules, conceal(state, state.to_move))


@pytest.mark.parametrize(
    ("table", "ends"),
    [
        ("k4 k5 k6", "k3 k7"),
        ("k1 k2 k3", "k4"),
        ("k11 k12 k13", "k10 k1"),
        ("k12 k13 k1", "k11"),
        ("k7 r7 b7", "o7"),
        ("k7 r7 b7 o7", ""),
        ("k7 r7 *7", "b7 o7"),
        ("k4 *k5 k6 / r9 b9 o9", "k3 k7 k9"),
    ],
)
def test_what_can_be_laid_off_is_known(table: str, ends: str) -> None:
    here = position("american", table, "k8 r2")
    world = world_of(here.rules, conceal(here.state, here.state.to_move))

    assert world.terms.packing.unpack(world.ends >> MARK) == rack(ends)


@pytest.mark.parametrize("preset", ["american", "international"])
@pytest.mark.parametrize("seats", [2, 4])
def test_supposed_rounds_keep_all_tiles_and_end(preset: str, seats: int) -> None:
    melder = Melder()
    for seed in range(5):
        seen = first_world(preset, seats, seed)
        p = seen.terms.packing
        world = supposed(seen, Random(seed))

        assert sum(world.racks) + sum(world.pool) + world.gone == p.whole
        usual = hunts(seen.terms.covers)[:3] if seen.terms.closed_hands else ()
        tactic = Hunter(hunts=usual, after=melder) if usual else melder
        outcome = play_out(world, [tactic] * seats)

        assert sum(world.racks) + sum(world.pool) + world.gone == p.whole
        assert len(outcome.scores) == seats
        if preset == "american":
            assert sum(outcome.scores) == 0
        if outcome.winner is not None:
            assert outcome.scores[outcome.winner] == max(outcome.scores)


def test_everything_is_laid_but_one_tile() -> None:
    here = position("american", "k4 k5 k6", "k7 r9 b9 o9 r12")
    world = world_of(here.rules, conceal(here.state, here.state.to_move))

    assert lay_everything(world)
    assert world.racks[world.to_move] == world.terms.packing.pack(rack("r12"))


def test_the_tiles_with_which_one_goes_out_are_counted() -> None:
    here = position("american", "k4 k5 k6", "r12")
    world = world_of(here.rules, conceal(here.state, here.state.to_move))
    unseen = world.terms.packing.tiles_in(world.unseen())

    assert outs(world) == pytest.approx((2 + 2 + 2) / unseen), "k3, k7 and jokers"
    assert goes_out(world, world.terms.packing.pack(rack("r12 k7")))
    assert not goes_out(world, world.terms.packing.pack(rack("r12 k8")))


def test_the_tile_is_kept_that_goes_out_more_often() -> None:
    """With k7, k8 can be laid off as well, and the other tile is discarded."""
    here = position("american", "k4 k5 k6 / r9 b9 o9", "k8 r2 b12")
    world = world_of(here.rules, conceal(here.state, here.state.to_move))
    _, unit = Endgame().turn(world)

    assert world.terms.packing.tiles[unit] == tile("b12")


@pytest.mark.parametrize(("others", "held"), [(2, True), (1, False)])
def test_melds_are_held_back_while_the_opponent_has_tiles(others: int, held: bool) -> None:  # noqa: FBT001
    here = position("american", "k4 k5 k6", "r9 b9 o9 r12 k1 b4")
    world = world_of(here.rules, conceal(here.state, here.state.to_move))
    world.hidden = [others if hidden else 0 for hidden in world.hidden]
    own, melds = world.to_move, world.terms.packing.pack(rack("r9 b9 o9"))
    planned, _ = Endgame(patience=2).turn(world)
    played = world.copy()
    PatientMelder(patience=2).meld(played)

    assert (planned.racks[own] & melds == melds) is held
    assert (played.racks[own] & melds == melds) is held


def test_who_is_patient_lays_all_when_that_ends_the_round() -> None:
    here = position("american", "k4 k5 k6", "r9 b9 o9 r12")
    world = world_of(here.rules, conceal(here.state, here.state.to_move))

    assert PatientMelder(patience=2).meld(world)
    assert world.racks[world.to_move] == world.terms.packing.pack(rack("r12"))
