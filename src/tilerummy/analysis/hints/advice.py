"""Hints for every phase of a turn in every game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce

from tilerummy.analysis.best_plays.answer import NOTHING, Best
from tilerummy.analysis.explanations.explain import explain
from tilerummy.analysis.explanations.steps import Steps
from tilerummy.analysis.hints.discards import DiscardReason, best_discard, discard_reason
from tilerummy.analysis.positions import after_draw, after_play, check_arguments, is_legal
from tilerummy.analysis.turns.best_turn import best_turn, made_of
from tilerummy.analysis.turns.turn_for import turn_for
from tilerummy.analysis.turns.winning import best_ending, going_out
from tilerummy.deadline import NEVER, Deadline
from tilerummy.rules import Ruleset
from tilerummy.rules.closed_hands.hands import Recognised
from tilerummy.rules.judging.endings import recognised
from tilerummy.state import (
    Action,
    Declare,
    Discard,
    Draw,
    GoOut,
    Pass,
    Phase,
    Play,
    Source,
    State,
)
from tilerummy.tiles import JOKER, Rack, Tile

_NO_STEPS = Steps()

_PLAYS = 0.7
"""The share of the time for finding plays. The remaining time is for explaining them."""

_SEARCH = 0.6
"""The share of the remaining time for finding plays that each search may take."""

JOKER_WORTH = 2
"""How many other tiles a hint for an initial meld leaves on the rack to keep one joker there."""


class Advice(StrEnum):
    """The recommended action. Its value is a stable code."""

    PLAY = "play"
    """Make plays."""
    DRAW = "draw"
    """Draw from the pool instead of making a play. This ends the turn."""
    BEGIN = "begin"
    """Draw from the pool at the beginning of the turn."""
    TAKE = "take"
    """Take the previous player's discard, then make plays with it."""
    DISCARD = "discard"
    """Discard a tile."""
    DECLARE = "declare"
    """Declare a closed hand."""
    GO_OUT = "go_out"
    """Draw the trump and win with it."""
    PASS = "pass"
    """End the turn."""
    WAIT = "wait"
    """Do nothing. There is nothing to recommend."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """The best actions of the seat to move, and how to carry them out.

    The referee accepts ``actions`` one after the other. They end the turn, unless its continuation
    depends on a draw. ``best`` contains the plays among the actions. In games with manipulation,
    ``turn_for`` finds plays that lead to their last table. ``tiles`` are the rack tiles that these
    plays lay, or the tiles of a closed ``hand``. ``steps`` explains how to make the plays by hand.
    ``opens`` is True if the actions include the initial meld, ``more`` if something was played
    earlier in this turn, and ``out`` if the actions end the round. ``why`` is the reason for a
    discard without plays. If time runs out, ``best`` and
    ``steps`` show which results are unproven. ``best.proven`` is also False if the hint contains no
    play although one may exist, or if a better turn cannot be found from its last table.

    >>> from tilerummy import hint, read_state
    >>> advice = hint("sabra", read_state("table r3 r4 r5 | rack r6 r7 k1"))
    >>> advice.advice.value, advice.best.placed
    ('play', r6 r7)
    """

    advice: Advice
    actions: tuple[Action, ...] = ()
    best: Best = NOTHING
    tiles: Rack = Rack()
    steps: Steps = _NO_STEPS
    hand: Recognised | None = None
    opens: bool = False
    more: bool = False
    out: bool = False
    why: DiscardReason | None = None

    @property
    def playable(self) -> bool:
        """True if a play is recommended."""
        return bool(self.best)

    @property
    def discard(self) -> Tile | None:
        """The tile to discard at the end of the turn, or None."""
        match self.actions[-1:]:
            case (Discard(tile),) | (Declare(tile),) | (GoOut(_, tile),):
                return tile
        return None


def hint(rules: Ruleset | str, view: State, *, deadline: Deadline = NEVER) -> Hint:
    """Return the best actions for the mover of *view*, in any phase.

    The hint ends the round with the most points if possible; otherwise it lays the most tiles. An
    initial meld in a game with manipulation is an exception, because jokers are valuable: the hint
    opens without jokers from the rack if that costs at most ``JOKER_WORTH`` other tiles per joker.
    Equal views lead to equal hints unless a *deadline* cuts the search short.

    >>> from tilerummy import hint, read_state
    >>> advice = hint("sabra", read_state("table r3 r4 r5 | rack r6 r7 k1"))
    >>> advice.actions[0]
    Play(lift=r3 r4 r5, lay=r3 r4 r5 r6 r7)
    """
    rules = check_arguments(rules, view)
    match view.phase:
        case Phase.ACT | Phase.MORE:
            return _acting(rules, view, deadline)
        case Phase.DRAW:
            return _drawing(rules, view, deadline)
        case Phase.MELD:
            return _melding(rules, view, deadline)
        case _:
            return Hint(advice=Advice.WAIT)


def _acting(rules: Ruleset, view: State, deadline: Deadline) -> Hint:
    """Return the hint for a game with manipulation: the plays to make, or to draw or pass."""
    more = view.phase is Phase.MORE
    plays = deadline.share(_PLAYS)
    best = best_turn(rules, view, deadline=plays.share(_SEARCH))
    if best:
        if view.mover.opened is None:
            best = _sparing_jokers(rules, view, best, plays.share(_SEARCH))
        best = _found_again(rules, view, best, plays)
        out = not view.mover.rack - best.placed
        last = () if out else (Pass(),)
        return replace(_playing(rules, view, best, last, deadline), more=more, out=out)
    if more or not view.pool:
        return Hint(advice=Advice.PASS, actions=(Pass(),), best=best, more=more)
    opens = view.mover.opened is None
    return Hint(advice=Advice.DRAW, actions=(Draw(),), best=best, opens=opens)


def _sparing_jokers(rules: Ruleset, view: State, best: Best, deadline: Deadline) -> Best:
    """Return the best opening without jokers from the rack, or *best* if that costs too many tiles.

    An opening that ends the round is returned unchanged.
    """
    jokers = best.placed.count(JOKER)
    if not jokers or not view.mover.rack - best.placed:
        return best
    spare = Rack(tile for tile in view.mover.rack if tile == JOKER)
    keeping = view.with_seat(view.to_move, replace(view.mover, rack=view.mover.rack - spare))
    without = best_turn(rules, keeping, deadline=deadline)
    fewer = len(best.placed) - jokers - len(without.placed)
    return without if without and fewer <= JOKER_WORTH * jokers else best


def _found_again(rules: Ruleset, view: State, best: Best, deadline: Deadline) -> Best:
    """Return *best* without its last plays if ``turn_for`` would not find it from its last table.

    Most players show only the last table, so they could not carry out such a turn.
    """
    while len(best.plays) > 1 and not turn_for(rules, view, best.tables[-1], deadline=deadline):
        fewer = made_of(rules, view, best.plays[:-1])
        best = replace(fewer, proven=False, tidy=False)
    return best


def _playing(
    rules: Ruleset, view: State, best: Best, last: tuple[Action, ...], deadline: Deadline
) -> Hint:
    steps = explain(
        view.table,
        *best.tables,
        face_up=best.placed - view.mover.rack,
        law=rules.table.jokers,
        tiles=rules.tiles,
        deadline=deadline,
    )
    return Hint(
        advice=Advice.PLAY,
        actions=(*best.plays, *last),
        best=best,
        tiles=view.mover.rack & best.placed,
        steps=steps,
        opens=view.mover.opened is None,
    )


def _melding(rules: Ruleset, view: State, deadline: Deadline) -> Hint:
    """Return the hint that ends the round if possible, and otherwise melds and discards."""
    plays = deadline.share(_PLAYS)
    best = best_turn(rules, view, deadline=plays.share(_SEARCH))
    ending = best_ending(rules, view, best, deadline=plays.share(_SEARCH))
    if ending:
        return _ending(rules, view, ending, deadline)
    best = _found_again(rules, view, best, plays)
    after = reduce(after_play, best.plays, view)
    tile = best_discard(rules, after, deadline=deadline.share(0.5))
    if tile is None:  # nothing may be discarded
        return Hint(advice=Advice.WAIT)
    return _laying(rules, view, best, Discard(tile), deadline)


def _ending(rules: Ruleset, view: State, actions: tuple[Action, ...], deadline: Deadline) -> Hint:
    """Return the hint that ends the round with *actions*."""
    *plays, last = actions
    if isinstance(last, Declare):
        tiles = view.mover.rack - (last.discard,)
        hand = recognised(rules, view, tiles)
        return Hint(advice=Advice.DECLARE, actions=actions, tiles=tiles, hand=hand, out=True)
    assert isinstance(last, Discard)
    best = made_of(rules, view, tuple(play for play in plays if isinstance(play, Play)))
    return _laying(rules, view, best, last, deadline)


def _laying(rules: Ruleset, view: State, best: Best, last: Discard, deadline: Deadline) -> Hint:
    """Return the hint that makes the *best* plays and then discards."""
    out = len(view.mover.rack) - len(best.placed) == 1
    if best:
        playing = _playing(rules, view, best, (last,), deadline)
        return replace(playing, more=view.plays > 0, out=out)
    return Hint(
        advice=Advice.DISCARD,
        actions=(last,),
        best=best,
        tiles=Rack((last.tile,)),
        out=out,
        why=None if out else discard_reason(rules, view, last.tile, deadline=deadline),
    )


def _drawing(rules: Ruleset, view: State, deadline: Deadline) -> Hint:
    """Return the hint that goes out if possible, takes a discard that can be laid, or draws."""
    ending = going_out(rules, view, deadline=deadline.share(0.5))
    match ending:
        case (GoOut(plays, tile),):
            assert view.trump is not None
            then = after_draw(view, Source.TRUMP, view.trump)
            last = Discard(tile) if plays else Declare(tile)
            found = _ending(rules, then, (*plays, last), deadline)
            return replace(found, advice=Advice.GO_OUT, actions=ending)
        case (Draw() as take, *rest):
            tile = view.seats[view.previous].discards[-1]
            then = after_draw(view, Source.DISCARD, tile)
            found = _ending(rules, then, tuple(rest), deadline)
            return replace(found, advice=Advice.TAKE, actions=ending)
    take = Draw(Source.DISCARD)
    if is_legal(rules, view, take):
        tile = view.seats[view.previous].discards[-1]
        then = after_draw(view, Source.DISCARD, tile)
        taken = _melding(rules, then, deadline.share(_PLAYS))
        if taken.out or _is_worth_taking(rules, view, tile, taken.best, deadline):
            return replace(taken, advice=Advice.TAKE, actions=(take, *taken.actions))
    return Hint(advice=Advice.BEGIN, actions=(Draw(),))


def _is_worth_taking(
    rules: Ruleset, view: State, tile: Tile, taken: Best, deadline: Deadline
) -> bool:
    """Return whether the discard can be laid with a rack tile that would otherwise stay."""
    drawn = replace(view, phase=Phase.MELD, source=Source.POOL)
    without = best_turn(rules, drawn, tidy=False, deadline=deadline)
    return tile in taken.placed and len(taken.placed) > len(without.placed) + 1
