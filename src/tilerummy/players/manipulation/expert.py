"""The expert: saves its jokers, and holds its last tiles back to lay them all at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from tilerummy.analysis.positions import after_play
from tilerummy.players.decisions import Decision, Motive, Situation
from tilerummy.players.manipulation.strong import (
    fewest_of_others,
    play_and_save_jokers,
    saves_jokers_unopened,
    strong,
)
from tilerummy.players.manipulation.turns import turn
from tilerummy.players.plays.most_tiles import plays_of_all
from tilerummy.rules import Ruleset
from tilerummy.solver import Objective
from tilerummy.state import Play, State


@dataclass(frozen=True, slots=True)
class Patience:
    """The limits of holding back.

    It holds tiles if at most ``left`` would remain on its rack, and every opponent has ``others``
    or more.
    """

    left: int
    others: int


FOR_TWO = Patience(left=8, others=5)
FOR_MORE = Patience(left=14, others=4)
"""With more players, someone else lays the awaited tile sooner, so holding back starts later."""
UNOPENED = 13
"""In two-player McGraw it delays its opening while the opponent has at least this many tiles."""


def expert(at: Situation) -> Decision:
    """Go out if it can; hold back the last tiles, while no opponent has few; or play as strong.

    What it lays would help all to go out, while the few tiles left fit nowhere so easily.
    """
    if not waiting_pays(at.rules, len(at.view.seats)):
        return strong(at)
    everything = plays_of_all(at)
    if everything:
        return turn(at, everything)
    if at.rules.jokers_due:
        return _where_jokers_are_due(at)
    decision = play_and_save_jokers(at)
    left = len(_after(at, decision).mover.rack)
    if _holds(at, left) and left < len(at.view.mover.rack):
        return turn(at, (), Motive.of("held", n=len(at.view.mover.rack) - left))
    return decision


def waiting_pays(rules: Ruleset, seats: int) -> bool:
    """Return whether holding tiles back until all can be laid together may pay.

    In McGraw four tiles come with every draw, and one of several opponents goes out meanwhile.
    """
    return not rules.jokers_due or seats == 2


def _where_jokers_are_due(at: Situation) -> Decision:
    """Wait with the opening, or play the most points: four tiles a draw are too many to hold."""
    if saves_jokers_unopened(at) and fewest_of_others(at.view) >= UNOPENED:
        return turn(at, (), Motive.of("waited"))
    return play_and_save_jokers(at, Objective.POINTS)


def _holds(at: Situation, left: int) -> bool:
    """Return whether it holds back what would leave so many tiles."""
    view = at.view
    patience = FOR_TWO if len(view.seats) == 2 else FOR_MORE
    early = bool(view.pool) and fewest_of_others(view) >= patience.others
    return early and view.mover.opened is not None and left <= patience.left


def _after(at: Situation, decision: Decision) -> State:
    plays = [action for action in decision.actions if isinstance(action, Play)]
    return reduce(after_play, plays, at.view)
