"""Hypothesis drives a round: any player, any action and any accident, in any order."""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from tests.laws.checks import LawChecker
from tests.support.examples import examples
from tests.support.random_actions import flawed_play, random_action
from tests.support.random_player import RandomPlayer, tried_play
from tests.support.random_rounds import Step

from tilerummy.rules import (
    PRESETS,
    IllegalActionError,
    Ruleset,
    begin,
    chance,
    decide,
    faults,
    ruleset,
)
from tilerummy.state import Action, Draw, Foul, Pass, Phase, Play, State, TimeOut, conceal, fold

SEEDS = st.integers(0, 2**32)


class RoundMachine(RuleBasedStateMachine):
    """A round; every rule of this state machine is something that a player may try."""

    ruleset: Ruleset
    state: State
    checker: LawChecker

    @initialize(
        name=st.sampled_from([*PRESETS]), strict=st.booleans(), seats=st.integers(1, 6), seed=SEEDS
    )
    def deal(self, *, name: str, strict: bool, seats: int, seed: int) -> None:
        """Deal the round of a preset, at a strict table if there is one."""
        can_be_strict = PRESETS[name].penalties is not None
        self.ruleset = ruleset(
            name, {"invalid_play": "penalty"} if strict and can_be_strict else {}
        )
        drawn = chance(
            self.ruleset.deal, self.ruleset.tiles, seats=seats, seed=seed.to_bytes(32, "big")
        )
        start = State.before_deal(seats)
        events = begin(self.ruleset, drawn, seats=seats)
        self.state = fold(events, start)
        self.checker = LawChecker(self.ruleset, seats)
        self.checker.check(Step(start, None, events, self.state))

    def happen(self, action: Action) -> None:
        """Apply a legal *action*, and check that its events break no law."""
        before = self.state
        events = decide(self.ruleset, before, action)
        self.state = fold(events, before)
        self.checker.check(Step(before, action, events, self.state))

    @property
    def running(self) -> bool:
        """True until the round ends."""
        return self.state.phase is not Phase.OVER

    @property
    def view(self) -> State:
        """The mover's view."""
        return conceal(self.state, self.state.to_move)

    @precondition(lambda self: self.running)
    @rule(seed=SEEDS, turns=st.integers(1, 12))
    def play_on(self, seed: int, turns: int) -> None:
        """A random player acts for all seats for a while."""
        player = RandomPlayer(Random(seed), patience=0.1, clock=False)
        for _ in range(turns):
            if self.running:
                for action in player.choose(self.ruleset, self.view, self.state.to_move):
                    self.happen(action)

    @precondition(lambda self: self.running)
    @rule(seed=SEEDS)
    def try_any_action(self, seed: int) -> None:
        """The mover tries any action; legal ones are applied."""
        action = random_action(self.ruleset, self.view, Random(seed))
        self.checker.judges(action)
        if not any(faults(self.ruleset, self.state, action)):
            self.happen(action)

    @precondition(lambda self: self.running)
    @rule()
    def end_the_turn(self) -> None:
        """The mover draws, otherwise passes."""
        for action in (Draw(), Pass()):
            if self.running and not any(faults(self.ruleset, self.state, action)):
                self.happen(action)
                return

    @precondition(lambda self: self.running)
    @rule(seed=SEEDS, disorder=st.booleans())
    def time_is_over(self, seed: int, *, disorder: bool) -> None:
        """The clock runs out while the working table may be illegal."""
        found = tried_play(self.ruleset, self.view, Random(seed), care=0.7)
        self.happen(TimeOut(None if disorder else (found[0],) if found else ()))

    @precondition(lambda self: self.running)
    @rule(seed=SEEDS)
    def foul(self, seed: int) -> None:
        """An illegal table is submitted; only a strict table penalises it."""
        play = flawed_play(self.ruleset, self.view, Random(seed))
        action = Foul(play)
        if not any(faults(self.ruleset, self.state, action)):
            assert any(faults(self.ruleset, self.state, play))
            before = self.state.turn
            self.happen(action)
            assert not self.running or self.state.turn != before
        self.refused_or_legal(play)

    def refused_or_legal(self, play: Play) -> None:
        """A refused play changes nothing, since values are immutable here."""
        if not self.running:
            return
        before = repr(self.state)
        try:
            decide(self.ruleset, self.state, play)
        except IllegalActionError:
            assert repr(self.state) == before

    @precondition(lambda self: not self.running)
    @rule(seed=SEEDS)
    def try_any_action_after_the_end(self, seed: int) -> None:
        """All actions are illegal after the end."""
        action = (
            random_action(self.ruleset, self.state, Random(seed))
            if self.state.mover.rack
            else Draw()
        )
        assert [r.code for r in faults(self.ruleset, self.state, action)] == ["game_over"]


RoundMachine.TestCase.settings = settings(max_examples=examples(25, 500), stateful_step_count=25)
TestRound = RoundMachine.TestCase
