"""The job of the analysis board: the best plays of a position, and rough chances of winning."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from random import Random

import msgspec

from tilerummy.analysis import best_play
from tilerummy.analysis.positions import after_play
from tilerummy.deadline import NEVER, Deadline
from tilerummy.players.evaluation.curated import Actions, candidates
from tilerummy.players.evaluation.evaluating import Budget, Candidate, evaluate
from tilerummy.players.evaluation.intervals import Interval
from tilerummy.protocol.positions import position
from tilerummy.protocol.question_fields import QuestionFields
from tilerummy.rules import Ruleset
from tilerummy.server.messages.bodies.analysis import (
    Analyse,
    AnalyseAnswer,
    BestPlay,
    Measured,
)
from tilerummy.server.messages.bodies.common import ErrorDetail
from tilerummy.simulator import Policy
from tilerummy.state import Play, Seat, State
from tilerummy.state.state import with_state
from tilerummy.tiles import HIDDEN, Rack

FINDING = 0.3
"""The part of the time for the plays; the rest is for their chances."""
WORLDS = 400
"""In how many hidden worlds chances are measured at most."""


def analysed(question: Analyse, *, deadline: Deadline = NEVER) -> bytes | ErrorDetail:
    """Return the best plays as JSON, or why there are none; nothing is raised."""
    try:
        return msgspec.json.encode(_answer(question, deadline))
    except ValueError as error:
        return ErrorDetail(code="bad_question", message=str(error)[:600])


def _answer(question: Analyse, deadline: Deadline) -> AnalyseAnswer:
    fields = msgspec.structs.asdict(question)
    most, chances, held = (fields.pop(name) for name in ("most", "chances", "held"))
    rules, state = position(QuestionFields(fields))
    finding = deadline.share(FINDING)
    best = best_play(rules, state, deadline=finding.share(0.5))
    found = candidates(rules, state, deadline=finding) if not rules.draws_and_discards else ()
    ranked = sorted(((_play(state, one), one) for one in found), key=lambda each: -each[0].tiles)
    if rules.draws_and_discards:
        table = best.tables[-1] if best.tables else state.table
        placed = len(best.placed)
        left = state.mover.rack - best.placed
        only = BestPlay(tiles=placed, play=str(table), rack=str(left))
        return AnalyseAnswer(plays=[only] if placed else [], proven=best.proven, worlds=0)
    some = ranked[:most]
    plays, worlds = [play for play, _ in some], 0
    if chances and some:
        view = _with_hidden(rules, state, held)
        plays, worlds = _measured(rules, view, some, deadline)
    return AnalyseAnswer(plays=plays, proven=best.proven, worlds=worlds)


def _play(state: State, actions: Actions) -> BestPlay:
    """Return what a candidate lays."""
    plays = [action for action in actions if isinstance(action, Play)]
    last = reduce(after_play, plays, state)
    placed = state.mover.rack - last.mover.rack
    return BestPlay(
        tiles=len(placed),
        play=str(last.table),
        rack=str(last.mover.rack),
    )


def _with_hidden(rules: Ruleset, state: State, held: int) -> State:
    """Return the position with as many hidden tiles as there would be in a game."""
    others = len(state.seats) - 1
    seen = state.table.tiles + state.mover.rack
    unseen = len(rules.deal.bucket(rules.tiles, others + 1)) - len(seen)
    held = max(1, min(held, unseen // max(1, others)))
    rack = Rack([HIDDEN] * held)
    seats = (state.mover, *(Seat(rack=rack, opened=0) for _ in range(others)))
    return with_state(state, seats=seats, pool=(HIDDEN,) * max(0, unseen - held * others))


def _measured(
    rules: Ruleset, view: State, some: Sequence[tuple[BestPlay, Actions]], deadline: Deadline
) -> tuple[list[BestPlay], int]:
    """Return the plays with their chances, and in how many worlds these were measured."""
    measured = evaluate(
        rules,
        view,
        [Candidate(actions, (Policy.MOST_TILES,)) for _, actions in some],
        Budget(WORLDS, deadline=deadline),
        chance=Random(0),
    )
    worlds = measured[0].worlds
    if not worlds:
        return [play for play, _ in some], 0
    plays = [
        msgspec.structs.replace(play, chance=_interval(one.chance), score=_interval(one.points))
        for (play, _), one in zip(some, measured, strict=True)
    ]
    return plays, worlds


def _interval(value: Interval) -> Measured:
    return Measured(mean=round(value.mean, 4), low=round(value.low, 4), high=round(value.high, 4))
