"""Responds to questions for the referee. Questions and responses are JSON objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from operator import add
from typing import TypeVar

from tilerummy import rules_text
from tilerummy.analysis import Turn, turn_for
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.jokers.reasons import from_notation
from tilerummy.melds import Table
from tilerummy.message_text import joined, quoted
from tilerummy.protocol.closed_hands import declarable
from tilerummy.protocol.json_lines import Answer, QuestionError
from tilerummy.protocol.question_fields import QUESTION, QuestionFields, flaws, position, warnings
from tilerummy.rules import Reason, Refusal, Result, Ruleset, closed_hands, faults
from tilerummy.rules.judging.endings import could_open
from tilerummy.rules.judging.faults import from_face_up
from tilerummy.rules.judging.problems import Flaw
from tilerummy.rules.rounds.scoring import Scored
from tilerummy.rules.ruleset import PLAYERS
from tilerummy.state import Action, Phase, Play, State, Win
from tilerummy.state.notation import action_text, read_action, read_state, state_text
from tilerummy.tiles import NotationError, Rack, Tile, TileSet
from tilerummy.words import is_notation

_KINDS = (
    "there is nothing to judge: a play needs the fields table, rack and play; an action state and"
    " action; a closed hand hand; a round score"
)

_NOT_KNOWN = (
    "no single play leads there, and it is unknown whether several plays of one turn do;"
    " check one play at a time"
)


def answer(question: Mapping[str, object]) -> Answer:
    """Return the response to *question*, without the question's id.

    Raises QuestionError if the question is invalid.
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
    """A question about a play or a turn, with its response and all reasons why it is illegal.

    ``reasons`` is empty if the play is legal, and also if it could not be parsed. ``error`` is then
    set. ``flaws`` lists the reasons why the position is impossible. They appear in the response as
    ``warnings``. ``plays`` are the legal plays. If the question has ``cite``, ``citations``
    contains the rules' sentences behind the verdict.
    """

    rules: Ruleset
    written: str
    answer: Answer
    reasons: tuple[Reason, ...] = ()
    error: NotationError | None = None
    flaws: tuple[Flaw, ...] = ()
    plays: tuple[Play, ...] = ()
    citations: tuple[rules_text.Citation, ...] = ()


def judged_play(fields: QuestionFields, *, deadline: Deadline = NEVER) -> JudgedPlay:
    """Judge a play, or an entire turn, given by the tables before and after it.

    Raises QuestionError if the question is invalid, and OutOfTimeError if the *deadline* passes.
    """
    rules, state = position(fields)
    judged = _judged_play(fields, rules, state, deadline)
    found = flaws(fields, rules, state)
    told = {**judged.answer, **declarable(fields, rules, state), **warnings(found)}
    cited: tuple[rules_text.Citation, ...] = ()
    if fields.flag("cite", default=False):
        cited = _citations(rules, state, judged)
        told |= {"rules": [str(each.sentence) for each in cited], "source": rules.source}
    return replace(judged, answer=told, flaws=found, citations=cited)


def _citations(rules: Ruleset, state: State, judged: JudgedPlay) -> tuple[rules_text.Citation, ...]:
    """Return the sentences of the rules behind the verdict, each only once."""
    if judged.answer["legal"]:
        return rules_text.behind_plays(rules, state, judged.plays)
    codes = [Refusal(str(judged.answer["code"])), *(each.code for each in judged.reasons)]
    opened = state.mover.opened is not None
    cited = (
        each
        for code in dict.fromkeys(codes)
        for each in rules_text.behind_refusal(rules, code, opened=opened)
    )
    return tuple(dict.fromkeys(cited))


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
            refused["message"] = f"face-up tiles cannot be used in this play: {free}"
        return JudgedPlay(rules, written, refused, found.reasons)
    legal = _legal(rules, state, Rack(t for play in found.plays for t in play.placed))
    if turn:
        legal["plays"] = [*map(str, found.tables(state.table))]
    return JudgedPlay(rules, written, legal, plays=found.plays)


def _found(rules: Ruleset, state: State, after: Table, *, turn: bool, deadline: Deadline) -> Turn:
    """Return the plays of a *turn*, or the single play, that lead to the table *after*.

    Raises QuestionError if there was not enough time to determine whether several plays lead there,
    and OutOfTimeError if there was no time for any result.
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
    """Judge whether an action is legal. The action and the position are given in notation."""
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
    """Return the response for legal plays that lay the tiles *placed*."""
    free = from_face_up(state, placed)
    left = state.mover.rack - (placed - free)
    result: Answer = {"legal": True, "played": str(placed), "rack": str(left)}
    return {**result, "free_used": str(free)} if rules.deal.free else result


def _refused(reason: Reason) -> Answer:
    return {"legal": False, "code": reason.code, "message": reason.message}


def _hand(fields: QuestionFields) -> Answer:
    """Return the closed hand that the fourteen tiles form, and its points."""
    rules = fields.ruleset("international")
    if not rules.closed_hands:
        raise fields.error("hand", f"{rules.name} has no closed hands; try international")
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


Value = TypeVar("Value")

HAND_POINTS = range(10_001)
"""The points that a question may specify for a closed hand."""

FIELDS = (
    "ruleset",
    "options",
    "racks",
    "winner",
    "to_move",
    "opened",
    "win",
    "hand",
    "last_discard",
    "handfuls",
    "trump_holders",
    "note",
)
"""The fields that a score question may contain."""

HANDFUL = range(100)
"""The handful sizes that a question may specify."""


def score(fields: QuestionFields) -> Answer:
    """Return the scores of the round that *fields* describe, and the seat that wins it.

    If equal racks were tied, ``tie`` explains how the tie was broken. Fields that the ruleset does
    not use may be left out. Raises QuestionError if a field is invalid.
    """
    fields.check_names(FIELDS)
    rules = fields.ruleset()
    racks = tuple(each.rack("racks", rules.tiles) for each in fields.each("racks"))
    if len(racks) not in PLAYERS:
        raise fields.error("racks", f"must be {PLAYERS[0]}-{PLAYERS[-1]} racks, not {len(racks)}")
    seats = range(len(racks))
    result = Result(
        racks=racks,
        winner=fields.number_or_null("winner", seats),
        opened=_opened(fields, rules, seats),
        last_discard=_last_discard(fields, rules.tiles),
        handfuls=_handfuls(fields, seats),
        aim=rules.deal.tiles,
        trump_holders=frozenset(_trump_holders(fields, seats)),
    )
    if result.winner is not None and (left := racks[result.winner]):
        raise fields.error(
            "winner", f"seat {result.winner} went out, so its rack must be empty, not {left}"
        )
    unopened = frozenset(s for s in seats if not result.opened[s] and s != result.winner)
    proven = dict(could_open(rules, racks, unopened))
    result = replace(result, unopened=unopened, could_open=frozenset(proven))
    answer = _scored(fields, rules, _with_win(fields, rules, result))
    if proven:
        answer["could_open"] = {str(seat): str(melds) for seat, melds in proven.items()}
    return answer


def _scored(fields: QuestionFields, rules: Ruleset, result: Result) -> Answer:
    """Return the scores. The field ``to_move`` may be left out unless it decides a tie."""
    seats = range(len(result.racks))
    turns = [fields.number("to_move", seats)] if "to_move" in fields else seats
    found = {rules.scoring.score(replace(result, to_move=seat)) for seat in turns}
    if len(found) > 1:
        raise fields.error("to_move", "missing, but it decides who wins this tie")
    scored = found.pop()
    answer: Answer = {"scores": list(scored.scores), "winner": scored.winner}
    if any(scored.penalties):
        answer["penalties"] = list(scored.penalties)
    if result.winner is None and scored.winner is not None:
        tie = _tie(rules, result, scored)
        return {**answer, "tie": tie} if tie else answer
    return answer


def _tie(rules: Ruleset, result: Result, scored: Scored) -> str:
    """Return the tie-break that decided among equally low racks, or "" if there was no tie."""
    winner = scored.winner
    assert winner is not None
    values = [rules.scoring.value(rack) for rack in result.racks]
    values = [*map(add, values, scored.penalties)] if scored.penalties else values
    equal = [seat for seat, value in enumerate(values) if value == values[winner]]
    fewest = [seat for seat in equal if len(result.racks[seat]) == len(result.racks[winner])]
    if len(equal) == 1:
        return ""
    tied = f"seats {joined(equal)} hold {values[winner]} points each"
    if len(fewest) == 1:
        return f"{tied}; seat {winner} has the fewest tiles"
    return (
        f"{tied}; seats {joined(fewest)} have the fewest tiles, and seat {winner} would move next"
    )


def _opened(fields: QuestionFields, rules: Ruleset, seats: range) -> tuple[bool, ...]:
    if "opened" not in fields and not rules.tells_wins_apart:
        return (True,) * len(seats)
    opened = tuple(each.flag("opened") for each in fields.each("opened"))
    return _for_every_seat(fields, "opened", opened, seats)


def _handfuls(fields: QuestionFields, seats: range) -> tuple[tuple[int, ...], ...]:
    if "handfuls" not in fields:
        return ()
    handfuls = tuple(
        tuple(size.number("handfuls", HANDFUL) for size in each.each("handfuls"))
        for each in fields.each("handfuls")
    )
    if any(len(sizes) != 2 for sizes in handfuls):
        raise fields.error("handfuls", "must have two numbers per seat")
    return _for_every_seat(fields, "handfuls", handfuls, seats)


def _for_every_seat(
    fields: QuestionFields, name: str, values: tuple[Value, ...], seats: range
) -> tuple[Value, ...]:
    if len(values) != len(seats):
        raise fields.error(name, f"must have {len(seats)} entries, one per rack")
    return values


def _trump_holders(fields: QuestionFields, seats: range) -> tuple[int, ...]:
    if "trump_holders" not in fields:
        return ()
    return tuple(each.number("trump_holders", seats) for each in fields.each("trump_holders"))


def _last_discard(fields: QuestionFields, tiles: TileSet) -> Tile | None:
    if fields.data.get("last_discard") is None:
        return None
    tile, *more = fields.rack("last_discard", tiles) or (None,)
    if tile is None or more:
        raise fields.error("last_discard", "must be a single tile")
    return tile


def _with_win(fields: QuestionFields, rules: Ruleset, result: Result) -> Result:
    """Return *result* with the kind of win added, if a seat won and the kind affects the score."""
    if result.winner is None or not rules.tells_wins_apart:
        return result
    name = fields.text("win")
    if name not in list(Win):
        raise fields.error("win", f"must be one of {', '.join(Win)}, not {quoted(name)}")
    win = Win(name)
    hand = fields.number("hand", HAND_POINTS) if win is Win.CLOSED else 0
    return replace(result, win=win, hand=hand)
