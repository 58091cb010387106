"""What a turn looks like from within: the view after a play, after a draw, and its end."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.rules import Ruleset, faults
from tilerummy.rules.plays import from_free
from tilerummy.state import (
    Action,
    Draw,
    Drew,
    Moved,
    Pass,
    Phase,
    Play,
    Played,
    Source,
    State,
    apply,
)
from tilerummy.tiles import Tile


def legal(rules: Ruleset, view: State, action: Action) -> bool:
    """Return whether the mover of *view* may do that now."""
    return not any(faults(rules, view, action))


def may_play(rules: Ruleset, view: State) -> bool:
    """Return whether there is a tile left to play, and the rules let more be played now."""
    mover = view.mover
    return bool(mover.rack) and (rules.opening.same_turn or mover.opened != view.turn)


def after_play(view: State, play: Play) -> State:
    """Return the view after a legal *play*, the turn going on."""
    free = from_free(view, play.placed)
    event = Played(view.to_move, play.lift, play.lay, play.placed - free, free)
    phase = Phase.MORE if view.phase is Phase.ACT else view.phase
    return apply(apply(view, event), Moved(view.to_move, phase))


def after_draw(view: State, source: Source, tile: Tile) -> State:
    """Return the view after the mover drew that one *tile*, with melding next."""
    drawn = apply(view, Drew(view.to_move, source, (tile,)))
    return apply(drawn, Moved(view.to_move, Phase.MELD))


def end_of_turn(view: State, *, played: bool) -> Draw | Pass:
    """Return what ends a turn of playing or drawing."""
    played = played or view.phase is Phase.MORE
    return Pass() if played or not view.pool else Draw()


def others_tiles(view: State) -> Iterator[int]:
    """Yield how many tiles each of the others has, in playing order from the next."""
    seats = len(view.seats)
    for step in range(1, seats):
        yield len(view.seats[(view.to_move + step) % seats].rack)
