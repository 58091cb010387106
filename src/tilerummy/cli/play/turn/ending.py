"""The actions that submit a turn, and what can be said of them before.

Every function that returns actions raises IllegalActionError if the referee refuses them, and
DraftError if there is nothing to submit.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.cli.play.draft.piles import DraftError
from tilerummy.cli.play.draft.submit import draft_faults, foul_for, is_foul, plays_for
from tilerummy.cli.play.turn.open_turn import OpenTurn, height
from tilerummy.cli.render.refusals import reason_sentence
from tilerummy.deadline import Deadline
from tilerummy.quoting import counted
from tilerummy.rules import IllegalActionError, decide_all, faults
from tilerummy.rules.judging.endings import recognised
from tilerummy.state import Action, Declare, Discard, Foul, GoOut, Pass, Phase, Play, fold
from tilerummy.tiles import Tile

SUBMIT_MS = 10_000
"""How long the plays of a turn that is submitted are searched for."""

STATUS_MS = 250
"""How long they are searched for to say in the status whether the turn can be submitted."""


def accepted(turn: OpenTurn, *actions: Action) -> tuple[Action, ...]:
    """Return *actions* if the referee accepts all of them, one after the other."""
    decide_all(turn.rules, turn.state, actions)
    return actions


def play_actions(turn: OpenTurn) -> tuple[Action, ...]:
    """Return the plays that submit the draft, after which the turn goes on."""
    if turn.rules.draws_and_discards and turn.draft.untouched:
        raise DraftError("Your turn ends with a discard: discard and a tile.")
    return accepted(turn, *_plays(turn, "Nothing is laid: lay something first."))


def done_actions(turn: OpenTurn, milliseconds: int = SUBMIT_MS) -> tuple[Action, ...]:
    """Return the plays that submit the draft and a pass, or a pass alone."""
    if turn.draft.untouched:
        if turn.state.phase is Phase.ACT and turn.state.pool:
            raise DraftError("You have laid nothing: draw, or lay something first.")
        return accepted(turn, Pass())
    nothing = "Your tiles are back where they were: draw, or lay something."
    actions = _plays(turn, nothing, milliseconds)
    if not isinstance(actions[-1], Foul) and not _ends_round(turn, actions):
        actions = (*actions, Pass())
    return accepted(turn, *actions)


def discard_actions(turn: OpenTurn, tile: Tile) -> tuple[Action, ...]:
    """Return the plays that submit the draft and the discard of *tile*."""
    return accepted(turn, *_with_discard(turn, _plays_to_discard(turn), tile))


def go_out_actions(turn: OpenTurn, tile: Tile) -> tuple[Action, ...]:
    """Return the actions that submit the draft and discard *tile*, if they end the round."""
    if turn.state.phase is Phase.DRAW and not turn.trying:
        raise DraftError("Write draw trump first: it joins your rack, and then you can lay.")
    actions = discard_actions(turn, tile)
    if not turn.trying and not _ends_round(turn, actions):
        after = fold(decide_all(turn.rules, turn.state, actions), turn.state)
        left = after.seats[turn.state.to_move].rack
        raise DraftError(f"That does not go out: {left} would be left.")
    return actions


def declare_actions(turn: OpenTurn, tile: Tile | None) -> tuple[Action, ...]:
    """Return the action that shows a closed hand and discards *tile*, or else the best one."""
    if not turn.draft.untouched:
        raise DraftError("A closed hand is shown from the rack: reset, then declare.")
    tile = tile or _best_discard(turn)
    return accepted(turn, GoOut((), tile) if turn.trying else Declare(tile))


def discardable(turn: OpenTurn) -> Tile | None:
    """Return the highest tile whose discard would submit the turn, None if there is none."""
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
    """Return whether done would submit the turn; always where illegal plays are penalised."""
    try:
        done_actions(turn, STATUS_MS)
    except (DraftError, IllegalActionError):
        return turn.penalised
    return True


def check_lines(turn: OpenTurn, names: tuple[str, ...]) -> Iterator[str]:
    """Yield whether the draft can be submitted."""
    if turn.draft.untouched:
        yield "Nothing has been changed yet."
        return
    if missing := draft_faults(turn.draft):
        yield from (reason_sentence(reason, names) for reason in missing)
        return
    if turn.penalised:
        yield "All piles are melds. Nobody tells more at this table: done is judged."
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


def _search(turn: OpenTurn, milliseconds: int = SUBMIT_MS) -> tuple[Play, ...]:
    """Return the plays that lead to the draft; none if it is the table as it was."""
    return plays_for(turn.rules, turn.judged, turn.draft, deadline=Deadline(milliseconds))


def _plays(turn: OpenTurn, nothing: str, milliseconds: int = SUBMIT_MS) -> tuple[Action, ...]:
    """Return the plays that lead to the draft, or the foul that declaring it is.

    Raises DraftError with the text *nothing* if it is the table as it was.
    """
    try:
        plays = _search(turn, milliseconds)
    except IllegalActionError:
        if turn.penalised and is_foul(turn.rules, turn.state, turn.draft):
            return (foul_for(turn.state, turn.draft),)
        raise
    if not plays:
        raise DraftError(nothing)
    return plays


def _plays_to_discard(turn: OpenTurn, milliseconds: int = SUBMIT_MS) -> tuple[Action, ...]:
    """Return the plays that a discard submits with it."""
    if turn.trying:
        return _search(turn, milliseconds)
    if turn.draft.untouched:
        return ()
    return _plays(turn, "Your tiles are back where they were.", milliseconds)


def _with_discard(turn: OpenTurn, plays: tuple[Action, ...], tile: Tile) -> tuple[Action, ...]:
    """Return *plays* and the discard of *tile*: one action if the trump is drawn with them."""
    if turn.trying:
        return (GoOut(tuple(play for play in plays if isinstance(play, Play)), tile),)
    return (*plays, Discard(tile))


def _ends_round(turn: OpenTurn, actions: tuple[Action, ...]) -> bool:
    return fold(decide_all(turn.rules, turn.state, actions), turn.state).phase is Phase.OVER


def _best_discard(turn: OpenTurn) -> Tile:
    """Return the tile whose discard makes the most valuable closed hand."""
    state = turn.judged
    worth = {}
    for tile in dict.fromkeys(state.mover.rack):
        if not any(faults(turn.rules, state, Declare(tile))):
            hand = recognised(turn.rules, state, state.mover.rack - (tile,))
            worth[tile] = hand.points if hand else 0
    if not worth and state.mover.opened is None:
        raise DraftError("Your tiles are no closed hand, whichever you discard. See hands.")
    if not worth:
        raise IllegalActionError(faults(turn.rules, state, Declare(turn.highest)))
    return max(worth, key=lambda t: worth[t])
