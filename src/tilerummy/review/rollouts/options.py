"""The options of a decision: the seat's choice, the reference policy's choice, and alternatives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from random import Random

from tilerummy.analysis import best_turn
from tilerummy.analysis.hints.discards import ranked_discards
from tilerummy.analysis.positions import after_play, is_legal
from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Table
from tilerummy.players.evaluation import candidates
from tilerummy.review.decision_points import DecisionPoint
from tilerummy.review.proven_errors import placed
from tilerummy.rules import Ruleset
from tilerummy.simulator import Policy, PolicyPlayer
from tilerummy.state import Action, Discard, Draw, Pass, Phase, Play, Source, State

MAX_OPTIONS = 7
"""The maximum number of options, including the seat's and the reference policy's choices."""

_DISCARDS = 3
"""The maximum number of different discards among the options."""

Actions = tuple[Action, ...]


def reference(rules: Ruleset) -> Policy:
    """Return the reference policy, which is used in all rollouts.

    It aims for closed hands in games that have them, and otherwise lays the most tiles. Every
    chance of winning assumes that the seat follows this policy for the rest of the round.
    """
    return Policy.HUNT if rules.closed_hands else Policy.SAVE_JOKERS


def reference_actions(rules: Ruleset, view: State) -> Actions:
    """Return the reference policy's actions for the rest of the turn."""
    return PolicyPlayer(reference(rules), Random(0)).choose(rules, view, view.to_move)


@dataclass(frozen=True, slots=True)
class DecisionOptions:
    """The options of a decision, without duplicates.

    ``chosen`` and ``reference`` are the indices of the seat's and the reference policy's choices.
    ``better`` is the index of an option that is proven to be better, or None if there is no proof.
    """

    actions: tuple[Actions, ...]
    chosen: int
    reference: int
    better: int | None = None

    def __len__(self) -> int:
        return len(self.actions)


def options(
    rules: Ruleset, point: DecisionPoint, better: Actions = (), *, deadline: Deadline = NEVER
) -> DecisionOptions:
    """Return the options at *point*, including the actions proven to be *better*, if any.

    If the seat did nothing, the reference policy's choice replaces its own.
    """
    view = point.view
    usual = reference_actions(rules, view)
    if rules.draws_and_discards:
        others = _discarding(rules, view, usual, deadline)
    else:
        others = iter(
            candidates(rules, view, limit=MAX_OPTIONS, every_set=False, deadline=deadline)
        )
    if view.phase is Phase.DRAW:
        usual, better = usual[:1], better[:1]
    found = [point.chosen or usual]
    for actions in (usual, better):
        if actions and not any(_is_same(view, actions, other) for other in found):
            found.append(actions)
    for actions in islice(others, MAX_OPTIONS):
        if not any(_places_same(view, actions, other) for other in found):
            found.append(actions)
    kept = found[:MAX_OPTIONS]
    return DecisionOptions(
        tuple(kept),
        chosen=0,
        reference=_place(view, usual, kept),
        better=_place(view, better, kept) if better else None,
    )


def _place(view: State, actions: Actions, found: Sequence[Actions]) -> int:
    """Return the index of the option that is equivalent to *actions*. There must be one."""
    return next(i for i, other in enumerate(found) if _is_same(view, actions, other))


def _is_same(view: State, one: Actions, other: Actions) -> bool:
    """Return whether two sequences of actions for a turn are equivalent."""
    return one == other or (
        _places_same(view, one, other) and _table(view, one) == _table(view, other)
    )


def _places_same(view: State, one: Actions, other: Actions) -> bool:
    """Return whether two sequences of actions lay the same tiles and end the turn the same way."""
    return placed(one) == placed(other) and _ending(view, one) == _ending(view, other)


def _ending(view: State, actions: Actions) -> Action | None:
    """Return the action that ends the turn, or None if a play does. Ignores a pass after plays."""
    last = actions[-1]
    over = isinstance(last, Play) or (isinstance(last, Pass) and len(actions) > 1)
    return None if over and view.phase is not Phase.MELD else last


def _table(view: State, actions: Actions) -> Table:
    plays = [action for action in actions if isinstance(action, Play)]
    return reduce(after_play, plays, view).table


def _discarding(
    rules: Ruleset, view: State, usual: Actions, deadline: Deadline
) -> Iterator[Actions]:
    """Yield further options for a turn in a draw-and-discard game."""
    if view.phase is Phase.DRAW:
        for source in (Source.POOL, Source.DISCARD):
            if is_legal(rules, view, Draw(source)):
                yield (Draw(source),)
        return
    best = best_turn(rules, view, tidy=False, deadline=deadline).plays
    layings: list[Sequence[Play]] = [[a for a in usual if isinstance(a, Play)]]
    layings += [each for each in (best, ()) if list(each) not in layings]
    for plays in layings:
        after = reduce(after_play, plays, view)
        for tile in islice(ranked_discards(rules, after), _DISCARDS):
            yield (*plays, Discard(tile))
