"""Questions to the referee and the solver, as the line protocol has them.

Both are asked in other processes, as anybody may ask anything.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tilerummy.protocol import judging, solving
from tilerummy.protocol.asked import Asked
from tilerummy.protocol.positions import position
from tilerummy.rules import faults
from tilerummy.server.http_types import Judge, Judged, Mistake, Solve, Solved
from tilerummy.server.room.views import why
from tilerummy.server.wire import Why
from tilerummy.state import Play
from tilerummy.tiles import NotationError


def judged(question: Judge) -> Judged | Mistake:
    """Return the referee's judgement, or why there is none; nothing is raised."""
    fields: dict[str, object] = msgspec.structs.asdict(question)
    after, play = fields.pop("after"), fields.pop("play")
    fields["play"] = play if after is None else after
    try:
        told = judging.answer(fields)
        reasons = [] if told.get("legal") else [*_reasons(fields)]
    except ValueError as error:
        return _mistake(error)
    return msgspec.convert({**told, "reasons": reasons}, Judged)


def _reasons(fields: dict[str, object]) -> Iterator[Why]:
    """Yield every reason why a play is refused, where it can be read at all."""
    rules, state = position(asked := Asked(fields))
    try:
        after = rules.read_table(asked.text("play"))
    except NotationError:
        return
    yield from map(why, faults(rules, state, Play.between(state.table, after)))


def solved(question: Solve) -> Solved | Mistake:
    """Return a best play, or why there is none; nothing is raised, as it may be far away."""
    try:
        told = solving.solved(msgspec.structs.asdict(question)).answer
    except ValueError as error:
        return _mistake(error)
    return msgspec.convert(told, Solved)


def _mistake(error: ValueError) -> Mistake:
    return Mistake(code="bad_question", message=str(error)[:600])
