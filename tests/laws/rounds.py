"""Random rounds for laws: the same few in a short run, new ones in a long run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from hypothesis import strategies as st
from tests.support.examples import LONG, examples
from tests.support.random_rounds import Step, random_round

from tilerummy.rules import PRESETS, Ruleset
from tilerummy.state import Event, State, conceal

SEEDS = examples(6, 1000)
"""The number of seeds, one for each number of players in a short run."""


FAMILIES = ("sabra", "rummikub", "mcgraw", "american", "international")
"""A preset of every family."""
GAMES = tuple(
    (name, seed)
    for number, name in enumerate(PRESETS)
    for seed in range(SEEDS)
    if LONG or name in FAMILIES or seed == number % SEEDS
)
"""Presets with seeds: in a short run all seeds for these presets, one for the rest."""


@lru_cache(maxsize=64)
def _steps(name: str, seed: int) -> tuple[Step, ...]:
    return tuple(random_round(PRESETS[name], 1 + seed % 6, seed))


@dataclass(frozen=True, slots=True)
class Round:
    """The complete random round that a preset's name and a seed determine."""

    name: str
    seed: int

    @property
    def rules(self) -> Ruleset:
        """The preset's ruleset."""
        return PRESETS[self.name]

    @property
    def seats(self) -> int:
        """The number of players."""
        return 1 + self.seed % 6

    @property
    def steps(self) -> tuple[Step, ...]:
        """The deal, followed by every action with its events."""
        return _steps(self.name, self.seed)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of the round, including the deal's."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def end(self) -> State:
        """The state after the round."""
        return self.steps[-1].after


@dataclass(frozen=True, slots=True)
class Moment:
    """A position in a random round before its end, and a seed for more random numbers."""

    round: Round
    index: int
    seed: int

    @property
    def rng(self) -> Random:
        """A new generator of random numbers, seeded with ``seed``."""
        return Random(self.seed)

    @property
    def rules(self) -> Ruleset:
        """The ruleset of the round."""
        return self.round.rules

    @property
    def state(self) -> State:
        """The position."""
        return self.round.steps[self.index].after

    @property
    def view(self) -> State:
        """The position as the mover sees it."""
        return conceal(self.state, self.state.to_move)

    @property
    def next(self) -> Step:
        """The step of the round that follows the position."""
        return self.round.steps[self.index + 1]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events so far."""
        return tuple(e for step in self.round.steps[: self.index + 1] for e in step.events)


def rounds() -> st.SearchStrategy[Round]:
    """Random rounds of every preset."""
    return st.sampled_from(GAMES).map(lambda game: Round(*game))


@st.composite
def moments(draw: st.DrawFn) -> Moment:
    """Positions in random rounds of every preset."""
    whole = draw(rounds())
    index = draw(st.integers(0, len(whole.steps) - 2))
    return Moment(whole, index, draw(st.integers(0, 2**16)))
