"""Custom players, which the tests pass to the arena as ``module:factory``."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tilerummy.rules import Ruleset
from tilerummy.state import Action, Discard, Draw, Pass, Phase, State


@dataclass(frozen=True, slots=True)
class Idle:
    """A player that never lays tiles: it draws, or passes if the pool is empty."""

    rng: Random
    name: str = "idle"
    about: str = "Never plays."

    def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
        """Return a draw or, if the pool is empty, a pass."""
        assert not rules.draws_and_discards
        assert seat == view.to_move
        return (Draw() if view.pool else Pass(),)


@dataclass(frozen=True, slots=True)
class Hasty:
    """A player that never melds: it draws, and then discards the first tile of its rack."""

    rng: Random
    name: str = "hasty"
    about: str = "Never melds."

    def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
        """Return a draw at the start of a turn, and then a discard."""
        assert rules.draws_and_discards
        assert seat == view.to_move
        return (Draw() if view.phase is Phase.DRAW else Discard(view.mover.rack[0]),)
