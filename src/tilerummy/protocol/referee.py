"""Answers questions to the referee: JSON objects in and out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from tilerummy.analysis import Turn, turn_for
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.jokers.reasons import from_notation
from tilerummy.melds import Table
from tilerummy.protocol.json_lines import Answer, QuestionError
from tilerummy.protocol.positions import flaws, position, warnings
from tilerummy.protocol.question_fields import QUESTION, QuestionFields
from tilerummy.protocol.scores import score
from tilerummy.rules import Reason, Refusal, Ruleset, closed_hands, faults
from tilerummy.rules.judging.faults import from_face_up
from tilerummy.rules.judging.problems import Flaw
from tilerummy.state import Action, Phase, Play, State
from tilerummy.state.notation import action_text, read_action, read_state, state_text
from tilerummy.tiles import NotationError, Rack
from tilerummy.words import is_notation

_KINDS = (
    "nothing is fields: a play has table, rack and play; an action state and action;"
    " a closed hand has hand; the score of a round score"
)

_NOT_KNOWN = (
    "no single play leads there, but whether several plays of one turn do is not known;"
    " ask about one play after the other"
)


def answer(question: Mapping[str, object]) -> Answer:
    """Return the answer to *question*, without its id.

    Raises QuestionError for a question that cannot be answered.
    """
    fields = QuestionFields(question)
    fields.check_names(QUESTION)
    told = _told(fields)
    return {**told, "read": fields.read} if fields.read else told


def _told(fields: QuestionFields) -> Answer:
    if "score" in fields:
        return score(fields.inner("score"))
    if "hand" in fields:
        return _hand(fields)
    if "state" in fields or "action" in fields:
        return _action(fields)
    if not any(name in fields for name in ("table", "rack", "play")):
        raise QuestionError(_KINDS)
    return judged_play(fields).answer


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """A question about a play or a turn with its answer, and every reason for a refusal.

    ``reasons`` are empty for a legal play, and if ``error`` says why the play could not be read.
    ``flaws`` are why the position cannot occur; the answer has them as ``warnings``.
    """

    rules: Ruleset
    written: str
    answer: Answer
    reasons: tuple[Reason, ...] = ()
    error: NotationError | None = None
    flaws: tuple[Flaw, ...] = ()


def judged_play(fields: QuestionFields, *, deadline: Deadline = NEVER) -> JudgedPlay:
    """Return whether a play is legal, or a whole turn, from the tables before and after it.

    Raises QuestionError for a question that cannot be answered, OutOfTimeError if the answer is
    not found by the *deadline*.
    """
    rules, state = position(fields)
    judged = _judged_play(fields, rules, state, deadline)
    found = flaws(fields, rules, state)
    return replace(judged, answer={**judged.answer, **warnings(found)}, flaws=found)


def _judged_play(
    fields: QuestionFields, rules: Ruleset, state: State, deadline: Deadline
) -> JudgedPlay:
    turn = fields.flag("turn", default=False)
    written = fields.table_text("play")
    try:
        after = rules.read_table(written)
    except NotationError as error:
        return JudgedPlay(rules, written, _refused(from_notation(error)), error=error)
    fields.note("play", written, str(after))
    found = _found(rules, state, after, turn=turn, deadline=deadline)
    if not found:
        refused = _refused(found.reasons[0])
        if refused["code"] is Refusal.FREE_TILE_UNAVAILABLE and not state.released:
            free = from_face_up(state, after.tiles - state.table.tiles)
            refused["message"] = f"free tiles are not usable in this play: {free}"
        return JudgedPlay(rules, written, refused, found.reasons)
    legal = _legal(rules, state, Rack(t for play in found.plays for t in play.placed))
    if turn:
        legal["plays"] = [*map(str, found.tables(state.table))]
    return JudgedPlay(rules, written, legal)


def _found(rules: Ruleset, state: State, after: Table, *, turn: bool, deadline: Deadline) -> Turn:
    """Return the plays of a *turn*, or the single play, that lead to the table *after*.

    Raises QuestionError if it is not known whether several do, OutOfTimeError if nothing is known.
    """
    if turn:
        found = turn_for(rules, state, after, deadline=deadline)
        if not found and not found.proven:
            if not found.reasons:
                raise OutOfTimeError
            raise QuestionError(f"{_NOT_KNOWN} ({found.reasons[0].message})")
        return found
    play = Play.between(state.table, after)
    reasons = tuple(faults(rules, state, play, deadline=deadline))
    return Turn((), reasons) if reasons else Turn((play,))


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
    for name, meant in (("state", state_text(state)), ("action", action_text(action))):
        if not is_notation(fields.text(name), rules.tiles.letters, rules.tiles.numbers):
            fields.note(name, fields.text(name), meant)
    judged = _judged(rules, state, action, seat=seat)
    return {**judged, **warnings(flaws(fields, rules, state))}


def _judged(rules: Ruleset, state: State, action: Action, *, seat: int | None = None) -> Answer:
    reason = next(faults(rules, state, action, seat=seat), None)
    if reason is not None:
        return _refused(reason)
    return _legal(rules, state, action.placed) if isinstance(action, Play) else {"legal": True}


def _legal(rules: Ruleset, state: State, placed: Rack) -> Answer:
    """Return the answer to legal plays that place these tiles."""
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
