"""Finds errors that can be proven without rollouts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce

from tilerummy.analysis import best_play, going_out, problem
from tilerummy.analysis.positions import after_play, is_legal
from tilerummy.analysis.solving import can_lay_off
from tilerummy.analysis.turns.winning import best_ending, ending_points, ends_round
from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import JokerLaw, JokerMelds
from tilerummy.review.decision_points import DecisionPoint
from tilerummy.rules import Ruleset
from tilerummy.rules.choices import TakeDiscard
from tilerummy.solver import Kind, empties
from tilerummy.state import Action, Declare, Discard, GoOut, Phase, Play, State
from tilerummy.tiles import Rack, Tile


class Code(StrEnum):
    """Codes for the reasons why another option was better. Catalogues have a text for each."""

    OUT_MISSED = "out_missed"
    SCORES_MORE = "scores_more"
    OPENING_MISSED = "opening_missed"
    DISCARD_WINS = "discard_wins"
    DRAW = "draw"
    PASS = "pass"
    HOLD = "hold"
    OPEN = "open"
    MORE = "more"
    FEWER = "fewer"
    KEEP_JOKER = "keep_joker"
    LAY_JOKER = "lay_joker"
    OTHER_TILES = "other_tiles"
    OTHER_TABLE = "other_table"
    DISCARD = "discard"
    TAKE = "take"
    NOT_TAKE = "not_take"


@dataclass(frozen=True, slots=True)
class ReviewReason:
    """The *code* of a reason, and the *tiles* that the reason concerns.

    ``count`` is the points of a missed opening, or the number of tiles laid too few or too many.
    """

    code: Code
    tiles: Rack = Rack()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """A proven fact about a decision: the better actions, and the reason why they are better.

    ``is_error`` is True if the decision loses the round or misses a chance to end it, regardless of
    the hidden tiles. Otherwise it is False: a missed opening, for example, may have been
    intentional.
    """

    reason: ReviewReason
    better: tuple[Action, ...]
    is_error: bool


def finding(rules: Ruleset, point: DecisionPoint, deadline: Deadline = NEVER) -> Finding | None:
    """Return a proven fact about a decision, or None if nothing can be proven."""
    view = point.view
    if point.clock:
        return None
    if point.left:
        won = _out(rules, view, deadline)
        return _out_missed(won) if won else None
    out = goes_out(view, point.chosen)
    if out or ends_round(rules, view, point.chosen):
        more = _scores_more(rules, point, deadline)
        if more and (out or not goes_out(view, more)):
            why = ReviewReason(Code.SCORES_MORE, placed(more) or Rack(_discarded(more)))
            return Finding(why, more, is_error=False)
        if out:
            return None
    won = _out(rules, view, deadline)
    if won and not (view.phase is Phase.DRAW and won[0] == point.chosen[0]):
        return _out_missed(won)
    if safe := _safe_discard(rules, point, deadline):
        last = point.chosen[-1]
        assert isinstance(last, Discard)
        better = (*point.chosen[:-1], Discard(safe))
        return Finding(ReviewReason(Code.DISCARD_WINS, Rack((last.tile,))), better, is_error=True)
    if _kept_closed(rules, point):
        best = best_play(rules, view, tidy=False, deadline=deadline)
        if best:
            why = ReviewReason(Code.OPENING_MISSED, best.placed, opening_points(best.plays))
            return Finding(why, best.plays, is_error=False)
    return None


def _out_missed(won: tuple[Action, ...]) -> Finding:
    return Finding(ReviewReason(Code.OUT_MISSED, placed(won)), won, is_error=True)


def _kept_closed(rules: Ruleset, point: DecisionPoint) -> bool:
    """Return whether the seat did not open in a game that does not reward waiting."""
    view = point.view
    closed = view.mover.opened is None and not placed(point.chosen)
    return closed and view.phase is not Phase.DRAW and not rules.closed_hands


def goes_out(view: State, actions: tuple[Action, ...]) -> bool:
    """Return whether *actions* end the round by emptying the mover's rack."""
    last = actions[-1]
    if isinstance(last, Declare | GoOut):
        return True
    if view.phase is Phase.DRAW:
        return False
    return len(view.mover.rack) - len(placed(actions)) == int(isinstance(last, Discard))


def _out(rules: Ruleset, view: State, deadline: Deadline) -> tuple[Action, ...]:
    """Return actions for the player to move to go out, or () if none were found."""
    may = view.phase is Phase.DRAW or _may_go_out(rules, view, deadline)
    return going_out(rules, view, deadline=deadline) if may else ()


def _scores_more(rules: Ruleset, point: DecisionPoint, deadline: Deadline) -> tuple[Action, ...]:
    """Return actions that end the round with more points than the seat's choice, or ()."""
    best = best_ending(rules, point.view, deadline=deadline)
    if not best:
        return ()
    more, had = (ending_points(rules, point.view, each) for each in (best, point.chosen))
    return best if more > had else ()


def _discarded(actions: tuple[Action, ...]) -> tuple[Tile, ...]:
    """Return the tile that these actions discard, or an empty tuple."""
    match actions[-1]:
        case Discard(tile) | Declare(tile) | GoOut(_, tile):
            return (tile,)
    return ()


def _may_go_out(rules: Ruleset, view: State, deadline: Deadline) -> bool:
    """Return False if the seat could not go out even if all jokers on the table were wild.

    This check is much faster than applying the actual rules for jokers.
    """
    if view.free or rules.closed_hands or not view.mover.rack:
        return True
    free = JokerLaw(melds=JokerMelds.FREE)
    question = replace(problem(rules, view), kind=Kind.REARRANGE, law=free, at_least=0, tidy=False)
    question = replace(question, rack=view.mover.rack, table=view.table)
    return empties(question, deadline=deadline) or deadline.is_over


def _safe_discard(rules: Ruleset, point: DecisionPoint, deadline: Deadline) -> Tile | None:
    """Return a safe tile if the chosen discard allows the next seat to win, otherwise None.

    This is the case if the next seat has opened and has one tile left: that seat would take the
    discard, lay it off, and discard its last tile. A tile that cannot be laid off is safe.
    """
    view, last = point.view, point.chosen[-1]
    following = view.seats[(view.to_move + 1) % len(view.seats)]
    takes = rules.take_discard is not TakeDiscard.NEVER
    if not isinstance(last, Discard) or not takes or len(following.rack) != 1:
        return None
    if following.opened is None:
        return None
    after = _after_plays(view, point.chosen)
    if not can_lay_off(rules, after.table, last.tile, deadline=deadline):
        return None
    for tile in dict.fromkeys(after.mover.rack):
        safe = not can_lay_off(rules, after.table, tile, deadline=deadline)
        if safe and is_legal(rules, after, Discard(tile)):
            return tile
    return None


def opening_points(actions: Iterable[Action]) -> int:
    """Return the points of the first play among these actions, which is an opening."""
    first = next(plays_of(actions))
    return first.lay.points - first.lift.points


def _after_plays(view: State, actions: tuple[Action, ...]) -> State:
    return reduce(after_play, (a for a in actions if isinstance(a, Play)), view)


def placed(actions: tuple[Action, ...]) -> Rack:
    """Return the rack tiles that these actions lay on the table."""
    return sum((play.placed for play in plays_of(actions)), Rack())


def plays_of(actions: Iterable[Action]) -> Iterator[Play]:
    """Yield the plays among these actions, including those made while going out with the trump.

    >>> from tilerummy import Draw, Pass, read_action
    >>> from tilerummy.review import plays_of
    >>> [*plays_of([read_action("play r3 r4 r5 => r3 r4 r5 r6"), Pass()])]
    [Play(lift=r3 r4 r5, lay=r3 r4 r5 r6)]
    """
    for action in actions:
        match action:
            case Play():
                yield action
            case GoOut(plays):
                yield from plays
            case _:
                pass
