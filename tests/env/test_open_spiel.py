"""The game for OpenSpiel passes OpenSpiel's own random simulation, and hides hidden tiles."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.examples import LONG, examples
from tests.support.positions import each

pyspiel = pytest.importorskip("pyspiel", reason="open-spiel is not installed: make test-long")

from tilerummy.env.spiel.game import TileRummyGame, TileRummyState  # noqa: E402
from tilerummy.state import conceal  # noqa: E402

GAMES = [("sabra", 2), ("american", 3)] + (
    [("mcgraw", 2), ("international", 2), ("rummikub", 4)] if LONG else []
)


def game(name: str = "sabra", players: int = 2, **more: str) -> TileRummyGame:
    loaded: TileRummyGame = pyspiel.load_game(
        "python_tilerummy", {"ruleset": name, "players": players, **more}
    )
    return loaded


def at_random(state: TileRummyState, rng: Random) -> None:
    """Take a random action, or one of chance."""
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


@each(("name", "players"), GAMES)
def test_its_random_simulation(name: str, players: int) -> None:
    pyspiel.random_sim_test(
        game(name, players), num_sims=examples(1, 5), serialize=True, verbose=False
    )


@each(("name", "players"), GAMES)
def test_chance_deals_and_draws_every_tile(name: str, players: int) -> None:
    state, rng, steps = game(name, players).new_initial_state(), Random(4), 0
    while not state.is_terminal() and steps < examples(150, 2000):
        if state.is_chance_node():
            assert sum(p for _, p in state.chance_outcomes()) == pytest.approx(1)
        else:
            assert state.legal_actions() == sorted(state.legal_actions())
            assert state.legal_actions()
        at_random(state, rng)
        steps += 1

    assert state.round.state is not None
    assert state.round.unpicked.total() == len(state.round.state.pool)


@each(("name", "players"), GAMES)
def test_a_resampled_state_looks_the_same_to_the_player_alone(name: str, players: int) -> None:
    rng, different = Random(6), 0
    state = game(name, players).new_initial_state()
    for step in range(examples(160, 1000)):
        if state.is_terminal():
            break
        at_random(state, rng)
        if step % 40 != 39 or state.is_terminal():
            continue
        for player in range(players):
            again = state.resample_from_infostate(player, rng.random)
            assert again.information_state_string(player) == state.information_state_string(player)
            assert again.observation_string(player) == state.observation_string(player)
            assert again.information_state_tensor(player) == state.information_state_tensor(player)
            assert again.current_player() == state.current_player()
            assert len(again.history()) == len(state.history())
            different += str(again) != str(state)
    assert different


def test_an_information_state_shows_no_hidden_tile() -> None:
    state, rng = game().new_initial_state(), Random(8)
    while state.round.state is None or state.round.state.turn < 4:
        at_random(state, rng)
    assert state.round.state is not None

    for player in range(2):
        view = conceal(state.round.state, player)
        assert str(view) in state.observation_string(player)
        assert " ".join(map(str, state.round.state.seats[1 - player].rack)) not in (
            state.information_state_string(player)
        )


def test_a_copy_goes_on_by_itself_and_a_written_state_is_read_back() -> None:
    state, rng = game().new_initial_state(), Random(9)
    for _ in range(60):
        at_random(state, rng)
    text, copy = str(state), state.clone()
    at_random(copy, rng)

    assert str(state) == text
    assert str(copy) != text
    assert (
        str(
            pyspiel.deserialize_game_and_state(
                pyspiel.serialize_game_and_state(state.get_game(), state)
            )[1]
        )
        == text
    )


def test_wins_and_points_sum_to_zero() -> None:
    for rewards in ("wins", "points"):
        state, rng = game(rewards=rewards).new_initial_state(), Random(1)
        while not state.is_terminal():
            assert state.returns() == [0.0, 0.0]
            at_random(state, rng)
        assert sum(state.returns()) == pytest.approx(0)
        assert any(state.returns())
