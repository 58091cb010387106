"""Converts a review to JSON. See ``docs/review.md``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal, NotRequired, TypedDict

from tilerummy.players.evaluation import Interval
from tilerummy.records import Record
from tilerummy.review.breakdown import Part, RoundBreakdown, Value
from tilerummy.review.facts import Fact
from tilerummy.review.grades import Grade
from tilerummy.review.proven_errors import Code, ReviewReason, placed, plays_of
from tilerummy.review.values import (
    Depth,
    Praise,
    PraiseCode,
    Review,
    ReviewedDecision,
    ReviewedOption,
    RoundReview,
    Wait,
    without_luck_of_all,
)
from tilerummy.state import Action, State
from tilerummy.state.events import tables_after

VERSION: Final = 4
"""The version of the JSON format, which is increased only for incompatible changes."""

_WIN, _POINTS = 5, 3
"""The number of decimals in probabilities and in points, also for sums of parts."""

EstimateJson = tuple[float, float | None, float | None]
"""A mean, and the lower and upper bound of its interval; unknown bounds are null."""


class ValueJson(TypedDict):
    """A chance of winning and a lead in points, or a change in both."""

    win: float
    points: float


class LossJson(TypedDict):
    """The loss that a decision caused."""

    win: EstimateJson
    points: EstimateJson


class OptionJson(LossJson):
    """An option and its value, measured in *n* different worlds."""

    actions: list[str]
    tiles: str
    n: int


class PositionJson(TypedDict):
    """The table and the rack before a decision, and the table after the better play."""

    table: str
    rack: str
    opened: bool
    after: str
    steps: NotRequired[Annotated[list[object], "StepView"]]
    """The steps that lead to the better table, if there are several. The server adds them."""


class FactJson(TypedDict):
    """A fact in favour of the better option. The fields depend on its code."""

    code: str
    tiles: NotRequired[str]
    count: NotRequired[int]
    instead: NotRequired[int]
    seat: NotRequired[int]
    draws: NotRequired[list[tuple[str, float]]]


class ReasonJson(TypedDict):
    """The reason why a different option was better, and the tiles that it concerns."""

    code: Code
    tiles: str
    count: NotRequired[int]
    facts: list[FactJson]


class PraiseJson(TypedDict):
    """Something that the seat did well. The fields depend on its code."""

    code: PraiseCode
    turn: NotRequired[int]
    count: NotRequired[int]
    of: NotRequired[int]
    tiles: NotRequired[str]


class WaitJson(TypedDict):
    """The turns that missed an opening, their total cost, and whether waiting is right there.

    ``right`` is missing if that was not measured for these rules.
    """

    turns: int
    right: NotRequired[bool]
    win: NotRequired[float]


class DecisionJson(TypedDict):
    """A decision and the better option, if one is known."""

    turn: int
    actions: list[str]
    grade: Grade
    advice: NotRequired[Literal["followed", "hinted"]]
    reason: NotRequired[ReasonJson]
    better: NotRequired[list[str]]
    position: NotRequired[PositionJson]
    chosen: NotRequired[OptionJson]
    reference: NotRequired[OptionJson]
    best: NotRequired[OptionJson]
    error: NotRequired[LossJson]
    n: NotRequired[int]
    options: NotRequired[list[OptionJson]]
    wait: NotRequired[WaitJson]
    waited: NotRequired[bool]


class MarginsJson(TypedDict):
    """Half the width of the 95% confidence interval for skill."""

    skill: ValueJson


class BreakdownJson(TypedDict):
    """The breakdown of a round's result."""

    start: ValueJson
    end: ValueJson
    finished: bool
    deal: ValueJson
    draws: ValueJson
    others: ValueJson
    play: ValueJson
    skill: ValueJson
    luck: ValueJson
    adjusted: float
    ci: MarginsJson


class LuckJson(ValueJson):
    """The luck in a turn, which is due to the deal or to a draw."""

    turn: int
    part: Part


class LeftTurnJson(TypedDict):
    """A turn in which the round ended early before the seat did anything.

    *better* contains the best actions found, and *tiles* the tiles they lay; *out* is true if they
    go out.
    """

    turn: int
    better: list[str]
    tiles: str
    out: bool


class ReviewedRoundJson(TypedDict):
    """The review of a single round for one seat."""

    round: int
    won: bool | None
    points: float | None
    ledger: NotRequired[BreakdownJson]
    luck: NotRequired[list[LuckJson]]
    decisions: list[DecisionJson]
    praise: list[PraiseJson]
    left: NotRequired[LeftTurnJson]


class ReviewedSeatJson(TypedDict):
    """A reviewed seat. The server leaves out the name."""

    seat: int
    name: NotRequired[str]
    complete: bool
    n: int
    rounds: list[ReviewedRoundJson]


class ReviewJson(TypedDict):
    """The reviews of a game, one per reviewed seat."""

    v: Literal[4]
    rules: str
    reference: str
    depth: Depth
    seats: list[ReviewedSeatJson]
    without_luck: NotRequired[list[list[float] | None]]


def review_json(record: Record, reviews: Sequence[Review]) -> ReviewJson:
    """Return the *reviews* of a game as JSON data. There must be one for each reviewed seat."""
    first = reviews[0]
    form: ReviewJson = {
        "v": VERSION,
        "rules": record.ruleset,
        "reference": first.reference,
        "depth": first.depth,
        "seats": [_seat(record, review) for review in reviews],
    }
    if any(together := without_luck_of_all(reviews)):
        form["without_luck"] = [
            None if each is None else [round(won, _WIN) for won in each] for each in together
        ]
    return form


def _seat(record: Record, review: Review) -> ReviewedSeatJson:
    return {
        "seat": review.seat,
        "name": record.names[review.seat],
        "complete": review.complete,
        "n": review.worlds,
        "rounds": [_round(played) for played in review.rounds],
    }


def _round(played: RoundReview) -> ReviewedRoundJson:
    found: ReviewedRoundJson = {
        "round": played.number,
        "won": played.won,
        "points": played.points,
        "decisions": [_decision(decision) for decision in played.decisions],
        "praise": [_praise(each) for each in played.praise],
    }
    if played.left is not None:
        better = played.left.better
        found["left"] = {
            "turn": played.left.turn,
            "better": _actions(better),
            "tiles": str(placed(better)),
            "out": played.left.out,
        }
    if played.breakdown is not None:
        found["ledger"] = _breakdown(played.breakdown)
        found["luck"] = [
            {"turn": step.turn, "part": step.part, **_value(step.value)} for step in played.steps
        ]
    return found


def _breakdown(breakdown: RoundBreakdown) -> BreakdownJson:
    return {
        "start": _value(breakdown.start),
        "end": _value(breakdown.end),
        "finished": breakdown.finished,
        "deal": _value(breakdown.deal),
        "draws": _value(breakdown.draws),
        "others": _value(breakdown.others),
        "play": _value(breakdown.play),
        "skill": _value(breakdown.skill),
        "luck": _value(breakdown.luck),
        "adjusted": round(breakdown.adjusted, _WIN),
        "ci": {"skill": _value(breakdown.skill_margin)},
    }


def _decision(decision: ReviewedDecision) -> DecisionJson:
    found: DecisionJson = {
        "turn": decision.turn,
        "actions": _actions(decision.point.chosen),
        "grade": decision.grade,
    }
    if decision.point.advice is not None:
        found["advice"] = decision.point.advice.value
    if decision.reason is not None:
        found["reason"] = _reason(decision.reason, decision.facts)
    if decision.better:
        found["better"] = _actions(decision.better)
        found["position"] = _position(decision.point.view, decision.better)
    if decision.chosen is not None:
        found["chosen"] = _option(decision.chosen)
    if decision.reference is not None:
        found["reference"] = _option(decision.reference)
    if decision.best is not None:
        found["best"] = _option(decision.best)
    if decision.error is not None and decision.error_points is not None:
        error, points = decision.error, decision.error_points
        found["error"] = {"win": _interval(error, _WIN), "points": _interval(points, _POINTS)}
        found["n"] = decision.worlds
    if decision.options:
        found["options"] = [_option(option) for option in decision.options]
    if decision.wait is not None:
        found["wait"] = _wait(decision.wait)
    if decision.waited:
        found["waited"] = True
    return found


def _wait(wait: Wait) -> WaitJson:
    found: WaitJson = {"turns": wait.turns}
    if wait.right is not None:
        found["right"] = wait.right
    if wait.error is not None:
        found["win"] = round(wait.error.mean, _WIN)
    return found


def _reason(reason: ReviewReason, facts: Sequence[Fact]) -> ReasonJson:
    found: ReasonJson = {
        "code": reason.code,
        "tiles": str(reason.tiles),
        "facts": [_fact(fact) for fact in facts],
    }
    if reason.count:
        found["count"] = reason.count
    return found


def _fact(fact: Fact) -> FactJson:
    found: FactJson = {"code": fact.code}
    if fact.tiles:
        found["tiles"] = str(fact.tiles)
    if fact.count:
        found["count"] = fact.count
    if fact.instead:
        found["instead"] = fact.instead
    if fact.seat is not None:
        found["seat"] = fact.seat
    if fact.draws:
        found["draws"] = [(str(tile), round(chance, _WIN)) for tile, chance in fact.draws]
    return found


def _praise(praise: Praise) -> PraiseJson:
    found: PraiseJson = {"code": praise.code}
    if praise.turn is not None:
        found["turn"] = praise.turn
    if praise.count:
        found["count"] = praise.count
    if praise.of:
        found["of"] = praise.of
    if praise.tiles:
        found["tiles"] = str(praise.tiles)
    return found


def _position(view: State, better: Sequence[Action]) -> PositionJson:
    """Return the table and the rack before a decision, and the table after the *better* actions."""
    opened = view.mover.opened is not None
    *_, after = view.table, *tables_after(view.table, plays_of(better))
    return {
        "table": str(view.table),
        "rack": str(view.mover.rack),
        "opened": opened,
        "after": str(after),
    }


def _option(option: ReviewedOption) -> OptionJson:
    return {
        "actions": _actions(option.actions),
        "tiles": str(placed(option.actions)),
        "win": _interval(option.win, _WIN),
        "points": _interval(option.points, _POINTS),
        "n": option.worlds,
    }


def _actions(actions: Sequence[Action]) -> list[str]:
    return [str(action) for action in actions]


def _interval(found: Interval, digits: int) -> EstimateJson:
    low, high = (
        None if abs(each) == float("inf") else round(each, digits)
        for each in (found.low, found.high)
    )
    return round(found.mean, digits), low, high


def _value(value: Value) -> ValueJson:
    return {"win": round(value.win, _WIN), "points": round(value.points, _POINTS)}
