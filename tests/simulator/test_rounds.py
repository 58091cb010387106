"""Complete rounds between policies."""

from dataclasses import replace
from random import Random

import pytest

from tilerummy.players import play_round
from tilerummy.rules import ruleset
from tilerummy.rules.rounds.scoring import WinnerTakesAll
from tilerummy.simulator import (
    ENDINGS,
    Policy,
    PolicyPlayer,
    can_simulate,
    simulate,
    simulated_events,
)
from tilerummy.state import Ended, State, fold

SEEDS = [bytes([n]) * 32 for n in range(2)]
SABRA = ruleset("sabra")


class OwnScoring(WinnerTakesAll):
    """A scoring defined by a program that uses the library."""


def test_rounds_agree_with_their_events() -> None:
    policies = [Policy.SAVE_JOKERS, Policy.RANDOM, Policy.RACK_ONLY]

    rounds = simulate(SABRA, policies, SEEDS, log=True)

    for number, seed in enumerate(SEEDS):
        events = simulated_events(SABRA, policies, seed)
        ended = events[-1]
        state = fold(events, State.before_deal(3))
        assert isinstance(ended, Ended)
        assert rounds.scores_of(number) == ended.scores
        assert rounds.winners[number] == ended.winner
        assert ENDINGS[rounds.endings[number]] == ended.ending
        assert rounds.turns[number] == state.turn + 1
        assert [*rounds.log.rounds].count(number) == rounds.turns[number]


@pytest.mark.parametrize("name", ["sabra", "mcgraw", "american", "international"])
@pytest.mark.parametrize("policy", [policy for policy in Policy if policy is not Policy.RANDOM])
def test_a_policy_plays_the_same_from_a_view(name: str, policy: Policy) -> None:
    rules, players = ruleset(name), [PolicyPlayer(policy, Random(1)) for _ in range(2)]

    events = play_round(rules, players, seed=SEEDS[0], starter=1)

    assert events == simulated_events(rules, [policy, policy], SEEDS[0], starter=1)


def test_the_log_counts_placed_and_remaining_tiles() -> None:
    log = simulate(SABRA, [Policy.MOST_TILES, Policy.HOLD_BEFORE_OPENING], SEEDS[:1], log=True).log

    before = [14, 14]
    for turn in range(len(log)):
        seat, drew = log.seats[turn], log.actions[turn] == 0
        before[seat] += drew - log.tiles[turn]
        assert log.racks[turn] == before[seat]
        assert log.racks[turn] <= log.values[turn]
        assert log.turns[turn] == turn
        assert sum(before) + log.pools[turn] + log.tables[turn] == 106


@pytest.mark.parametrize("name", ["sabra", "mcgraw", "american", "international"])
def test_a_random_policy_chooses_what_is_legal(name: str) -> None:
    players = [PolicyPlayer(Policy.RANDOM, Random(seat)) for seat in range(3)]

    assert isinstance(play_round(name, players, seed=SEEDS[0])[-1], Ended)


def test_an_unsupported_scoring_is_refused() -> None:
    own = replace(SABRA, name="own", scoring=OwnScoring())

    assert not can_simulate(own)
    with pytest.raises(ValueError, match="does not support the scoring of own"):
        simulate(own, [Policy.MOST_TILES] * 2, SEEDS)
