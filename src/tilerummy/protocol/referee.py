"""Answers questions to the referee: JSON objects in and out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tilerummy.protocol.json_lines import Answer, QuestionError
from tilerummy.protocol.positions import position
from tilerummy.protocol.question_fields import QuestionFields
from tilerummy.protocol.scores import score
from tilerummy.rules import Reason, Refusal, Ruleset, closed_hands, faults
from tilerummy.rules.judging.faults import from_face_up
from tilerummy.rules.reasons import from_notation
from tilerummy.state import Action, Phase, Play, State
from tilerummy.state.notation import read_action, read_state
from tilerummy.tiles import NotationError

_KINDS = (
    "nothing is fields: a play has table, rack and play; an action state and action;"
    " a closed hand has hand; the score of a round score"
)


def answer(question: Mapping[str, object]) -> Answer:
    """Return the answer to *question*, without its id.

    Raises QuestionError for a question that cannot be answered.
    """
    fields = QuestionFields(question)
    if "score" in fields:
        return score(fields.inner("score"))
    if "hand" in fields:
        return _hand(fields)
    if "state" in fields or "action" in fields:
        return _action(fields)
    if not any(name in fields for name in ("table", "rack", "play")):
        raise QuestionError(_KINDS)
    return _play(fields)


def _play(fields: QuestionFields) -> Answer:
    """Answer whether a play is legal, from the tables before and after it."""
    rules, state = position(fields)
    written = fields.text("play")
    try:
        after = rules.read_table(written)
    except NotationError as error:
        return _refused(from_notation(error))
    result = _judged(rules, state, play := Play.between(state.table, after))
    if result.get("code") is Refusal.FREE_TILE_UNAVAILABLE and not state.released:
        free = from_face_up(state, play.placed)
        return {**result, "message": f"free tiles are not usable in this play: {free}"}
    return result


def _action(fields: QuestionFields) -> Answer:
    """Answer whether an action is legal, both it and the position in notation."""
    rules = fields.ruleset()
    phase = Phase.MELD if rules.draws_and_discards else Phase.ACT
    state = fields.notation("state", partial(read_state, phase=phase), rules.tiles)
    seats = range(len(state.seats))
    seat = fields.number("seat", seats) if "seat" in fields.data else None
    written = fields.text("action")
    try:
        action = read_action(written, rules.tiles)
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
    result: Answer = {"legal": True, "played": str(placed), "rack": str(left)}
    return {**result, "free_used": str(free)} if rules.deal.free else result


def _refused(reason: Reason) -> Answer:
    return {"legal": False, "code": reason.code, "message": reason.message}


def _hand(fields: QuestionFields) -> Answer:
    """Answer what fourteen tiles are worth as a closed hand."""
    rules = fields.ruleset("international")
    if not rules.closed_hands:
        raise fields.error("hand", f"{rules.name} has no closed hands; international has")
    try:
        hand = closed_hands.recognise(
            fields.rack("hand", rules.tiles),
            first_turn=fields.flag("first_turn", default=False),
            dealt=fields.flag("dealt", default=False),
            first_player=fields.flag("first_player", default=False),
            tile_set=rules.tiles,
        )
    except ValueError as error:
        raise QuestionError(str(error)) from None
    if hand is None:
        return {"hand": None, "points": 0}
    row = hand.hand
    return {"hand": row.number, "name": row.name, "points": hand.points, "jokers": hand.jokers}
