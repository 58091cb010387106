"""Custom players, given as module:factory."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tilerummy.rules import Ruleset
from tilerummy.state import Action, Discard, Draw, Pass, Phase, State


@dataclass(frozen=True, slots=True)
class Idle:
    """Never plays."""

    rng: Random
    name: str = "idle"
    about: str = "Never plays."

    def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
        """Draw while there are tiles, otherwise pass."""
        assert not rules.draws_and_discards
        assert seat == view.to_move
        return (Draw() if view.pool else Pass(),)


@dataclass(frozen=True, slots=True)
class Hasty:
    """Draws and discards the first tile."""

    rng: Random
    name: str = "hasty"
    about: str = "Never melds."

    def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
        """Draw, then discard."""
        assert rules.draws_and_discards
        assert seat == view.to_move
        return (Draw() if view.phase is Phase.DRAW else Discard(view.mover.rack[0]),)
