"""Random rounds of every preset, checked event by event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

import pytest
from hypothesis import given
from tests.laws.checks import LawChecker
from tests.laws.rounds import FAMILIES, GAMES, Round, rounds
from tests.support.examples import LONG, examples
from tests.support.random_rounds import Step, random_round

from tilerummy.players import play_round, player
from tilerummy.rules import PRESETS, faults
from tilerummy.rules.rounds.scoring import WinnerTakesAll
from tilerummy.state import Ended, Ending, Pass, Play, State, fold

SEEDS = range(examples(3, 300))
WATCHED = [game for game in GAMES if game[1] in SEEDS]
"""The presets with seeds whose rounds are checked."""
RARE = (("international", 3), ("international", 8), ("international", 29))
"""Rounds with rare events, to be checked first."""


@pytest.mark.parametrize("preset", PRESETS)
def test_every_event_of_a_round_keeps_the_laws(preset: str) -> None:
    for seed in (seed for name, seed in WATCHED if name == preset):
        game, rng = Round(preset, seed), Random(seed)
        checker = LawChecker(game.rules, game.seats)
        for step in game.steps:
            checker.check(step)
            if not checker.over and rng.random() < 0.3:
                checker.check_random_action(rng)

        assert checker.over
        assert checker.state.turn < longest(game)


def longest(game: Round) -> int:
    """Return more turns than a round can have: ten idle ones per seat and tile."""
    return 11 * game.seats * len(game.rules.tiles)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_computer_player_plays_to_the_end(preset: str) -> None:
    """A short run plays every number of players only for one preset per family."""
    rules = PRESETS[preset]
    allowed = rules.seats_allowed()
    if not LONG and preset not in FAMILIES:
        allowed = allowed[[*PRESETS].index(preset) % len(allowed) :][:1]
    for seats in allowed:
        players = [player("beginner", Random(seat)) for seat in range(seats)]
        events = play_round(rules, players, seed=bytes([seats]) * 32)

        assert isinstance(events[-1], Ended)
        assert fold(events, State.before_deal(seats)).ended == events[-1]


@given(rounds())
def test_a_round_is_the_fold_of_its_events(game: Round) -> None:
    assert fold(game.events, State.before_deal(game.seats)) == game.end


@given(rounds())
def test_nothing_is_legal_after_the_end(game: Round) -> None:
    for step in game.steps[1:]:
        assert step.action is not None
        assert [r.code for r in faults(game.rules, game.end, step.action)] == ["game_over"]


@given(rounds())
def test_scores_are_zero_sum_where_the_winner_takes_all(game: Round) -> None:
    """RULES 5.1: only a round of one player does not sum to zero."""
    ended = game.end.ended
    assert ended is not None
    if not isinstance(game.rules.scoring, WinnerTakesAll):
        return
    if game.seats == 1:
        lost = game.rules.scoring.value(ended.racks[0]) + sum(ended.penalties)
        assert ended.scores == (0 if ended.winner == 0 else -lost,)
        assert (ended.winner == 0) == (ended.ending is Ending.WENT_OUT)
        return

    assert sum(ended.scores) == 0
    assert ended.winner is not None
    assert all(s <= 0 for i, s in enumerate(ended.scores) if i != ended.winner)


@pytest.mark.parametrize("preset", ["mcgraw", "international"])
def test_scores_are_not_zero_sum_elsewhere(preset: str) -> None:
    """S2 "Low score is good"; S4 "each player pays the difference" only after the match."""
    ends = [Round(preset, seed).end.ended for seed in range(6)]

    assert any(end is not None and sum(end.scores) != 0 for end in ends)


def test_random_rounds_cover_everything() -> None:
    """The laws would miss anything that random players never do."""
    happened: Counter[str] = Counter()
    for preset, seed in WATCHED:
        happened.update(_contents(Round(preset, seed).steps))
    later = [(preset, seed) for seed in range(200) for preset in ("american", "international")]
    for preset, seed in (*RARE, *later):  # rare contents turn up eventually
        if not (missing := _EVERYTHING - {*happened}):
            break
        happened.update(_contents(random_round(PRESETS[preset], 2 + seed % 3, seed)))

    assert not missing
    assert happened["replace a joker"] >= 2 * len(WATCHED)


_EVERYTHING = {
    *("Play", "Draw", "Discard", "Pass", "TimeOut", "GoOut", "Declare"),
    *("Lots", "Dealt", "Exposed", "Drew", "Played", "Discarded", "Declared", "Announced"),
    *("Released", "TimedOut", "Restored", "Penalised", "Passed", "Moved"),
    *("went_out", "pool_exhausted", "open", "foot", "closed"),
    *("lay a new meld", "lay off", "split a run", "take a meld apart", "take a tile off a meld"),
    *("replace a joker", "take a meld with a joker apart"),
}


def _contents(steps: Iterable[Step]) -> Iterator[str]:
    """Yield the kinds of actions and events in *steps*."""
    for step in steps:
        yield from {*step.techniques}
        yield type(step.action).__name__
        for event in step.events:
            yield type(event).__name__
            if isinstance(event, Ended):
                yield event.ending
                yield str(event.win)


@given(rounds())
def test_passing_is_legal_after_a_play(game: Round) -> None:
    """S0 "When you have finished your turn, you say pass"."""
    for step in game.steps:
        if isinstance(step.action, Play) and step.after.phase == "more":
            assert not [*faults(game.rules, step.after, Pass())]
