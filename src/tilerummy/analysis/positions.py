"""Checks arguments and the mover's actions, and computes the view after a play or a draw."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.arguments import check_argument
from tilerummy.melds import Table
from tilerummy.rules import Ruleset, faults
from tilerummy.rules.arguments import check_arguments as asked_of_rules
from tilerummy.rules.judging.faults import from_face_up
from tilerummy.solver import Objective
from tilerummy.state import (
    Action,
    Drew,
    Moved,
    Phase,
    Play,
    Played,
    Source,
    State,
    apply,
    fold,
)
from tilerummy.tiles import HIDDEN, Tile


def check_arguments(
    rules: Ruleset | str, view: State, objective: Objective = Objective.TILES
) -> Ruleset:
    """Check the arguments and return *rules*, parsed if they are given as text.

    Raises TypeError if an argument has the wrong type, and ValueError if the rack is face down.
    """
    read = asked_of_rules(rules, view)
    check_argument(objective, Objective, "an objective is Objective.TILES or Objective.POINTS")
    if view.mover.rack[-1:] == (HIDDEN,):  # sorts last
        raise ValueError(
            f"the rack of the seat to move, {view.to_move}, is face down: pass the view of that"
            f" seat, conceal(state, {view.to_move})"
        )
    return read


def is_legal(rules: Ruleset, view: State, action: Action) -> bool:
    """Return whether *action* is legal for the mover of *view* now."""
    return not any(faults(rules, view, action))


def may_play(rules: Ruleset, view: State) -> bool:
    """Return whether the mover has a tile left to play and the phase of the turn allows a play."""
    if rules.turn.after(view.phase, _ANY_PLAY) is None or not view.mover.rack:
        return False
    return rules.opening.same_turn or view.mover.opened != view.turn


_ANY_PLAY = Play(Table(), Table())


def after_play(view: State, play: Play) -> State:
    """Return *view* after a legal *play*. The turn continues even if the rack is empty."""
    free = from_face_up(view, play.placed)
    after = apply(view, Played(view.to_move, play.lift, play.lay, play.placed - free, free))
    return replace(after, phase=Phase.MORE) if view.phase is Phase.ACT else after


def after_table(rules: Ruleset, view: State, table: Table) -> State | None:
    """Return *view* after the play that leaves *table*.

    Returns None if the play is illegal, or if it empties the rack and therefore allows no further
    play.
    """
    play = Play.between(view.table, table)
    if not is_legal(rules, view, play) or not view.mover.rack - play.placed:
        return None
    return after_play(view, play)


def after_draw(view: State, source: Source, tile: Tile) -> State:
    """Return *view* after the mover draws *tile* from *source* and the melding phase begins."""
    return fold((Drew(view.to_move, source, (tile,)), Moved(view.to_move, Phase.MELD)), view)
