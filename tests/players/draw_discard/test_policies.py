"""Stronger levels in games with discards, with and without a deadline."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.positions import Position, position
from tests.support.work import deadline_after

from tilerummy.deadline import NEVER, Deadline
from tilerummy.players import player
from tilerummy.players.draw_discard.base import motive_of
from tilerummy.state import Action, Declare, Discard, Draw, GoOut, Play, Source, conceal
from tilerummy.state.notation import read_state
from tilerummy.tiles import tile

STRONGER = ("strong", "expert", "master")
cases = pytest.mark.parametrize


def chosen(name: str, here: Position, *, deadline: Deadline = NEVER) -> tuple[Action, ...]:
    """Return a level's choice after checking that the referee accepts it."""
    view = conceal(here.state, here.state.to_move)
    actions = player(name, Random(1)).choose(
        here.rules, view, here.state.to_move, deadline=deadline
    )
    here.events(*actions)
    return actions


@cases("name", STRONGER)
def test_it_goes_out_when_it_can(name: str) -> None:
    here = position("american", "k4 k5 k6 / r9 b9 o9", "k7 r2", trump="o1", pool="k8 o3")
    *plays, last = chosen(name, here.then(Draw()))
    placed = [each for play in plays if isinstance(play, Play) for each in play.placed]

    assert placed == [tile("k7"), tile("k8")]
    assert last == Discard(tile("r2"))


@cases("name", STRONGER)
def test_it_declares_a_closed_hand(name: str) -> None:
    held = "k10 k10 r11 r12 b13 b1 o1 o10 o12 r13 k13 k11 b12 r3"
    here = position("international", "", held, opened=False, trump="o1", pool="b11 o3")

    assert chosen(name, here.then(Draw())) == (Declare(tile("r3")),)


@cases("name", STRONGER)
def test_it_takes_tiles_for_its_target_hand(name: str) -> None:
    held = "k10 k10 r11 r12 b13 b1 o1 o10 o12 r13 k13 k4 b6 r3"
    here = position(
        "international", "", held, opened=False, others_opened=False, discarded="b11", trump="o1"
    )

    assert chosen(name, here) == (Draw(Source.DISCARD),)


@cases("name", STRONGER)
def test_a_hunt_for_high_tiles_discards_a_low_one(name: str) -> None:
    held = "k10 k10 r11 r12 b13 b1 o1 o10 o12 r13 k13 k4 b6 r3"
    here = position(
        "international",
        "",
        held,
        opened=False,
        others=("k1 k2 k3 k5 k6 k7 k8 k9 r1 r2 r4 r5 r6 r7",),
        others_opened=False,
        trump="o13",
        pool=" ".join(f"{c}{n}" for c in "rbo" for n in range(5, 10)),
    )
    *_, last = chosen(name, here.then(Draw()))

    assert isinstance(last, Discard)
    assert 2 <= last.tile.number <= 9


def test_an_expert_wins_with_the_trump_that_it_has_waited_for() -> None:
    held = "k1 k2 k3 k4 r4 b4 o4 b7 b8 b9 b10 r8 r9 o12"
    other = "k5 k5 r1 r1 b1 b2 o2 o2 k7 k9 r13 b11 b13 o6"
    here = position(
        "international",
        "",
        held,
        opened=False,
        others=(other,),
        others_opened=False,
        trump="r7",
    )

    assert here.then(*chosen("expert", here)).ended.winner == 0


def test_an_expert_hunts_for_low_tiles_that_count_41_at_most() -> None:
    """RULES 3.2, closed hand 6: it discards the highest tile, and takes tiles of at most 4."""
    own = "k1 k3 r1 r2 b3 b4 o1 o2 k2 r4 b2 o3 r11"
    here = position(
        "international",
        "",
        f"{own} b9",
        opened=False,
        others_opened=False,
        discarded="o4",
        trump="o13",
        pool="k12 k13",
    )

    assert chosen("expert", here) == (Draw(Source.DISCARD),)
    assert chosen("expert", here.then(Draw())) == (Discard(tile("k12")),)


@cases("name", STRONGER)
def test_the_next_player_gets_nothing_to_lay_off(name: str) -> None:
    """Neither tile helps its owner; k7 fits the table, and the next player has opened."""
    here = position(
        "american",
        "k4 k5 k6",
        "k7 r2 o11 o12 b4 b5",
        opened=False,
        others=("r9 r13 b13 k11 k13",),
        trump="o1",
        pool="r6 b9 o8",
    )
    *_, last = chosen(name, here.then(Draw()))

    assert last != Discard(tile("k7"))


@cases("name", STRONGER)
@cases("seats", [2, 4])
def test_the_worst_hands_are_answered_in_time(name: str, seats: int) -> None:
    held = "k1 k2 r1 r2 b3 b4 o5 o6 k12 r13 b11 o10 * *"
    here = position(
        "international",
        "",
        held,
        opened=False,
        others=("k3 k4 k5 r7 r8 r9 b7 b8 b9 o1 o2 o3 o12 o13",) * (seats - 1),
        others_opened=False,
        trump="k13",
        pool="b13 o9 o8 o7 k9 k8 r3 r4 r5 b1 b2",
    ).then(Draw())

    for looks in (1, 30, 300):
        with deadline_after(looks) as deadline:
            chosen(name, here, deadline=deadline)


def test_a_closed_hand_with_the_trump_is_explained_as_one() -> None:
    rack = "k1 k1 r2 r2 b3 b3 o4 o4 k5 k5 r6 r6 o13 r11"
    view = read_state(f"players 2 | opened no | turn 9 | trump o13 | phase draw | rack {rack}")
    assert motive_of(view, (GoOut((), tile("r11")),)).code == "closed_hand"
