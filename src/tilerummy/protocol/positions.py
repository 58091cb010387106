"""Makes a position from the fields of a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilerummy.protocol.json_lines import Answer
from tilerummy.protocol.question_fields import QuestionFields
from tilerummy.rules import Ruleset, problems
from tilerummy.rules.judging.problems import Flaw, FlawCode
from tilerummy.rules.ruleset import PLAYERS
from tilerummy.state import Phase, Seat, Source, State, TurnStart
from tilerummy.tiles import HIDDEN, Rack

EARLIER, LATER = 1, 10
"""Numbers of turns: one in which the mover opened earlier, and the current one."""


def position(fields: QuestionFields) -> tuple[Ruleset, State]:
    """Return the rules, and the position that the question describes.

    Seat 0 is to move. Seat 1 was the first to open, so until the face-up tiles are released it has
    the first choice of them. As many play as can, unless it says otherwise. Raises QuestionError.
    """
    rules = fields.ruleset()
    due = fields.flag("must_play_jokers", default=False) and rules.jokers_due
    released = fields.flag("free_usable", default=False)
    free = fields.rack("free", rules.tiles, "")
    others = fields.number("players", PLAYERS, max(rules.seats_allowed())) - 2
    mover = Seat(rack=fields.rack("rack", rules.tiles), opened=_opened(fields, rules, due=due))
    table = fields.table("table", rules.tiles)
    now = _placed(fields)
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
    return rules if rules.jokers_due == due else replace(rules, jokers_due=due), state


def _placed(fields: QuestionFields) -> bool:
    """Return whether a tile was placed earlier in this turn."""
    opened = fields.flag("opened_this_turn", default=False)
    placed = fields.flag("placed_this_turn", default=opened)
    if opened and not placed:
        why = "it cannot be false when opened_this_turn is true: the initial meld places tiles"
        raise fields.error("placed_this_turn", why)
    if placed and not fields.flag("opened", default=True):
        why = "it cannot be true when opened is false: the first tiles placed are the initial meld"
        raise fields.error("placed_this_turn", why)
    return placed


def flaws(fields: QuestionFields, rules: Ruleset, state: State) -> tuple[Flaw, ...]:
    """Return why the position of a question cannot occur by the rules.

    That the player has opened is a default, which is not held against a table without melds.
    """
    said = "opened" in fields or "opened" in str(fields.data.get("state", ""))
    return tuple(
        flaw
        for flaw in problems(rules, state)
        if said or flaw.code is not FlawCode.OPENED_WITHOUT_MELDS
    )


def warnings(found: Sequence[Flaw]) -> Answer:
    """Return the field ``warnings`` of an answer, which is left out without flaws."""
    return {"warnings": [flaw.message for flaw in found]} if found else {}


def _opened(fields: QuestionFields, rules: Ruleset, *, due: bool) -> int | None:
    """Return the turn of the initial meld, if it was laid."""
    this_turn = fields.flag("opened_this_turn", default=False)
    if not fields.flag("opened", default=True):
        if this_turn:
            raise fields.error("opened_this_turn", "it cannot be true when opened is false")
        return None
    if due and rules.opening.same_turn:
        return EARLIER  # jokers are due from the turn after, and the question says that they are
    return LATER if this_turn else EARLIER
