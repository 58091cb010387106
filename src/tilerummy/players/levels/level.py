"""Skill levels for computer players, and the players that they create."""

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
    """A level of computer players: its name, description and pace, and a policy per type of game.

    The policy ``manipulation`` is for games where a turn is either a play or a draw, and
    ``draw_discard`` is for games where players draw, meld and discard. ``milliseconds`` limits the
    time per turn while other players are waiting. ``pace`` is the apparent thinking time relative
    to the usual one. ``needs_history`` is True if the policies use the events of past turns.
    ``repeats(rules, seats)`` returns True if this level plays such games exactly like the level
    below it.

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
        """Return a new player at this level."""
        return BuiltinPlayer(self, rng, milliseconds)

    def policy(self, rules: Ruleset) -> Policy:
        """Return the level's policy for these rules."""
        return self.draw_discard if rules.draws_and_discards else self.manipulation


@dataclass(frozen=True, slots=True)
class BuiltinPlayer:
    """A computer player at a *level*. All its random numbers come from *rng*.

    It chooses the entire turn in a single call. If the turn starts with a draw, it chooses the draw
    first and the rest in a second call. *milliseconds* limits the time per turn. Without a limit,
    the same random numbers and the same views lead to the same choices.
    """

    level: Level
    rng: Random
    milliseconds: float | None

    @property
    def name(self) -> str:
        """The level's name."""
        return self.level.name

    @property
    def about(self) -> str:
        """A description of the level, in one sentence."""
        return self.level.about

    @property
    def needs_history(self) -> bool:
        """True if the player needs to receive the round's events."""
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
        """Return the actions for the rest of *seat*'s turn, or only its draw if that comes first.

        The actions are the best ones found before the *deadline*, which defaults to the player's
        own time limit. *history* contains the round's past events as the seat could see them:
        ``redact(event, seat)`` for each event.
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
        """Return the decision that :meth:`choose` makes: its actions, and the reason for them."""
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
