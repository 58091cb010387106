"""Finds the actions that submit a turn, and checks whether the turn can be submitted.

Functions that return actions raise IllegalActionError if the referee rejects the actions, and
DraftError if there is nothing to submit.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.analysis import turn_for
from tilerummy.cli.play.draft import Draft, DraftError, OpenTurn, height, read_pile, tile_of
from tilerummy.cli.render.event_text import reason_sentence
from tilerummy.deadline import Deadline
from tilerummy.melds import InvalidMeld, Pile
from tilerummy.message_text import counted
from tilerummy.rules import IllegalActionError, Reason, Refusal, decide_all, faults
from tilerummy.rules.judging.endings import recognised
from tilerummy.state import (
    Action,
    Declare,
    Discard,
    Foul,
    GoOut,
    NewDeal,
    Pass,
    Phase,
    Play,
    conceal,
    fold,
)
from tilerummy.tiles import Rack, Tile

SUBMIT_MS = 10_000
"""The time limit, in milliseconds, for finding the plays that submit a turn."""

STATUS_MS = 250
"""The time limit, in milliseconds, when the same search only updates the status line."""


def accepted(turn: OpenTurn, *actions: Action) -> tuple[Action, ...]:
    """Return *actions* if the referee accepts them in this order.

    Raises IllegalActionError otherwise.
    """
    decide_all(turn.rules, turn.state, actions)
    return actions


def play_actions(turn: OpenTurn) -> tuple[Action, ...]:
    """Return the plays that submit the draft without ending the turn."""
    if turn.rules.draws_and_discards and turn.draft.untouched:
        raise DraftError("Your turn ends with a discard: discard and a tile.")
    return accepted(turn, *_plays(turn, "You have laid nothing: lay something first."))


def done_actions(turn: OpenTurn, milliseconds: int = SUBMIT_MS) -> tuple[Action, ...]:
    """Return the plays that submit the draft, followed by a pass if the turn needs one to end."""
    if turn.draft.untouched:
        if turn.state.phase is Phase.ACT and turn.state.pool:
            raise DraftError("You have laid nothing: draw, or lay something first.")
        return accepted(turn, Pass())
    nothing = "Your tiles are back in place: draw, or lay something."
    actions = _plays(turn, nothing, milliseconds)
    if not isinstance(actions[-1], Foul) and not _ends_round(turn, actions):
        actions = (*actions, Pass())
    return accepted(turn, *actions)


def new_deal_actions(turn: OpenTurn) -> tuple[Action, ...]:
    """Return the action that requests a new deal."""
    if not turn.draft.untouched:
        raise DraftError("You have laid tiles: reset, then ask for a new deal.")
    return accepted(turn, NewDeal())


def discard_actions(turn: OpenTurn, tile: Tile) -> tuple[Action, ...]:
    """Return the plays that submit the draft, followed by the discard of *tile*."""
    return accepted(turn, *_with_discard(turn, _plays_to_discard(turn), tile))


def go_out_actions(turn: OpenTurn, tile: Tile) -> tuple[Action, ...]:
    """Return the actions that submit the draft and go out by discarding *tile*.

    Raises DraftError if these actions would not end the round.
    """
    if turn.state.phase is Phase.DRAW and not turn.trying:
        raise DraftError("Write draw trump first: it joins your rack, and then you can lay.")
    actions = discard_actions(turn, tile)
    if not turn.trying and not _ends_round(turn, actions):
        after = fold(decide_all(turn.rules, turn.state, actions), turn.state)
        left = after.seats[turn.state.to_move].rack
        raise DraftError(f"That does not go out: {left} would be left.")
    return actions


def declare_actions(turn: OpenTurn, tile: Tile | None) -> tuple[Action, ...]:
    """Return the action that declares a closed hand by discarding *tile*.

    If no *tile* is given, the discard that scores the most points is chosen.
    """
    if not turn.draft.untouched:
        raise DraftError("A closed hand is shown from the rack: reset, then declare.")
    tile = tile or _best_discard(turn)
    return accepted(turn, GoOut((), tile) if turn.trying else Declare(tile))


def discardable(turn: OpenTurn) -> Tile | None:
    """Return the highest tile that can be discarded to submit the turn, or None if none can."""
    try:
        plays = _plays_to_discard(turn, STATUS_MS)
    except (DraftError, IllegalActionError):
        return None
    for tile in sorted(set(turn.draft.rack), key=height, reverse=True):
        try:
            accepted(turn, *_with_discard(turn, plays, tile))
        except IllegalActionError:
            continue
        return tile
    return None


def can_be_done(turn: OpenTurn) -> bool:
    """Return whether ``done`` would submit the turn.

    If illegal plays are penalised, this is always True.
    """
    try:
        done_actions(turn, STATUS_MS)
    except (DraftError, IllegalActionError):
        return turn.penalised
    return True


def check_lines(turn: OpenTurn, names: tuple[str, ...]) -> Iterator[str]:
    """Yield lines that explain whether the draft can be submitted."""
    if turn.draft.untouched:
        yield "Nothing has been changed yet."
        return
    if missing := _draft_faults(turn.draft):
        yield from (reason_sentence(reason, names) for reason in missing)
        return
    if turn.penalised:
        yield "All piles are melds. At this table, only submitting shows whether the play is legal."
        return
    try:
        plays = _search(turn)
    except IllegalActionError as error:
        yield f"Not legal yet. {reason_sentence(error.reasons[0], names)}"
        return
    opens = turn.state.mover.opened is None and len(plays) == 2
    steps = f" in {len(plays)} plays" if len(plays) > 1 else ""
    steps = " as an opening and a play" if opens else steps
    yield f"Legal{steps}: {counted(len(turn.draft.placed), 'tile')} laid."


def _draft_faults(draft: Draft) -> tuple[Reason, ...]:
    """Return the reasons why *draft* is not a valid table: invalid melds and loose tiles."""
    reasons = []
    for number in draft.broken:
        pile = draft.pile(number)
        try:
            read_pile(pile, draft.tiles)
        except InvalidMeld as error:
            why = error.message.partition(" is ")[2]
            text = f"meld {number}, {' '.join(pile)}, is {why}"
            tiles = Rack(tile_of(w, draft.tiles) for w in pile)
            reasons.append(Reason(Refusal.INVALID_MELD, text, tiles))
    if draft.loose:
        text = f"loose tiles from the table must be laid again: {draft.loose}"
        reasons.append(Reason(Refusal.TABLE_TILE_MISSING, text, draft.loose))
    return tuple(reasons)


def _search(turn: OpenTurn, milliseconds: int = SUBMIT_MS) -> tuple[Play, ...]:
    """Return the shortest sequence of plays that leads to the draft.

    Returns () if the table is unchanged. Raises DraftError if the search runs out of time, and
    IllegalActionError if no plays lead there.
    """
    draft, state = turn.draft, turn.judged
    if missing := _draft_faults(draft):
        raise IllegalActionError(missing)
    if not draft.placed and draft.table == state.table:
        return ()
    view = conceal(state, state.to_move)
    found = turn_for(turn.rules, view, draft.table, deadline=Deadline(milliseconds))
    if not found and not found.proven:
        why = f" A single play may not: {found.reasons[0].message}." if found.reasons else ""
        raise DraftError(f"No plays leading there were found: submit fewer changes first.{why}")
    if not found:
        raise IllegalActionError(found.reasons)
    return found.plays


def _plays(turn: OpenTurn, nothing: str, milliseconds: int = SUBMIT_MS) -> tuple[Action, ...]:
    """Return the plays that lead to the draft, or a foul if the draft is illegal (RULES 2.3).

    Raises DraftError with the message *nothing* if the table is unchanged.
    """
    try:
        plays = _search(turn, milliseconds)
    except IllegalActionError:
        if turn.penalised and not any(faults(turn.rules, turn.state, foul := _foul(turn))):
            return (foul,)
        raise
    if not plays:
        raise DraftError(nothing)
    return plays


def _foul(turn: OpenTurn) -> Foul:
    """Return the action that submits the illegal draft and incurs the penalty."""
    draft = turn.draft
    piles = (Pile.of(draft.pile(number), draft.tiles) for number in draft.broken)
    return Foul(Play.between(turn.state.table, draft.table), tuple(sorted(piles, key=str)))


def _plays_to_discard(turn: OpenTurn, milliseconds: int = SUBMIT_MS) -> tuple[Action, ...]:
    """Return the plays to submit before a tile is discarded."""
    if turn.trying:
        return _search(turn, milliseconds)
    if turn.draft.untouched:
        return ()
    return _plays(turn, "Your tiles are back in place.", milliseconds)


def _with_discard(turn: OpenTurn, plays: tuple[Action, ...], tile: Tile) -> tuple[Action, ...]:
    """Return *plays* and the discard of *tile*, or one action that goes out with the trump."""
    if turn.trying:
        return (GoOut(tuple(play for play in plays if isinstance(play, Play)), tile),)
    return (*plays, Discard(tile))


def _ends_round(turn: OpenTurn, actions: tuple[Action, ...]) -> bool:
    return fold(decide_all(turn.rules, turn.state, actions), turn.state).phase is Phase.OVER


def _best_discard(turn: OpenTurn) -> Tile:
    """Return the tile to discard in order to declare the most valuable closed hand."""
    state = turn.judged
    points = {}
    for tile in dict.fromkeys(state.mover.rack):
        if not any(faults(turn.rules, state, Declare(tile))):
            hand = recognised(turn.rules, state, state.mover.rack - (tile,))
            points[tile] = hand.points if hand else 0
    if not points and state.mover.opened is None:
        raise DraftError(
            "Your tiles are not a closed hand with any discard. Type hands for a list."
        )
    if not points:
        raise IllegalActionError(faults(turn.rules, state, Declare(turn.highest)))
    return max(points, key=lambda t: points[t])
