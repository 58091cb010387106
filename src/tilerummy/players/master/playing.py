"""A turn of the master."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.analysis import best_turn, problem
from tilerummy.analysis.positions import may_play
from tilerummy.players.decisions import Decision, Motive, Situation
from tilerummy.players.evaluation.aims import WIN, Aim
from tilerummy.players.evaluation.curated import MOST, candidates
from tilerummy.players.manipulation.expert import expert
from tilerummy.players.master.choosing import USUAL, Thinking, choose
from tilerummy.players.master.endgame import is_known, searched
from tilerummy.players.plays.upper_bound import bound
from tilerummy.simulator import can_simulate
from tilerummy.state import Play
from tilerummy.tiles import Rack

LATE = 3
"""With so many tiles of the pool for every player, or fewer, the master begins to think."""

FEW = 8
"""So many candidates are compared while there is a pool: those that come first say most."""

_OUT, _LISTING, _SEARCHING = 0.3, 0.2, 0.5
"""The parts of the time left for going out, for the candidates and for the exact search."""


@dataclass(frozen=True, slots=True)
class Master:
    """Draws until its whole rack can be laid at once, unless rollouts find something better.

    What counts is its *aim*. While the pool is large it just waits, as nothing else has ever been
    found to be better then; later it plays every candidate out in worlds that it may be in, and
    does what is better than waiting beyond doubt. In McGraw four tiles come with every draw, and
    one of several opponents goes out meanwhile: there it plays as an expert.
    """

    aim: Aim = WIN
    thinking: Thinking = USUAL

    def __call__(self, at: Situation) -> Decision:
        """Return the next actions and why they were chosen."""
        if at.rules.jokers_due and len(at.view.seats) > 2:
            return expert(at)
        out = _going_out(at)
        if out:
            return Decision(out, Motive.of("went_out"))
        listing = at.deadline.share(_LISTING)
        choices = candidates(at.rules, at.view, most=candidates_compared(at), deadline=listing)
        if len(choices) == 1:
            return Decision(choices[0], Motive.of("waited"))
        if is_known(at.view):
            best = searched(at.rules, at.view, choices, self.aim, at.deadline.share(_SEARCHING))
            if best is not None and best.sure and best.worth > 0:
                return Decision(choices[best.index], Motive.of("calculated"))
        if not can_simulate(at.rules):
            return expert(at)
        choice = choose(at, choices, self.aim, self.thinking)
        if choice.gain is None or choice.chance is None:
            return Decision(choices[0], Motive.of("waited"))
        n, more = round(100 * choice.chance.mean), round(100 * choice.gain.mean)
        return Decision(choices[choice.index], Motive.of("tried_out", n=n, more=more))


def candidates_compared(at: Situation) -> int:
    """Return how many candidates are compared: rounds that go on for long take long to play."""
    if len(at.view.pool) > LATE * len(at.view.seats):
        return 1
    return FEW if at.view.pool else MOST


def _going_out(at: Situation) -> tuple[Play, ...]:
    """Return plays of the whole rack, () if none are found in time."""
    rules, view = at.rules, at.view
    if not may_play(rules, view):
        return ()
    if bound(problem(rules, view), at.deadline.share(_OUT)).left != Rack():
        return ()
    best = best_turn(rules, view, tidy=False, deadline=at.deadline.share(_OUT))
    return best.plays if best.placed >= view.mover.rack else ()
