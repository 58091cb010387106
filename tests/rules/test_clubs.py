"""The options and the preset of boxes and clubs: RULES 5.2 and 5.3."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support.positions import Position, position

from tilerummy import Round
from tilerummy.cli.render.event_text import event_sentences
from tilerummy.protocol.referee import answer
from tilerummy.rules import OptionError, options_of, ruleset, ruleset_text
from tilerummy.rules.options import written_options
from tilerummy.rules.ruleset import RulesetError
from tilerummy.state import Dealt, Draw, Drew, Ending, Pass, Source
from tilerummy.state.state import with_seat
from tilerummy.tiles import JOKER


def with_unopened(now: Position, *, turn: int = 30) -> Position:
    """Return the position if seat 1 has not opened."""
    seat = with_seat(now.state.seats[1], opened=None)
    return Position(now.rules, replace(now.state.with_seat(1, seat), turn=turn))


@pytest.mark.parametrize("seats", [1, 2, 4, 6])
def test_each_player_gets_a_joker_and_no_other_is_in_the_game(seats: int) -> None:
    """MSO "each player takes 1 joker, and then randomly selects the remaining 13 tiles"."""
    game = Round("tournament", seats=seats, seed=3)
    deal = next(event for event in game.events if isinstance(event, Dealt))
    given = [e for e in game.events if isinstance(e, Drew) and e.source is Source.ASIDE]

    assert [len(rack) for rack in deal.racks] == [13] * seats
    assert [(e.seat, e.tiles) for e in given] == [(seat, (JOKER,)) for seat in range(seats)]
    assert [len(seat.rack) for seat in game.state.seats] == [14] * seats
    assert all(JOKER in seat.known for seat in game.state.seats)
    assert JOKER not in game.state.pool
    assert len(game.state.pool) == 104 - 13 * seats


def test_a_deal_of_more_jokers_than_there_are_is_refused() -> None:
    with pytest.raises(RulesetError, match=r"deal\.jokers is 2, but there are only 3 jokers"):
        ruleset("sabra+deal.jokers=2+tiles.jokers=3")
    assert ruleset("sabra+deal.jokers=1").seats_allowed() == (1, 2)


@pytest.mark.parametrize(("opened", "drawn"), [(True, 2), (False, 1)])
def test_who_has_opened_draws_two_tiles(*, opened: bool, drawn: int) -> None:
    now = position("sabra+draw.opened=2", rack="k1", opened=opened, pool="r9 b9 o9")

    assert len(now.then(Draw()).state.pool) == 3 - drawn


def test_a_draw_after_opening_takes_what_is_left() -> None:
    now = position("sabra+draw.opened=3", rack="k1", pool="r9 b9").then(Draw())

    assert not now.state.pool


def test_the_round_ends_after_the_last_turns() -> None:
    rules = "rummikub+end.empty_turns=1"
    now = position(rules, "k4 r4 b4", "o4 k9 k10", others=("r1 r2",), pool="")
    after = now.then("k4 r4 b4 o4", Pass())

    assert after.state.ended is None
    assert after.state.empty_turns == 1
    assert after.then(Pass()).ended.ending is Ending.POOL_EXHAUSTED


def test_the_turn_that_takes_the_last_tile_is_not_a_last_turn() -> None:
    now = position("rummikub+end.empty_turns=1", rack="k9 k10", others=("r1 r2",), pool="b9")
    after = now.then(Draw())

    assert (after.state.pool, after.state.empty_turns) == ((), 0)


@pytest.mark.parametrize(
    ("held", "penalty", "melds"),
    [
        ("r1 r2", 100, ""),
        ("k9 r9 b9 r1", 100, ""),
        ("k10 r10 b10 r1", 200, "k10 r10 b10"),
        ("k10 r10 * r1", 200, "k10 r10 *10"),
    ],
)
def test_who_never_opened_pays_and_more_if_it_was_possible(
    held: str, penalty: int, melds: str
) -> None:
    """MSO "charged with 100 points, provided he could not meld 30 … 200 points"."""
    now = with_unopened(position("tournament", "k4 r4 b4", "o4", others=(held,)))
    ended, joker = now.then("k4 r4 b4 o4").ended, 50 * held.count("*")
    left = joker + sum(int(word[1:]) for word in held.split() if word != "*")

    assert ended.scores == (left + penalty, -left - penalty)
    assert ended.penalties == (0, penalty)
    assert str(ended.could_open[1]) == melds


def test_a_player_without_a_turn_pays_no_penalty() -> None:
    now = position("sabra+score.not_opened=100", "k4 r4 b4", "o4", others=("r1",))

    assert with_unopened(now, turn=0).then("k4 r4 b4 o4").ended.penalties == ()
    assert with_unopened(now, turn=2).then("k4 r4 b4 o4").ended.penalties == (0, 100)


def test_a_penalty_decides_about_the_lowest_rack() -> None:
    rules = "sabra+score.not_opened=100"
    now = with_unopened(position(rules, "k4 r4 b4", "k9 k10", others=("r1",), pool=""))
    ended = now.then(Pass()).ended

    assert (ended.winner, ended.scores) == (0, (82, -82))


def test_options_that_are_not_in_use_are_not_written() -> None:
    """Records of other games stay the same."""
    assert "score.not_opened" in options_of("sabra")
    assert "score.not_opened" not in written_options("sabra")
    assert written_options("sabra+score.not_opened=25")["score.not_opened"] == 25
    without = ruleset("tournament+score.not_opened=none")
    assert ruleset_text(without) == "tournament+score.not_opened=0"
    assert written_options(without)["score.not_opened"] == 0


def test_international_has_penalties_of_its_own() -> None:
    with pytest.raises(OptionError, match=r"international has no score\.not_opened"):
        ruleset("international+score.not_opened=100")


def test_the_referee_protocol_and_the_terminal_name_the_penalty() -> None:
    """RULES 5.2: "The melds that prove it are part of the result"."""
    asked = {
        "score": {
            "ruleset": "tournament",
            "racks": ["", "k10 r10 b10 r1", "r1 r2"],
            "winner": 0,
            "opened": [True, False, False],
        },
    }
    found = answer(asked)

    assert found["scores"] == [31 + 200 + 3 + 100, -231, -103]
    assert found["penalties"] == [0, 200, 100]
    assert found["could_open"] == {"1": "k10 r10 b10"}

    now = with_unopened(position("tournament", "k4 r4 b4", "o4", others=("k10 r10 b10",)))
    told = [*event_sentences(now.events("k4 r4 b4 o4"), ["You", "Ben"])]
    assert told[-1] == "Ben pays 200 for not opening with k10 r10 b10."
