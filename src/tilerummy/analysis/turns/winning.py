"""Finds ways to end the round in this turn, by a closed hand or by going out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from tilerummy.analysis.best_plays.answer import Best
from tilerummy.analysis.best_plays.best import foot_tables, problem
from tilerummy.analysis.positions import after_draw, check_arguments, is_legal
from tilerummy.analysis.turns.best_turn import best_turn
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.rules import Ruleset, decide_all
from tilerummy.rules.closed_hands.hands import Recognised
from tilerummy.rules.judging.endings import recognised
from tilerummy.rules.rounds.scoring import points_ahead
from tilerummy.solver import Objective
from tilerummy.state import (
    Action,
    Declare,
    Discard,
    Draw,
    Ended,
    GoOut,
    Phase,
    Play,
    Source,
    State,
)
from tilerummy.state.state import with_seat
from tilerummy.tiles import HIDDEN, JOKER, Rack, Tile

Actions = tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class DeclarableHand:
    """A closed hand that can be declared now."""

    action: Declare
    hand: Recognised

    @property
    def points(self) -> int:
        """The points of the hand, doubled if the discard is a joker (S4 "a joker")."""
        return self.hand.points * (2 if self.action.discard == JOKER else 1)


def closed_hand(rules: Ruleset | str, view: State) -> DeclarableHand | None:
    """Return the most valuable closed hand that the mover of *view* can declare now, or None.

    >>> from tilerummy import read_state
    >>> from tilerummy.analysis import closed_hand
    >>> rack = "r1 r1 r2 r2 r3 r3 r4 r4 r5 r5 r6 r6 r7 r7 k13"
    >>> view = read_state(f"players 2 | opened no | turn 9 | phase meld | rack {rack}")
    >>> closed_hand("international", view).hand.hand.name
    'Little Wave single colour'
    """
    rules = check_arguments(rules, view)
    if not rules.closed_hands or view.phase is not Phase.MELD:
        return None
    best = None
    for tile in dict.fromkeys(view.mover.rack):
        hand = recognised(rules, view, view.mover.rack - [tile])
        if hand and is_legal(rules, view, Declare(tile)):
            found = DeclarableHand(Declare(tile), hand)
            if best is None or found.points > best.points:
                best = found
    return best


def going_out(rules: Ruleset | str, view: State, *, deadline: Deadline = NEVER) -> Actions:
    """Return actions that make the mover of *view* go out in this turn, or () if none are found.

    The result is the best-scoring way found. It may be a closed hand, a single play that melds all
    tiles but one, or several plays. The last discard follows if the rules require one. It is a
    joker if that doubles the score. Before the draw, the mover may also go out with the trump or
    the previous discard. An empty result is no proof: turns are searched as in ``best_turn``, and
    the *deadline* may have been too short.

    >>> from tilerummy import read_state
    >>> from tilerummy.analysis import going_out
    >>> going_out("sabra", read_state("table r3 r4 r5 | rack r6 r7"))
    (Play(lift=r3 r4 r5, lay=r3 r4 r5 r6 r7),)
    """
    rules = check_arguments(rules, view)
    return _best(rules, view, _ways_out(rules, view, deadline))


def out_with_trump(rules: Ruleset, view: State, *, deadline: Deadline = NEVER) -> GoOut | None:
    """Return the best-scoring way found to go out with the trump before drawing, or None."""
    ways = _with_trump(rules, view, deadline) if view.phase is Phase.DRAW else iter(())
    match _best(rules, view, ways):
        case (GoOut() as out,):
            return out
    return None


def best_ending(
    rules: Ruleset | str, view: State, best: Best | None = None, *, deadline: Deadline = NEVER
) -> Actions:
    """Return the actions found that end the round in this turn with the highest score.

    The actions may go out. If the pool is empty, every turn with a discard ends the round. The
    actions may then be such a turn that leaves as little as possible on the rack. *best* is the
    best turn, if it is already known.
    """
    rules = check_arguments(rules, view)
    ways = _ways_out(rules, view, deadline, best)
    if view.phase is Phase.MELD and _is_last_turn(rules, view):
        ways = chain(ways, _last_turns(rules, view, deadline))
    return _best(rules, view, ways)


def ends_round(rules: Ruleset, view: State, actions: Sequence[Action]) -> bool:
    """Return whether these legal *actions* of the mover of *view* end the round."""
    last = actions[-1]
    if isinstance(last, Declare | GoOut):
        return True
    if rules.draws_and_discards and not isinstance(last, Discard):
        return False
    if view.phase is not Phase.DRAW and isinstance(last, Discard) and _is_last_turn(rules, view):
        return True
    placed = sum(len(action.placed) for action in actions if isinstance(action, Play))
    drawn = int(isinstance(actions[0], Draw))
    return placed > 0 and placed + int(isinstance(last, Discard)) == len(view.mover.rack) + drawn


def ending_points(rules: Ruleset, view: State, actions: Sequence[Action]) -> float:
    """Return the mover's points minus the other seats' average, once *actions* end the round.

    A tile that the mover has not seen counts as a tile with a middle number.
    """
    state = view
    for number, seat in enumerate(view.seats):
        if HIDDEN in seat.rack:
            middle = Tile.of(rules.tiles.letters[0], rules.tiles.numbers // 2 + 1)
            known = Rack(middle if tile == HIDDEN else tile for tile in seat.rack)
            state = state.with_seat(number, with_seat(seat, rack=known))
    *_, ended = decide_all(rules, state, actions)
    assert isinstance(ended, Ended), "the round has ended"
    return points_ahead(rules.scoring, ended.scores, view.to_move)


def _best(rules: Ruleset, view: State, ways: Iterable[Actions]) -> Actions:
    """Return the best-scoring of several *ways* to end the round, or () if *ways* is empty."""
    found = [*ways]
    if len(found) < 2:
        return found[0] if found else ()
    return max(found, key=lambda actions: ending_points(rules, view, actions))


def _is_last_turn(rules: Ruleset, view: State) -> bool:
    return rules.empty_pool is None and not view.pool


def _ways_out(
    rules: Ruleset, view: State, deadline: Deadline, best: Best | None = None
) -> Iterator[Actions]:
    """Yield ways to go out, or only one way if all score the same.

    *best* is the best turn, if it is already known.
    """
    if view.phase is Phase.DRAW:
        yield from _after_draw(rules, view, deadline)
        return
    closed = closed_hand(rules, view)
    if closed is not None:
        yield (closed.action,)
    if best is None:
        best = best_turn(rules, view, deadline=deadline)
    left = view.mover.rack - best.placed
    if not rules.draws_and_discards:
        if best and not left:
            yield best.plays
        return
    if len(left) != 1 or not (best or is_legal(rules, view, Discard(left[0]))):
        return
    yield (*best.plays, Discard(left[0]))
    if not rules.tells_wins_apart:
        return
    jokers = Rack(tile for tile in view.mover.rack if tile == JOKER)
    if jokers and left != jokers:
        without = best_turn(rules, view, leave=jokers, deadline=deadline)
        if len(without.placed) == len(view.mover.rack) - 1:
            yield (*without.plays, Discard(JOKER))
    if rules.closed_hands and len(view.mover.rack) == rules.deal.tiles + 1:
        try:
            for table in foot_tables(rules, view, problem(rules, view), deadline):
                play = Play.between(view.table, table)
                yield (play, Discard((view.mover.rack - play.placed)[0]))
        except OutOfTimeError:
            return


def _after_draw(rules: Ruleset, view: State, deadline: Deadline) -> Iterator[Actions]:
    """Yield ways to go out after drawing the trump or the previous discard."""
    yield from _with_trump(rules, view, deadline.share(0.5))
    take = Draw(Source.DISCARD)
    if is_legal(rules, view, take):
        tile = view.seats[view.previous].discards[-1]
        then = after_draw(view, Source.DISCARD, tile)
        for actions in _ways_out(rules, then, deadline):
            yield (take, *actions)


def _with_trump(rules: Ruleset, view: State, deadline: Deadline) -> Iterator[tuple[GoOut]]:
    """Yield ways to go out with the trump."""
    if view.trump is None:
        return
    for actions in _ways_out(rules, after_draw(view, Source.TRUMP, view.trump), deadline):
        last = actions[-1]
        assert isinstance(last, Declare | Discard)
        tile = last.discard if isinstance(last, Declare) else last.tile
        out = GoOut(tuple(a for a in actions if isinstance(a, Play)), tile)
        if is_legal(rules, view, out):
            yield (out,)


def _last_turns(rules: Ruleset, view: State, deadline: Deadline) -> Iterator[Actions]:
    """Yield turns that end the round because the pool is empty."""
    rack = view.mover.rack
    may = [tile for tile in dict.fromkeys(rack) if is_legal(rules, view, Discard(tile))]
    for tile in may:
        yield (Discard(tile),)
    for tile in may:
        if deadline.is_over:
            return
        leave = Rack((tile,) * rack.count(tile))
        best = best_turn(rules, view, Objective.POINTS, leave=leave, tidy=False, deadline=deadline)
        if best:
            yield (*best.plays, Discard(tile))
