"""Winning in this turn: a closed hand that can be declared, and plays that end the round."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.analysis.arguments import check_arguments
from tilerummy.analysis.positions import is_legal
from tilerummy.analysis.turns.best_turn import best_turn
from tilerummy.deadline import NEVER, Deadline
from tilerummy.rules import Ruleset
from tilerummy.rules.closed_hands.hands import Recognised
from tilerummy.rules.judging.endings import recognised
from tilerummy.state import Action, Declare, Discard, Phase, State
from tilerummy.tiles import JOKER


@dataclass(frozen=True, slots=True)
class DeclarableHand:
    """A closed hand that can be declared now, and what it is worth."""

    action: Declare
    hand: Recognised


def closed_hand(rules: Ruleset, view: State) -> DeclarableHand | None:
    """Return the closed hand worth most that the mover of *view* can declare now, if there is one.

    A joker left to be discarded doubles what it is worth: S4 "a joker".

    Needs a view in which the mover's rack is known.
    """
    check_arguments(rules, view)
    if not rules.closed_hands or view.phase is not Phase.MELD:
        return None
    best, most = None, 0
    for tile in dict.fromkeys(view.mover.rack):
        hand = recognised(rules, view, view.mover.rack - [tile])
        if hand and is_legal(rules, view, Declare(tile)):
            worth = hand.points * (2 if tile == JOKER else 1)
            if worth > most:
                best, most = DeclarableHand(Declare(tile), hand), worth
    return best


def going_out(rules: Ruleset, view: State, *, deadline: Deadline = NEVER) -> tuple[Action, ...]:
    """Return actions by which the mover of *view* ends the round in this turn, if any are found.

    A closed hand comes first, as no other win is worth more; else plays are made, and the last tile
    is discarded where a turn ends so. What ``best_turn`` proves is proven here: without actions
    there may still be some for which the *deadline* left no time. Going out with the trump is not
    searched for.

    Needs a view in which the mover's rack is known.
    """
    closed = closed_hand(rules, view)
    if closed is not None:
        return (closed.action,)
    best = best_turn(rules, view, deadline=deadline)
    left = view.mover.rack - best.placed
    if not rules.draws_and_discards:
        return best.plays if not left else ()
    if len(left) != 1:
        return ()
    last = Discard(left[0])
    return (*best.plays, last) if best or is_legal(rules, view, last) else ()
