"""Questions to the referee, as JSON objects in and out: ``tilerummy referee`` without its lines."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tilerummy.protocol.json_lines import Answer, QuestionError
from tilerummy.protocol.positions import position
from tilerummy.protocol.question_fields import Asked
from tilerummy.protocol.scores import score
from tilerummy.rules import Reason, Refusal, Ruleset, faults
from tilerummy.rules.plays.faults import from_face_up
from tilerummy.rules.reasons import from_notation
from tilerummy.state import Action, Phase, Play, State
from tilerummy.state.notation import read_action, read_state
from tilerummy.tiles import NotationError

_KINDS = (
    "nothing is asked: a play has table, rack and play; an action state and action;"
    " a closed hand has hand; the score of a round score"
)


def answer(question: Mapping[str, object]) -> Answer:
    """Return the answer to *question*, without its id.

    Raises QuestionError for a question that cannot be answered.
    """
    asked = Asked(question)
    if "score" in asked:
        return score(asked.inner("score"))
    if "hand" in asked:
        return _hand(asked)
    if "state" in asked or "action" in asked:
        return _action(asked)
    if not any(name in asked for name in ("table", "rack", "play")):
        raise QuestionError(_KINDS)
    return _play(asked)


def _play(asked: Asked) -> Answer:
    """Answer whether a play is legal, from the tables before and after it."""
    rules, state = position(asked)
    wished = asked.text("play")
    try:
        after = rules.read_table(wished)
    except NotationError as error:
        return _refused(from_notation(error))
    told = _judged(rules, state, play := Play.between(state.table, after))
    if told.get("code") is Refusal.FREE_TILE_UNAVAILABLE and not state.released:
        free = from_face_up(state, play.placed)
        return {**told, "message": f"free tiles are not usable in this play: {free}"}
    return told


def _action(asked: Asked) -> Answer:
    """Answer whether an action is legal, both it and the position in notation."""
    rules = asked.ruleset()
    phase = Phase.MELD if rules.draws_and_discards else Phase.ACT
    state = asked.notation("state", partial(read_state, phase=phase), rules.tiles)
    seats = range(len(state.seats))
    seat = asked.number("seat", seats) if "seat" in asked.fields else None
    wished = asked.text("action")
    try:
        action = read_action(wished, rules.tiles)
    except NotationError as error:
        return _refused(from_notation(error))
    return _judged(rules, state, action, seat=seat)


def _judged(rules: Ruleset, state: State, action: Action, *, seat: int | None = None) -> Answer:
    reason = next(faults(rules, state, action, seat=seat), None)
    if reason is not None:
        return _refused(reason)
    if not isinstance(action, Play):
        return {"legal": True}
    placed = action.placed
    free = from_face_up(state, placed)
    left = state.mover.rack - (placed - free)
    told: Answer = {"legal": True, "played": str(placed), "rack": str(left)}
    return {**told, "free_used": str(free)} if rules.deal.free else told


def _refused(reason: Reason) -> Answer:
    return {"legal": False, "code": reason.code, "message": reason.message}


def _hand(asked: Asked) -> Answer:
    """Answer what fourteen tiles are worth as a closed hand."""
    rules = asked.ruleset("international")
    if not rules.closed_hands:
        raise asked.error("hand", f"{rules.name} has no closed hands; international has")
    from tilerummy.rules.closed_hands.hands import recognise

    try:
        hand = recognise(
            asked.rack("hand", rules.tiles),
            first_turn=asked.flag("first_turn", usual=False),
            dealt=asked.flag("dealt", usual=False),
            first_player=asked.flag("first_player", usual=False),
            tile_set=rules.tiles,
        )
    except ValueError as error:
        raise QuestionError(str(error)) from None
    if hand is None:
        return {"hand": None, "points": 0}
    row = hand.hand
    return {"hand": row.number, "name": row.name, "points": hand.points, "jokers": hand.jokers}
