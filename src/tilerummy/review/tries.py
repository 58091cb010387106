"""Compares another play in a decision with the seat's choice, in the same worlds as the review."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from tilerummy.analysis import Turn, turn_for
from tilerummy.analysis.hints.discards import ranked_discards
from tilerummy.analysis.positions import after_play, is_legal
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.melds import Table
from tilerummy.players.evaluation.candidate_selection import turn_end
from tilerummy.records import Record
from tilerummy.review.decision_points import DecisionPoint, rounds_of
from tilerummy.review.rollouts.options import Actions
from tilerummy.review.rollouts.samples import Sample
from tilerummy.review.rollouts.tasks import RolloutBatch
from tilerummy.review.values import Depth
from tilerummy.review.work import AMOUNTS
from tilerummy.rules import Ruleset
from tilerummy.simulator import can_simulate
from tilerummy.state import Discard, Phase
from tilerummy.tiles import Tile

_BATCH = 1
"""The number of a decision's first batch, which measures all of its options."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Try:
    """Another play in a decision: the table *after* the turn.

    *round* and *turn* are counted from 0. In games with discards, the turn ends with *discard* or,
    by default, with the best-ranked one.
    """

    round: int
    turn: int
    after: Table
    discard: Tile | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedTry:
    """A play compared with the chosen one: its *actions*, and the chances of winning of both.

    Both chances were measured in the same *worlds*. If time ran out, *worlds* is 0.
    """

    actions: Actions
    win: float
    chosen: float
    worlds: int


def compare_try(
    record: Record, seat: int, tried: Try, *, deadline: Deadline = NEVER
) -> ComparedTry:
    """Compare the play that was *tried* with what *seat* did in that turn.

    Raises ValueError if there is no such decision, if no legal turn leads to the table, or if the
    game cannot be simulated.
    """
    rules = record.rules
    if not can_simulate(rules):
        raise ValueError("this game cannot be simulated")
    point = _decision(record, seat, tried)
    try:
        actions = _actions(rules, point, tried, deadline)
        deadline.check()
    except OutOfTimeError:
        return ComparedTry(actions=(), win=0.0, chosen=0.0, worlds=0)
    sample = RolloutBatch(
        rules=rules,
        point=point,
        options=(actions, point.chosen),
        number=_BATCH,
        racks=AMOUNTS[Depth.QUICK].measuring,
        milliseconds=deadline.left if deadline else None,
    )()
    return _compared(actions, sample)


def _compared(actions: Actions, sample: Sample) -> ComparedTry:
    return ComparedTry(
        actions=actions,
        win=sample.chance(0).mean,
        chosen=sample.chance(1).mean,
        worlds=sample.worlds,
    )


def _decision(record: Record, seat: int, tried: Try) -> DecisionPoint:
    """Return the decision of *seat* to lay tiles, in a turn of a round."""
    rounds, turn = rounds_of(record, seat), tried.turn
    points = rounds[tried.round].decision_points if tried.round < len(rounds) else ()
    for point in points:
        if point.view.turn == turn and point.view.phase is not Phase.DRAW and not point.clock:
            return point
    raise ValueError(f"seat {seat} made no decision in turn {turn} of round {tried.round}")


def _actions(rules: Ruleset, point: DecisionPoint, tried: Try, deadline: Deadline) -> Actions:
    """Return the actions of the turn. Raises OutOfTimeError if a legal turn may exist."""
    view, after = point.view, tried.after
    found = Turn(()) if after == view.table else turn_for(rules, view, after, deadline=deadline)
    plays = found.plays
    if not plays and after != view.table:
        if not found.proven:
            raise OutOfTimeError
        raise ValueError("no legal turn leads to this table")
    last = reduce(after_play, plays, view)
    if not rules.draws_and_discards or not last.mover.rack:
        return (*plays, *turn_end(last))
    allowed = ranked_discards(rules, last, deadline=deadline)
    discard = allowed[0] if tried.discard is None and allowed else tried.discard
    if discard is None or not is_legal(rules, last, Discard(discard)):
        raise ValueError("this turn cannot end with such a discard")
    return (*plays, Discard(discard))
