"""From one play of a turn to the next."""

from __future__ import annotations

from tilerummy.melds import Table
from tilerummy.rules import Ruleset, faults
from tilerummy.rules.facts import played
from tilerummy.state import Play, State, fold


def may_play(rules: Ruleset, view: State) -> bool:
    """Return whether a play has a place in this moment of the turn."""
    if rules.turn.after(view.phase, Play(Table(), Table())) is None:
        return False
    return rules.opening.same_turn or view.mover.opened != view.turn


def after_play(rules: Ruleset, view: State, table: Table) -> State | None:
    """Return *view* after the play that leaves *table*.

    None if the play is not legal, or if no tile stays on the rack: then there is no more play.
    """
    play = Play.between(view.table, table)
    if any(faults(rules, view, play)) or not view.mover.rack - play.placed:
        return None
    return fold(played(rules, view, play), view)
