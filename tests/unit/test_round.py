"""The Round object agrees with the functions on values, and supports undo."""

from copy import copy
from itertools import islice

import pytest

from tilerummy import (
    PRESETS,
    Discard,
    Draw,
    IllegalActionError,
    NotationError,
    Pass,
    Phase,
    Round,
    State,
    audit,
    begin,
    chance,
    conceal,
    decide,
    fold,
    hint,
    read_record,
    read_state,
    ruleset,
    write_jsonl,
    write_text,
)
from tilerummy.analysis import perft
from tilerummy.state import TimeOut

SABRA = ruleset("sabra")


def played_out(rules: str, *, most: int = 400) -> Round:
    """Return a round of players that follow the hints, stopped after *most* turns."""
    game = Round(rules, seats=2, seed=bytes(32))
    for _ in range(most):
        if game.outcome is not None:
            break
        game.push(*hint(game.rules, game.view(game.to_move)).actions)
    return game


def test_the_deal_is_that_of_the_seed() -> None:
    events = begin(SABRA, chance(SABRA.deal, SABRA.tiles, seats=3, seed=bytes(32)), seats=3)

    game = Round("sabra", seats=3, seed=0)

    assert game.events == events
    assert game.state == fold(events, State.before_deal(3))
    assert game == Round(SABRA, seats=3, seed=bytes(32))


def test_a_push_does_what_decide_does() -> None:
    game = Round(SABRA, seats=2, seed=1)
    before = game.state

    events = game.push(Draw())

    assert events == decide(SABRA, before, Draw())
    assert game.state == fold(events, before)
    assert game.actions == (Draw(),)
    assert [*game] == [*game.events]


def test_a_pop_takes_back_what_was_pushed_together() -> None:
    game = Round.from_state(SABRA, read_state("table r3 r4 r5 | rack r6 k1 | players 2"))
    before = game.copy()

    game.push("play r3 r4 r5 => r3 r4 r5 r6", "pass")

    assert game.to_move == 1
    assert [type(a).__name__ for a in game.pop()] == ["Play", "Pass"]
    assert game == before
    with pytest.raises(IndexError, match="nothing to undo"):
        game.pop()


def test_several_actions_are_atomic() -> None:
    game = Round.from_state(SABRA, read_state("table r3 r4 r5 | rack r6 k1 | players 2"))
    before = game.copy()

    with pytest.raises(IllegalActionError):
        game.push("play r3 r4 r5 => r3 r4 r5 r6", "draw")

    assert game == before


def test_a_refusal_names_every_reason() -> None:
    state = read_state("table b5 b6 b7 | rack k1 k2 | players 2")
    game = Round.from_state(SABRA, state)
    play = "play b5 b6 b7 => b5 b6 b7 b8 / k1 k2 k3"

    reasons = game.faults(play)

    assert reasons
    assert not game.is_legal(play)
    with pytest.raises(IllegalActionError) as refused:
        game.push(play)
    assert refused.value.reasons == reasons
    assert all(str(reason) in str(refused.value) for reason in reasons)
    assert refused.value.code is reasons[0].code


def test_an_unreadable_text_is_located() -> None:
    with pytest.raises(NotationError, match="there is no action 'jump'"):
        Round("sabra", seed=1).push("jump")


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: Round("sabra", seed=-1), ValueError, "a seed is bytes, or a number from 0"),
        (lambda: Round("sabra", seed="x"), TypeError, "a seed is bytes"),  # type: ignore[arg-type]
        (
            lambda: Round("sabra", seats=9, seed=1),
            ValueError,
            "for 1, 2, 3, 4, 5, 6 players, not 9",
        ),
        (lambda: Round("sabre", seed=1), ValueError, "did you mean sabra"),
        (lambda: Round(7, seed=1), TypeError, "the rules are a Ruleset"),  # type: ignore[arg-type]
        (lambda: Round("sabra", seed=1).push(), ValueError, "at least one action"),
        (lambda: Round("sabra", seed=1).push(7), TypeError, "an action is"),  # type: ignore[arg-type]
        (
            lambda: Round("sabra", seed=1).push(TimeOut(), Pass()),
            ValueError,
            "not an action of a seat",
        ),
        (lambda: Round("sabra", seed=1).view(5), ValueError, "a viewer is a seat from 0 to 1"),
    ],
)
def test_wrong_arguments_are_errors(call: object, error: type[Exception], message: str) -> None:
    assert callable(call)
    with pytest.raises(error, match=message):
        call()


def test_a_view_is_what_a_seat_may_know() -> None:
    game = Round("mcgraw", seats=4, seed=3)

    for viewer in (None, 0, 3):
        assert game.view(viewer) == conceal(game.state, viewer)


def test_legal_plays_are_lazy_and_the_best_comes_first() -> None:
    state = read_state("table k5 r5 b5 o5 / r1 r2 r3 | rack r4 b4 b6 b7 | players 2")
    game = Round.from_state("rummikub", state)

    first = next(game.legal_plays())

    assert str(first.placed) == "r4 b4 b6 b7"
    assert all(map(game.is_legal, game.legal_plays()))


@pytest.mark.parametrize("rules", ["sabra", "rummikub", "american"])
@pytest.mark.parametrize(
    "position",
    [
        "table r3 r4 r5 r6 r7 | rack r5 b9",
        "table k5 r5 b5 o5 / b1 b2 b3 | rack b4 b6 b7",
        "table *b7 b5 b6 | rack b7 b8",
        "rack r7 r8 r9 k9 b9 * | opened no",
    ],
)
def test_complete_legal_plays_are_those_that_perft_counts(rules: str, position: str) -> None:
    phase = Phase.MELD if ruleset(rules).draws_and_discards else Phase.ACT
    game = Round.from_state(rules, read_state(position, phase=phase))

    plays = game.legal_plays(complete=True)
    found = [*plays]
    sets = [*game.legal_plays()]

    assert plays.proven
    assert len({(p.lift, p.lay) for p in found}) == len(found)
    assert perft(game.rules, game.view(0)).plays == len(found)
    assert all(map(game.is_legal, found))
    assert {p.placed for p in found} == {p.placed for p in sets}


def test_legal_actions_include_all_kinds() -> None:
    american = Round("american", seed=1)
    assert [*american.legal_actions()] == [Draw()]

    american.push("draw")
    discards = [a for a in american.legal_actions() if isinstance(a, Discard)]

    assert {d.tile for d in discards} == {*american.state.mover.rack}
    assert [*islice(Round("sabra", seed=1).legal_actions(), 20)][-1] == Draw()


@pytest.mark.parametrize("rules", ["sabra", "mcgraw", "american", "sabra+name=my-house"])
def test_a_round_is_written_read_back_and_audited(rules: str) -> None:
    game = played_out(rules)
    record = game.record(["Ann", "Ben"], date="2026-11-22")

    assert game.outcome is not None
    assert record.result == game.outcome.scores
    for text in (write_text(record), write_jsonl(record)):
        assert audit(text).difference is None
        again = Round.from_record(read_record(text))
        assert again == game
        assert again.rules.name == game.rules.name


def test_a_read_round_can_be_undone_and_continued() -> None:
    game = played_out("sabra", most=6)
    again = Round.from_record(game.record())

    popped = again.pop()
    again.push(*popped)

    assert again == game
    assert again.state == game.state


def test_a_round_from_a_position_has_no_record() -> None:
    with pytest.raises(ValueError, match="a round from a position has no record"):
        Round.from_state("sabra", read_state("rack k1")).record()


def test_a_copy_is_equal_and_independent() -> None:
    game = Round("sabra", seed=1)
    other = copy(game)

    other.push("draw")

    assert other != game
    assert other != "a round"
    assert copy(other) == other
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_a_round_shows_as_notation_text_and_picture() -> None:
    game = Round.from_state("sabra", read_state("table r3 r4 r5 | rack r6 k1 | players 2"))

    assert repr(game) == "<Round sabra: table r3 r4 r5 | rack k1 r6 | players 2>"
    assert str(game).splitlines() == [
        "rules  sabra",
        "table  r3 r4 r5",
        "seat 0 k1 r6 (to move)",
        "seat 1 no tiles, not opened",
        "pool   40 tiles",
    ]
    assert "r3 r4 r5 / k1 r6" in game._repr_html_()


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_played_by_hints(name: str) -> None:
    game = played_out(name, most=3)

    assert len(game.actions) >= 3


def test_a_turn_whose_plays_place_no_tile_comes_to_an_end() -> None:
    """RULES 2.1: such plays are legal, but a player who makes nothing else is stopped."""
    both = ("b5 b6 b7 / b8 b9 b10", "b5 b6 b7 b8 b9 b10")
    game = Round.from_state("sabra", read_state("table b5 b6 b7 | rack b8 b9 b10 k1 b11"))
    game.push("play => b8 b9 b10")

    for number in range(100):
        apart, joined = both if number % 2 == 0 else reversed(both)
        again = f"play {apart} => {joined}"
        if not game.is_legal(again):
            break
        game.push(again)

    assert number > 1
    assert [reason.code for reason in game.faults(again)] == ["no_tile_played"]
    assert game.is_legal("pass")
    assert any(play.placed for play in game.legal_plays())
