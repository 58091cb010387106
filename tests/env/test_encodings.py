"""Both encodings of actions against the referee, on random positions of every ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from tests.support.examples import examples
from tests.support.positions import EVERY, each, position

from tilerummy.analysis.enumeration import rack_sets
from tilerummy.env.actions.candidates import CANDIDATES, FEATURES, Candidates
from tilerummy.env.actions.decisions import AgentDecision
from tilerummy.env.actions.micro_steps import MicroSteps
from tilerummy.env.episode import Episode, encoding
from tilerummy.rules import Ruleset, ruleset
from tilerummy.rules.referee import faults
from tilerummy.state import (
    Action,
    Declare,
    Discard,
    Draw,
    GoOut,
    Pass,
    Play,
    Source,
    State,
    conceal,
)
from tilerummy.tiles import Rack

POSITIONS = examples(30, 400)
SLOW = ("mcgraw", "international")


def positions(name: str) -> int:
    """Return the number of positions to try for the ruleset *name*."""
    return POSITIONS // 3 if name in SLOW else POSITIONS


def numbers(decision: AgentDecision) -> list[int]:
    return [int(number) for number in np.flatnonzero(decision.mask)]


def episodes(name: str, kind: str, seed: int, count: int) -> Iterator[Episode]:
    """Yield a round after each of *count* random steps, with the next decision to take."""
    rules, rng = ruleset(name), Random(seed)
    coded = encoding(kind, rules)
    episode = Episode.dealt(rules, coded, seats=2, rng=rng)
    for _ in range(count):
        yield episode
        allowed = numbers(episode.decision)
        plays = [n for n in allowed if n not in (0, getattr(coded, "draw_or_pass", 0))]
        episode.take(rng.choice(plays if plays and rng.random() < 0.8 else allowed))
        if episode.over:
            episode = Episode.dealt(rules, coded, seats=2, rng=rng)


def legal(rules: Ruleset, state: State, action: Action) -> bool:
    return not [*faults(rules, state, action)]


def other_actions(rules: Ruleset, state: State) -> set[Action]:
    """Return all legal actions except plays and going out with the trump."""
    rack = dict.fromkeys(state.mover.rack)
    every: list[Action] = [*map(Draw, Source), Pass(), *map(Discard, rack), *map(Declare, rack)]
    return {action for action in every if legal(rules, state, action)}


@each("name", EVERY)
def test_a_candidate_is_allowed_if_the_referee_allows_it(name: str) -> None:
    for episode in episodes(name, "candidates", seed=2, count=positions(name)):
        state, decision = episode.state, episode.decision
        actions = [decision.take(number) for number in numbers(decision)]

        assert all(
            isinstance(action, Action) and legal(episode.rules, state, action) for action in actions
        ), state
        ends = {action for action in actions if not isinstance(action, Play | GoOut)}
        assert ends == other_actions(episode.rules, state), state
        placed = [action.placed for action in actions if isinstance(action, Play)]
        assert len(placed) == len({*placed}), state
        if not decision.overflow and not state.free:
            assert {*placed} == {*rack_sets(episode.rules, state)}, state


@each("name", EVERY)
def test_micro_steps_reach_every_play_and_never_a_dead_end(name: str) -> None:
    for episode in episodes(name, "micro", seed=3, count=positions(name)):
        decision, rules, state = episode.decision, episode.rules, episode.state
        coded = episode.encoding
        assert isinstance(coded, MicroSteps)
        assert numbers(decision), (state, decision.chosen)
        if decision.chosen:
            continue
        actions = [decision.take(number) for number in numbers(decision)]
        ends = {a for a in actions if isinstance(a, Action) and not isinstance(a, GoOut)}
        assert ends == other_actions(rules, state), state
        assert all(legal(rules, state, a) for a in actions if isinstance(a, GoOut)), state
        if len(state.mover.rack) <= 9 and not state.free:
            found = reached(coded, decision)
            assert found == {*rack_sets(rules, state)}, state
        else:
            play = walk(coded, decision, Random(len(state.table)))
            assert play is None or legal(rules, state, play), state


def reached(coded: MicroSteps, start: AgentDecision) -> set[Rack]:
    """Return the sets of tiles of all plays that steps can build; fails if steps lead nowhere."""
    found, seen, ahead = set[Rack](), {start.chosen}, [start]
    while ahead:
        decision = ahead.pop()
        assert numbers(decision), decision.chosen
        for number in numbers(decision):
            then = decision.take(number) if number <= coded.commit else None
            if isinstance(then, Play):
                assert then.placed == decision.chosen
                found.add(then.placed)
            elif then is not None and not isinstance(then, Action) and then.chosen not in seen:
                seen.add(then.chosen)
                ahead.append(then)
    return found


def walk(coded: MicroSteps, decision: AgentDecision, rng: Random) -> Play | None:
    """Build a play by random steps, and return it, or None if nothing can be played."""
    while True:
        steps = [number for number in numbers(decision) if number <= coded.commit]
        if not steps:
            assert not decision.chosen
            return None
        then = decision.take(rng.choice(steps))
        if isinstance(then, Action):
            assert isinstance(then, Play)
            assert then.placed == decision.chosen
            return then
        decision = then


@each("kind", ["candidates", "micro"])
def test_a_view_is_enough(kind: str) -> None:
    for episode in episodes("international", kind, seed=5, count=positions("international")):
        if not episode.decision.chosen:
            view = conceal(episode.state, episode.seat)
            mask = episode.encoding.decision(view).mask

            assert (mask == episode.decision.mask).all()


def test_the_tiles_of_a_large_rack_are_searched_as_small_ones_are_enumerated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = ruleset("rummikub")
    where = position(
        rules, "r3 r4 r5 / b7 k7 *7 / o1 o2 o3 o4", "r2 r6 r7 o7 o5 b9 b10 k1 *", pool="k1"
    )
    coded = MicroSteps(rules)
    enumerated = reached(coded, coded.decision(where.state))

    monkeypatch.setattr("tilerummy.env.actions.placeable.ENUMERATED_BITS", 0)

    assert reached(coded, coded.decision(where.state)) == enumerated


def test_face_up_tiles_are_played_with_one_of_the_rack() -> None:
    rules = ruleset("mcgraw")
    where = position(rules, "r3 r4 r5", "k1 k2 b13", free="k3 r6 o9", released=True)
    coded = MicroSteps(rules)

    plays = reached(coded, coded.decision(where.state))

    assert plays == {Rack(rules.rack("k1 k2 k3")), Rack(rules.rack("k1 k2 k3 r6"))}
    candidates = Candidates(rules).decision(where.state)
    assert {*candidates.plays} == plays


def test_too_many_candidates_are_cut_and_flagged() -> None:
    rules = ruleset("sabra")
    rack = "k1 k2 k3 k4 k5 k6 k7 r1 r2 r3 r4 r5 r6 r7 b1 b2"
    decision = Candidates(rules).decision(position(rules, "", rack).state)

    assert decision.overflow
    assert decision.mask.sum() == CANDIDATES
    assert decision.plays[0] == max(decision.plays, key=len)
    assert len(decision.plays[-1]) == 3
    assert all(len(a) >= len(b) for a, b in zip(decision.plays, decision.plays[1:], strict=False))


@each("name", ["sabra", "rummikub"])
def test_a_large_rack_without_jokers_is_listed_whole(name: str) -> None:
    rules = ruleset(name)
    rack = "k1 k3 k5 k7 k9 k11 k13 r2 r4 r6 r8 r10 r12 b1 b3 b6 b9 b12 o5"
    where = position(rules, "b2 r2 o2 / k10 b10 o10 / r13 b13 o13", rack, turn=12, since=2)

    decision = Candidates(rules).decision(where.state)

    assert not decision.overflow
    assert {*decision.plays} == {*rack_sets(rules, where.state)}
    assert len(decision.plays) > 2


def test_a_candidate_is_described_by_its_row() -> None:
    rules = ruleset("sabra")
    coded = Candidates(rules)
    decision = coded.decision(position(rules, "r3 r4 r5", "r6 k1").state)

    named = [dict(zip(coded.columns, row, strict=True)) for row in decision.candidates[:2].tolist()]

    assert numbers(decision) == [0, 1]
    assert [what for what in FEATURES if named[0][what]] == ["draw", "left"]
    assert {name: n for name, n in named[1].items() if n} == {
        "r6": 1,
        "play": 1,
        "left": 1,
        "points": 6,
    }
