"""Questions to the referee, as JSON objects in and out: ``tilerummy referee`` without its lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from tilerummy.cli.asked import Asked
from tilerummy.cli.lines import Answer, QuestionError
from tilerummy.cli.scores import score
from tilerummy.rules import Reason, Refusal, Ruleset, faults
from tilerummy.rules.hands import recognise
from tilerummy.rules.plays import from_free
from tilerummy.rules.reasons import from_notation
from tilerummy.rules.ruleset import PLAYERS
from tilerummy.state import Action, Phase, Play, Seat, Source, State, TurnStart
from tilerummy.state.notation import read_action, read_state
from tilerummy.tiles import HIDDEN, NotationError, Rack

EARLIER, LATER = 1, 10
"""Two turns, the second of them nobody's first: when the mover opened, and now."""


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
    return _play(asked)


def _play(asked: Asked) -> Answer:
    """Answer whether a play is legal, from the tables before and after it."""
    rules, state = _position(asked, asked.ruleset())
    wished = asked.text("play")
    try:
        after = rules.read_table(wished)
    except NotationError as error:
        return _refused(from_notation(error))
    told = _judged(rules, state, play := Play.between(state.table, after))
    if told.get("code") is Refusal.FREE_TILE_UNAVAILABLE and not state.released:
        free = from_free(state, play.placed)
        return {**told, "message": f"free tiles are not usable in this play: {free}"}
    return told


def _position(asked: Asked, rules: Ruleset) -> tuple[Ruleset, State]:
    """Return a position in which all is so as the question says, and the rules that hold in it.

    Seat 0 is to move. Seat 1 was the first to open, so until the free tiles are released it has
    the first choice of them.
    """
    due = asked.flag("must_play_jokers", usual=False) and rules.jokers_due
    released = asked.flag("free_usable", usual=False)
    free = asked.rack("free", rules.tiles, "")
    others = asked.number("players", PLAYERS, 4) - 2
    mover = Seat(rack=asked.rack("rack", rules.tiles), opened=_opened(asked, rules, due=due))
    table = asked.table("table", rules.tiles)
    now = mover.opened == LATER
    if rules.draws_and_discards:
        phase = Phase.MELD
    else:
        phase = Phase.MORE if now else Phase.ACT
    state = State(
        seats=(mover, Seat(opened=0), *(Seat(),) * others),
        pool=(HIDDEN,),
        table=table,
        free=free if rules.deal.free else Rack(),
        released=released,
        phase=phase,
        turn=LATER,
        plays=int(now),
        source=Source.POOL if rules.draws_and_discards else None,
        start=TurnStart(table=table, free=free, seat=mover),
    )
    return replace(rules, jokers_due=due), state


def _opened(asked: Asked, rules: Ruleset, *, due: bool) -> int | None:
    """Return the turn of the initial meld, if it was laid."""
    this_turn = asked.flag("opened_this_turn", usual=False)
    if not asked.flag("opened", usual=True):
        if this_turn:
            raise asked.error("opened_this_turn", "it cannot be true when opened is false")
        return None
    if due and rules.opening.same_turn:
        return EARLIER  # jokers are due from the turn after, and the question says that they are
    return LATER if this_turn else EARLIER


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
    free = from_free(state, placed)
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
