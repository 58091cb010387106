"""The trump, with which one may win: in rounds played on, and in the count of what goes out."""

from __future__ import annotations

from random import Random

from tests.support.positions import Position, position

from tilerummy.players import player
from tilerummy.players.draw_discard.tactics.endgame import outs
from tilerummy.players.draw_discard.tactics.hunter import Hunter
from tilerummy.players.draw_discard.tactics.melder import MELDER
from tilerummy.players.draw_discard.world.playing import play_out
from tilerummy.players.draw_discard.world.reading import supposed, world_of
from tilerummy.players.draw_discard.world.world import PackedWorld
from tilerummy.state import conceal

READY = "k1 k2 k3 k4 r4 b4 o4 b7 b8 b9 b10 r8 r9 o12"
"""Fourteen tiles of which thirteen are in melds with r7."""

OTHER = "k5 k5 r1 r1 b1 b2 o2 o2 k7 k9 r13 b11 b13 o6"


def seen(here: Position) -> PackedWorld:
    """Return the world that the mover of a position sees."""
    return world_of(here.rules, conceal(here.state, here.state.to_move))


def closed(held: str, trump: str) -> PackedWorld:
    """Return what a player of International sees before drawing, when nobody has melded."""
    return seen(
        position(
            "international",
            "",
            held,
            opened=False,
            others=(OTHER,),
            others_opened=False,
            trump=trump,
        )
    )


def test_a_hunter_wins_with_the_trump_as_soon_as_it_can() -> None:
    hunter = Hunter(types=(1,))

    assert hunter.wins_with_trump(closed(READY, "r7"))
    assert not hunter.wins_with_trump(closed(READY, "o2"))
    played = play_out(supposed(closed(READY, "r7"), Random(1)), [hunter, hunter])
    assert (played.winner, played.scores[0]) == (0, 500)


def test_in_american_the_trump_wins_after_the_opening_alone() -> None:
    held = "r8 r9 b12"
    opened = seen(position("american", "k4 k5 k6", held, trump="r7"))
    before = seen(position("american", "k4 k5 k6", held, opened=False, trump="r7"))
    other = seen(position("american", "k4 k5 k6", held, trump="o2"))

    assert MELDER.wins_with_trump(opened)
    assert not any(map(MELDER.wins_with_trump, (before, other)))
    assert outs(opened) == 1.0
    assert outs(other) < 0.2


def test_an_open_win_in_international_may_not_take_the_trump() -> None:
    """RULES 3.2: "The trump may not be the final draw"."""
    here = position("international", "k4 k5 k6", "r8 r9 b12", trump="r7")

    assert not MELDER.wins_with_trump(seen(here))


def test_the_expert_wins_with_the_trump_that_it_has_waited_for() -> None:
    here = position(
        "international",
        "",
        READY,
        opened=False,
        others=(OTHER,),
        others_opened=False,
        trump="r7",
    )
    view = conceal(here.state, here.state.to_move)
    (out,) = player("expert", Random(1)).choose(here.rules, view, 0)

    assert here.then(out).ended.winner == 0
