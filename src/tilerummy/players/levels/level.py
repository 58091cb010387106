"""A level of computer players, and the player that it makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from tilerummy.analysis.solving import TURN_MILLISECONDS
from tilerummy.deadline import Deadline
from tilerummy.players.decisions import Decision, DecisionContext, Policy
from tilerummy.rules import Ruleset
from tilerummy.rules.options import as_ruleset
from tilerummy.state import Action, Event, State


def _nowhere(_rules: Ruleset, _seats: int) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A level of computer players: a name, a sentence, a pace, and a policy for each kind of game.

    ``manipulation`` plays the games in which a turn is to play or to draw, ``draw_discard`` those
    in which it is to draw, meld and discard. ``milliseconds`` are what a turn takes at most where
    others wait for it. ``pace`` is how long the player seems to think, as a multiple of the usual
    time. ``needs_history`` says that its policies look at the events of the round. ``repeats`` says
    in which games, with how many seats, it plays as the level below it.

    >>> from tilerummy.players import PLAYERS
    >>> PLAYERS["club"](Random(1)).name
    'club'
    """

    name: str
    about: str
    pace: float
    manipulation: Policy
    draw_discard: Policy
    milliseconds: float = TURN_MILLISECONDS
    needs_history: bool = False
    repeats: Callable[[Ruleset, int], bool] = _nowhere

    def __call__(self, rng: Random, milliseconds: float | None = None) -> BuiltinPlayer:
        """Return a new player of this level."""
        return BuiltinPlayer(self, rng, milliseconds)

    def policy(self, rules: Ruleset) -> Policy:
        """Return the level's policy for these rules."""
        return self.draw_discard if rules.draws_and_discards else self.manipulation


@dataclass(frozen=True, slots=True)
class BuiltinPlayer:
    """A computer player of a *level*; all its random numbers come from *rng*.

    It chooses a whole turn at once, after drawing where a turn begins with that. It takes at most
    *milliseconds* for it, or as long as it needs if that is None: then the same random numbers and
    the same views give the same choices.
    """

    level: Level
    rng: Random
    milliseconds: float | None

    @property
    def name(self) -> str:
        """The name of its level."""
        return self.level.name

    @property
    def about(self) -> str:
        """The level's description, in one sentence."""
        return self.level.about

    @property
    def needs_history(self) -> bool:
        """True if it needs the events of the round."""
        return self.level.needs_history

    def choose(
        self,
        rules: Ruleset | str,
        view: State,
        seat: int,
        *,
        history: Sequence[Event] = (),
        deadline: Deadline | None = None,
    ) -> tuple[Action, ...]:
        """Return the actions of the rest of the turn of *seat*, or its draw if that comes first.

        They are the best found before the *deadline*; the default is the time of the player.
        *history* are the events of the round as the seat could see them: ``redact(event, seat)``.
        """
        return self.decide(rules, view, seat, history=history, deadline=deadline).actions

    def decide(
        self,
        rules: Ruleset | str,
        view: State,
        seat: int,
        *,
        history: Sequence[Event] = (),
        deadline: Deadline | None = None,
    ) -> Decision:
        """Return the decision behind :meth:`choose`: the actions and the reason."""
        assert seat == view.to_move
        rules = as_ruleset(rules)
        return self.level.policy(rules)(
            DecisionContext(
                rules=rules,
                view=view,
                rng=self.rng,
                deadline=Deadline(self.milliseconds) if deadline is None else deadline,
                history=history,
            )
        )
