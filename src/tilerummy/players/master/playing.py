"""The master players, which choose their turns by rollouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilerummy.analysis import best_turn, problem
from tilerummy.analysis.positions import may_play
from tilerummy.analysis.turns.winning import going_out
from tilerummy.players.decisions import Decision, DecisionContext, Motive
from tilerummy.players.draw_discard.base import motive_of
from tilerummy.players.draw_discard.club import DrawDiscardClub
from tilerummy.players.evaluation.belief import belief
from tilerummy.players.evaluation.candidate_selection import MAX_CANDIDATES, candidates
from tilerummy.players.evaluation.utility import WIN, Utility
from tilerummy.players.manipulation.expert import expert, opening_pays, waiting_pays
from tilerummy.players.master import discarding
from tilerummy.players.master.choosing import OF_DISCARDS, USUAL, TestedChoice, Thinking, choose
from tilerummy.players.master.endgame import is_known, searched
from tilerummy.players.plays.upper_bound import bound
from tilerummy.simulator import Line, Policy, can_simulate
from tilerummy.state import Action, Draw, Phase
from tilerummy.tiles import Rack

LATE = 3
"""The master starts rollouts once the pool has at most this many tiles per player."""

FEW = 8
"""The maximum number of candidates to compare while the pool still has tiles."""

PORTFOLIO = (Policy.HOLD_BEFORE_OPENING, Policy.SAVE_JOKERS)
"""The policies to try for the turns after a candidate: to keep holding tiles back, or to stop."""

EMPTY_POOL = (Policy.MOST_TILES,)
"""The policies to try if the pool is empty. One is enough, because almost all play alike then."""

POINT, POINT_BY_KIND = Utility(point=1 / 60), WIN
"""Utilities for games with discards: a win counts 60 points, or 600 if closed hands score."""

_OUT, _LISTING, _SEARCHING, _LOOKING = 0.3, 0.2, 0.5, 0.15
"""Fractions of the remaining time: for going out, listing candidates, exact search, belief."""


@dataclass(frozen=True, slots=True)
class Master:
    """Rolls out the rest of the round, and deviates from the default turn if it is worthwhile.

    By default, the master draws until it can lay its entire rack in one turn. It maximises
    *utility*. While the pool is large it makes no rollouts and simply waits, because nothing better
    is known. In games that do not reward waiting, it plays like the expert, and it opens like the
    expert if the rules make that pay.
    """

    utility: Utility = WIN
    thinking: Thinking = USUAL

    def __call__(self, context: DecisionContext) -> Decision:
        """Return the actions to take and the reason for them."""
        if not waiting_pays(context.rules, len(context.view.seats)):
            return expert(context)
        if out := _going_out(context):
            return Decision(out, Motive.of("went_out"))
        seats = len(context.view.seats)
        if context.view.mover.opened is None and opening_pays(context.rules, seats):
            return expert(context)
        listing = context.deadline.share(_LISTING)
        choices = candidates(
            context.rules, context.view, limit=candidates_compared(context), deadline=listing
        )
        if len(choices) == 1:
            return Decision(choices[0], Motive.of("waited"))
        if is_known(context.view):
            best = searched(
                context.rules,
                context.view,
                choices,
                self.utility,
                context.deadline.share(_SEARCHING),
            )
            if best is not None and best.sure and best.value > 0:
                return Decision(choices[best.index], Motive.of("calculated"))
        if not can_simulate(context.rules):
            return expert(context)
        policies = PORTFOLIO if context.view.pool else EMPTY_POOL
        lines = [Line(actions, policy) for actions in choices for policy in policies]
        choice = _choose(context, lines, self.utility, self.thinking)
        return _decision(lines, choice, Motive.of("waited"))


@dataclass(frozen=True, slots=True)
class DiscardingMaster:
    """The master for games with discards, whose default turn follows the policy ``HUNT``."""

    thinking: Thinking = OF_DISCARDS

    def __call__(self, context: DecisionContext) -> Decision:
        """Return the draw, or the rest of the turn after the draw, with the reason for it."""
        rules, view = context.rules, context.view
        out = going_out(rules, view, deadline=context.deadline.share(_OUT))
        if out and view.phase is Phase.DRAW and isinstance(out[0], Draw):
            out = out[:1]
        if out:
            return Decision(out, motive_of(view, out))
        if not can_simulate(rules):
            return DrawDiscardClub()(context)
        lines = discarding.lines(context)
        utility = POINT_BY_KIND if rules.tells_wins_apart else POINT
        choice = _choose(context, lines, utility, self.thinking)
        return _decision(lines, choice, motive_of(view, lines[0].actions))


def _choose(
    context: DecisionContext, lines: Sequence[Line], utility: Utility, thinking: Thinking
) -> TestedChoice:
    looking = context.deadline.share(_LOOKING)
    worlds = belief(context.rules, context.view, context.history, rng=context.rng, deadline=looking)
    return choose(context, lines, worlds, utility, thinking)


def _decision(lines: Sequence[Line], choice: TestedChoice, usual: Motive) -> Decision:
    actions = lines[choice.index].actions
    if choice.gain is None or choice.chance is None:
        return Decision(actions, usual)
    n, more = round(100 * choice.chance.mean), round(100 * choice.gain.mean)
    return Decision(actions, Motive.of("tried_out", n=n, more=more))


def candidates_compared(context: DecisionContext) -> int:
    """Return the maximum number of candidates to compare, which grows as the pool shrinks.

    The master compares nothing while the pool is large.
    """
    if len(context.view.pool) > LATE * len(context.view.seats):
        return 1
    return FEW if context.view.pool else MAX_CANDIDATES


def _going_out(context: DecisionContext) -> tuple[Action, ...]:
    """Return actions that empty the rack, or () if none were found in time."""
    rules, view = context.rules, context.view
    if not may_play(rules, view):
        return ()
    if bound(problem(rules, view), context.deadline.share(_OUT)).left != Rack():
        return ()
    best = best_turn(rules, view, tidy=False, deadline=context.deadline.share(_OUT))
    return best.plays if best.placed >= view.mover.rack else ()
