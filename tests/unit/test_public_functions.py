"""Public functions have short reprs and helpful errors for arguments of a wrong type."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from tilerummy import analysis, melds, simulator, tiles
from tilerummy.analysis import best_play, best_turn, can_go_out, going_out, hint, playable, plays
from tilerummy.deadline import NEVER
from tilerummy.match import Match
from tilerummy.melds import table
from tilerummy.players import Player, evaluation, play_round, player
from tilerummy.records import Record, audit, read_record, write_text
from tilerummy.round import Round
from tilerummy.rules import (
    Ruleset,
    begin,
    chance,
    decide,
    decide_all,
    faults,
    house_rules,
    options_of,
    problems,
    ruleset,
    ruleset_text,
    with_options,
)
from tilerummy.rules_text import option_text, rules_sections, sentences_about
from tilerummy.state import (
    Action,
    Draw,
    Ended,
    Play,
    State,
    conceal,
    fold,
)
from tilerummy.state.notation import read_state

SABRA = ruleset("sabra")


def test_a_ruleset_shows_as_the_text_that_gives_it_back() -> None:
    rules = ruleset("sabra", {"initial_meld.points": 50})

    assert repr(rules) == str(rules) == "sabra+initial_meld.points=50"
    assert ruleset(repr(rules)) == rules


def test_an_own_ruleset_shows_as_its_name() -> None:
    assert repr(replace(ruleset("sabra"), name="at home")) == "at home"


def test_a_state_shows_as_its_notation() -> None:
    state = read_state("rack k2 k1 | table *b7 b5 b6 | to-move 2")

    assert repr(state) == str(state) == "table b5 b6 *b7 | rack k1 k2 | to-move 2"
    assert read_state(repr(state)) == state


def test_a_state_without_the_seat_to_move_shows_all_the_same() -> None:
    assert repr(State(seats=())) == "State of 0 seats with seat 0 to move"


def test_a_play_is_between_tables_and_not_texts() -> None:
    text: Any = "k1 k2 k3"

    with pytest.raises(TypeError, match=r'table\("k1 k2 k3"\)'):
        Play.between(text, table(""))
    with pytest.raises(TypeError, match=r'table\("k1 k2 k3"\)'):
        Play.between(table(""), text)


@pytest.mark.parametrize("other", ["x", 7.5, None])
def test_a_seed_is_bytes_or_a_number(other: object) -> None:
    rules, seed = ruleset("sabra"), cast(Any, other)

    with pytest.raises(TypeError, match="a seed is bytes"):
        chance(rules.deal, rules.tiles, seats=2, seed=seed)
    with pytest.raises(TypeError, match="a seed is bytes"):
        play_round(rules, [player("beginner", Random(1))] * 2, seed=seed)


class Chooses:
    """A player that always chooses the same actions."""

    name, about = "stubborn", "Chooses always the same."

    def __init__(self, chosen: object) -> None:
        self.chosen = chosen

    def choose(self, _rules: Ruleset, _view: State, _seat: int) -> tuple[Action, ...]:
        return cast(tuple[Action, ...], self.chosen)


@pytest.mark.parametrize(
    ("chosen", "error", "message"),
    [
        ((), ValueError, "at least one action"),
        (None, TypeError, r"a tuple of actions, like \(Draw\(\),\), not None"),
        (Draw(), TypeError, r"a tuple of actions, like \(Draw\(\),\), not Draw"),
        ("draw", TypeError, r"a tuple of actions, like \(Draw\(\),\), not 'draw'"),
        (("draw",), TypeError, r"actions, like Draw\(\), not 'draw'"),
    ],
)
def test_a_player_chooses_actions_and_at_least_one(
    chosen: object, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=f"seat 0, stubborn, must choose {message}"):
        play_round(SABRA, [Chooses(chosen)] * 2, seed=bytes(32), starter=0)


def test_a_player_may_choose_a_list() -> None:
    club = player("club", Random(1))

    class Lists(Chooses):
        def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
            return cast(tuple[Action, ...], [*club.choose(rules, view, seat)])

    *_, last = play_round(SABRA, [Lists(())] * 2, seed=bytes(32))

    assert isinstance(last, Ended)


VIEW = read_state("rack k1 k2 k3 r5 b9")
K123 = "k1 k2 k3"


RULES = 'as "sabra", not None'


DEAL = {"seats": 2, "seed": bytes(32)}


def called(
    function: Callable[..., object], *arguments: object, **named: object
) -> Callable[[], object]:
    """Return a function that calls *function* with arguments that its types forbid."""
    return lambda: function(*arguments, **named)


ROUND = conceal(Round("sabra", seed=1, starter=0).state, 0)


def judged(*arguments: object) -> bool:
    """Return whether the referee finds a fault."""
    return any(cast(Any, faults)(*arguments))


@pytest.mark.parametrize(
    "ask", [best_play, best_turn, plays, playable, can_go_out, going_out, hint]
)
def test_analysis_needs_rules_and_a_view_with_the_rack_of_the_mover(
    ask: Callable[..., Any],
) -> None:
    def asked(*arguments: object) -> None:
        answer = ask(*arguments)
        if isinstance(answer, Iterator):
            next(answer)

    with pytest.raises(TypeError, match=r'its text, as "sabra", not None'):
        asked(None, VIEW)
    with pytest.raises(TypeError, match=r"read_state\(.*\), not 'rack k1'"):
        asked(SABRA, "rack k1")
    with pytest.raises(ValueError, match=r"to move, 0, is face down: .* conceal\(state, 0\)"):
        asked(SABRA, conceal(VIEW, 1))


@pytest.mark.parametrize("ask", [best_play, best_turn, plays])
def test_an_objective_is_no_text(ask: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match=r"Objective\.TILES or Objective\.POINTS, not 'points'"):
        [*ask(SABRA, VIEW, "points")]


@pytest.mark.parametrize(
    ("error", "message", "ask"),
    [
        (TypeError, r'read_action\("draw"\), not \'draw\'', called(decide, SABRA, VIEW, "draw")),
        (TypeError, RULES, called(decide, None, VIEW, Draw())),
        (TypeError, r"read_state\(.*\), not 'rack k1'", called(decide, SABRA, "rack k1", Draw())),
        (TypeError, RULES, called(decide_all, None, VIEW, ())),
        (TypeError, r"as \(Draw\(\),\), not Draw", called(decide_all, SABRA, VIEW, Draw())),
        (TypeError, r"read_state\(.*\), not None", called(judged, SABRA, None, Draw())),
        (TypeError, r"as \"sabra\", not 5", called(options_of, 5)),
        (TypeError, RULES, called(house_rules, None)),
        (TypeError, RULES, called(ruleset_text, None)),
        (TypeError, RULES, called(with_options, None, {})),
        (TypeError, "values by their names, .* not 'x'", called(with_options, SABRA, "x")),
        (TypeError, r"ruleset\(\"sabra\"\).deal, not sabra", called(chance, SABRA, None, **DEAL)),
        (
            TypeError,
            r"ruleset\(\"sabra\"\).tiles, not 'k1'",
            called(chance, SABRA.deal, "k1", **DEAL),
        ),
        (TypeError, RULES, called(begin, None, None, seats=2)),
        (TypeError, "a Chance, .* not None", called(begin, SABRA, None, seats=2)),
        (TypeError, RULES, called(Match, rules=None, seats=2)),
        (TypeError, "its notation, .* not 5", called(analysis.explain, K123, 5)),
        (TypeError, "its notation, .* not None", called(analysis.explain, None, K123)),
        (TypeError, r"table\(.*not 'k'", called(analysis.turn_for, SABRA, VIEW, K123)),
        (TypeError, "a meld is read from a string, as in meld", called(melds.fits, VIEW)),
        (TypeError, "expected several events, .* not Draw", called(fold, Draw(), VIEW)),
        (TypeError, "returned by decide, not Draw", called(fold, (Draw(),), VIEW)),
        (TypeError, "given by a string, .* not 5", called(ruleset, 5)),
        (TypeError, "from a string.* not 5", called(tiles.tile, 5)),
        (TypeError, r"from a string.* not \['k1'\]", called(tiles.rack, ["k1"])),
        (TypeError, "from a string.* not 5", called(melds.meld, 5)),
        (TypeError, "from a string.* not 5", called(table, 5)),
        (TypeError, r"Random\(1\), not 1", called(player, "club", 1)),
        (ValueError, "a seat from 0 to 3, or None, not 9", called(conceal, VIEW, 9)),
    ],
)
def test_an_error_says_what_is_expected(
    error: type[Exception], message: str, ask: Callable[[], object]
) -> None:
    with pytest.raises(error, match=message):
        ask()


def test_a_round_needs_players_and_a_starter_who_plays() -> None:
    names: Any = ["club", "casual"]

    with pytest.raises(TypeError, match=r"player\(\"club\", Random\(1\)\), not 'club'"):
        play_round(SABRA, names, seed=bytes(32))
    with pytest.raises(ValueError, match="a seat from 0 to 1, or None, not 7"):
        play_round(SABRA, [player("club", Random(1))] * 2, seed=bytes(32), starter=7)


SEED = (7).to_bytes(32, "big")
POLICIES = [simulator.Policy.MOST_TILES, simulator.Policy.RACK_ONLY]


@pytest.mark.parametrize(
    "ask",
    [
        lambda rules, _: best_play(rules, VIEW),
        lambda rules, _: best_turn(rules, VIEW),
        lambda rules, _: [*plays(rules, VIEW)],
        lambda rules, _: [*analysis.every_play(rules, VIEW)],
        lambda rules, _: playable(rules, VIEW),
        lambda rules, _: can_go_out(rules, VIEW),
        lambda rules, _: going_out(rules, VIEW),
        lambda rules, _: hint(rules, VIEW, deadline=NEVER),
        lambda rules, _: analysis.turn_for(rules, VIEW, table(K123)),
        lambda rules, _: analysis.perft(rules, VIEW),
        lambda rules, _: [*faults(rules, VIEW, Draw())],
        lambda rules, _: options_of(rules),
        lambda rules, _: house_rules(rules),
        lambda rules, _: ruleset_text(rules),
        lambda rules, _: with_options(rules, {"joker.rack_value": 25}),
        lambda rules, seed: begin(rules, chance(SABRA.deal, SABRA.tiles, **seats(seed)), seats=2),
        lambda rules, seed: Match(rules=rules, seats=2).begin(seed),
        lambda rules, seed: play_round(
            rules, [unhurried("beginner"), unhurried("casual")], seed=seed
        ),
        lambda rules, seed: simulator.simulated_events(rules, POLICIES, seed),
        lambda rules, seed: simulator.simulate(rules, POLICIES, [seed]).winners,
        lambda rules, seed: dealt(simulator.RoundBatch(rules, 2, 1), seed),
        lambda rules, seed: Round(rules, seed=seed).state,
        lambda rules, _: Record.of(rules, ["Ann", "Ben"]),
        lambda rules, _: analysis.problem(rules, VIEW),
        lambda rules, _: problems(rules, VIEW),
        lambda rules, _: [*rules_sections(rules)],
        lambda rules, _: sentences_about(["joker"], rules),
        lambda rules, _: option_text(rules, "deal.tiles", 14),
        lambda rules, _: evaluation.candidates(rules, VIEW),
        lambda rules, _: evaluation.Posterior(rules, VIEW, rng=Random(1)).pool,
        lambda rules, _: evaluation.evaluate(
            rules, ROUND, [evaluation.Candidate((Draw(),))], evaluation.Budget(5), rng=Random(1)
        ),
        lambda rules, _: simulator.roll_out(rules, VIEW, [], []),
        lambda rules, _: unhurried("club").choose(rules, VIEW, 0),
        lambda rules, _: simulator.PolicyPlayer(POLICIES[0], Random(1)).choose(rules, VIEW, 0),
    ],
)
def test_rules_may_be_a_text_and_a_seed_a_number(ask: Callable[[Any, Any], object]) -> None:
    assert ask("sabra", 7) == ask(SABRA, SEED)


def unhurried(level: str) -> Player:
    return player(level, Random(1))


def seats(seed: bytes | int) -> dict[str, Any]:
    return {"seats": 2, "seed": seed}


def dealt(batch: simulator.RoundBatch, seed: bytes | int) -> bytes:
    batch.reset([seed])
    return bytes(batch.own)


def test_tables_to_explain_may_be_texts() -> None:
    before, after = "b2 b3 b4 b5 / k5 r5 o5", "b2 b3 b4 / k5 r5 b5 o5"

    assert analysis.explain(before, after) == analysis.explain(table(before), table(after))


def test_a_record_is_read_from_its_file(tmp_path: Path) -> None:
    record = Round("sabra", seed=1).record(["Ann", "Ben"])
    file = tmp_path / "evening.rummy"
    file.write_text(write_text(record), encoding="utf-8")

    assert read_record(file) == record
    assert audit(file).difference is None
