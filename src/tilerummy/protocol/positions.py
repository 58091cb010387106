"""The position that a question describes in its fields."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.protocol.question_fields import Asked
from tilerummy.rules import Ruleset
from tilerummy.rules.ruleset import PLAYERS
from tilerummy.state import Phase, Seat, Source, State, TurnStart
from tilerummy.tiles import HIDDEN, Rack

EARLIER, LATER = 1, 10
"""Two turns, the second of them nobody's first: when the mover opened, and now."""


def position(asked: Asked) -> tuple[Ruleset, State]:
    """Return the rules that hold, and a position in which all is so as the question says.

    Seat 0 is to move. Seat 1 was the first to open, so until the free tiles are released it has
    the first choice of them. Raises QuestionError.
    """
    rules = asked.ruleset()
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
    return rules if rules.jokers_due == due else replace(rules, jokers_due=due), state


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
