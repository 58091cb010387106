"""The options and the preset of boxes and clubs: RULES 5.2 and 5.3."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.support.positions import Position, position

from tilerummy import Round, decide
from tilerummy.cli.render.event_text import event_sentences
from tilerummy.protocol.referee import answer
from tilerummy.records import audit, read_record, write_jsonl, write_text
from tilerummy.rules import OptionError, options_of, ruleset, ruleset_text
from tilerummy.rules.options import written_options
from tilerummy.rules.ruleset import RulesetError
from tilerummy.state import (
    Dealt,
    Draw,
    Drew,
    Ending,
    NewDeal,
    Pass,
    Redealt,
    Source,
    conceal,
    fold,
    redact,
)
from tilerummy.state.state import with_seat
from tilerummy.tiles import HIDDEN, JOKER, Rack


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


PAIRS = "k1 k1 r3 r3 b7 b7 o9"


def asking(rack: str, *, turn: int = 0, rules: str = "sabra+deal.new_deal_pairs=3") -> Position:
    """Return a position at the start of a turn, before anyone has opened."""
    now = position(rules, rack=rack, opened=False, others=("o1 o2 o3",), pool="k5 k6 k7 r8 r9")
    unopened = tuple(with_seat(seat, opened=None) for seat in now.state.seats)
    return Position(now.rules, replace(now.state, seats=unopened, turn=turn))


@pytest.mark.parametrize(
    ("rack", "code"),
    [
        (PAIRS, "legal"),
        ("k1 k1 k1 r3 r3 b7 o9", "no_new_deal"),  # three copies are one pair
        ("k1 k1 k1 k1 r3 r3 b7", "legal"),
        ("k1 k1 r3 r3 * * b7", "legal"),
        ("k1 k1 r3 r3 * b7", "no_new_deal"),
        ("k1 r1 b1 o1 k2 r2", "no_new_deal"),  # one number is not one tile
    ],
)
def test_three_pairs_of_identical_tiles_allow_a_new_deal(rack: str, code: str) -> None:
    assert asking(rack).verdict(NewDeal()) == code


@pytest.mark.parametrize(("turn", "code"), [(0, "legal"), (1, "legal"), (2, "no_new_deal")])
def test_a_player_may_ask_in_the_first_turn_only(turn: int, code: str) -> None:
    """Two players, so turn 2 is the second turn of the player who starts."""
    assert asking(PAIRS, turn=turn).verdict(NewDeal()) == code


def test_no_new_deal_once_a_player_has_opened() -> None:
    now = asking(PAIRS, turn=1)
    opened = with_seat(now.state.seats[1], opened=0)

    after = Position(now.rules, now.state.with_seat(1, opened))

    assert after.verdict(NewDeal()) == "no_new_deal"


def entitled(rules: str, seats: int) -> Round:
    """Return a round whose first player may ask for a new deal."""
    rounds = (Round(rules, seats=seats, seed=seed) for seed in range(1000))
    return next(game for game in rounds if game.is_legal("new-deal"))


@pytest.mark.parametrize("rules", ["tournament", "mcgraw+deal.new_deal_pairs=3"])
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_a_new_deal_deals_all_tiles_again(rules: str, seats: int) -> None:
    game = entitled(rules, seats)
    before, first = game.state, game.to_move
    jokers = [seat.rack.count(JOKER) for seat in before.seats]

    game.push(NewDeal())
    after = game.state

    assert (game.to_move, after.turn, after.first_turn, after.new_deals) == (first, 1, 1, 1)
    assert [seat.rack.count(JOKER) for seat in after.seats] == jokers
    assert after.pool != before.pool
    all_tiles = Rack(t for s in after.seats for t in s.rack) + after.pool + after.free
    assert all_tiles == Rack(game.rules.tiles_for(seats))
    assert not any(after.has_had_turn(s) for s in range(seats) if s != first)


def test_a_round_has_at_most_three_new_deals() -> None:
    game = entitled("sabra+deal.new_deal_pairs=1+deal.tiles=40", 1)
    for _ in range(3):
        game.push("new-deal")

    assert [reason.message for reason in game.faults("new-deal")] == [
        "a round has at most 3 new deals"
    ]


def test_a_new_deal_is_recorded_and_audited() -> None:
    game = entitled("tournament", 3)
    game.push("new-deal")
    game.push("draw")
    record = game.record()

    for written in (write_text(record), write_jsonl(record)):
        assert read_record(written) == record
        assert audit(written).difference is None
    assert Round.from_record(record) == game
    assert "new-deal\n" in write_text(record)


def test_an_audit_finds_a_wrong_new_deal() -> None:
    game = entitled("tournament", 2)
    game.push("new-deal")
    lines = write_jsonl(game.record()).splitlines()
    first, second = (n for n, text in enumerate(lines) if '"Dealt"' in text)
    dealt, again = json.loads(lines[first]), json.loads(lines[second])
    lines[second] = json.dumps({**again, "racks": dealt["racks"], "pool": dealt["pool"]})

    found = audit("\n".join(lines) + "\n").difference

    assert found is not None
    assert found.line == second + 1


def test_others_see_only_the_pairs() -> None:
    game = entitled("tournament", 2)
    asker = game.to_move
    other = 1 - asker
    before = game.view(other)
    rack = game.state.seats[asker].rack

    redealt, *dealt = (redact(event, other) for event in game.push("new-deal"))

    assert isinstance(redealt, Redealt)
    assert len(redealt.pairs) >= 6
    assert rack >= redealt.pairs
    assert game.view(other) == conceal(fold((redealt, *dealt), before), other)
    assert {*game.view(other).seats[asker].rack} == {HIDDEN, JOKER}


def test_a_view_does_not_know_the_next_deal() -> None:
    game = entitled("sabra+deal.new_deal_pairs=3", 2)
    seen = fold(decide(game.rules, game.view(game.to_move), NewDeal()), game.view(game.to_move))

    assert {*seen.seats[0].rack, *seen.seats[1].rack, *seen.pool} == {HIDDEN}
