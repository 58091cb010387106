"""A review as JSON: the form that ``docs/review.md`` describes."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.players.evaluation import Interval
from tilerummy.records import Json, JsonObject, Record
from tilerummy.review.certain import placed, plays_of
from tilerummy.review.ledger import RoundLedger, Worth
from tilerummy.review.together import without_luck_of_all
from tilerummy.review.values import Review, ReviewedDecision, ReviewedOption, RoundReview
from tilerummy.state import Action, State
from tilerummy.state.events import tables_after

VERSION = 2
"""The version of the form; it changes when a program that reads it would have to."""

_WIN, _POINTS = 5, 3
"""The decimals of chances and of points; sums of parts are right to as many."""


def review_json(record: Record, reviews: Sequence[Review]) -> JsonObject:
    """Return the reviews of a game, one for each seat that was reviewed."""
    first = reviews[0]
    form: JsonObject = {
        "v": VERSION,
        "rules": record.ruleset,
        "reference": first.reference,
        "depth": first.depth.value,
        "seats": [_seat(record, review) for review in reviews],
    }
    if any(together := without_luck_of_all(reviews)):
        form["without_luck"] = [
            None if each is None else [round(won, _WIN) for won in each] for each in together
        ]
    return form


def _seat(record: Record, review: Review) -> JsonObject:
    return {
        "seat": review.seat,
        "name": record.names[review.seat],
        "complete": review.complete,
        "n": review.worlds,
        "rounds": [_round(played) for played in review.rounds],
    }


def _round(played: RoundReview) -> JsonObject:
    found: JsonObject = {"round": played.number, "won": played.won, "points": played.points}
    if played.ledger is not None:
        found["ledger"] = _ledger(played.ledger)
        found["luck"] = [
            {"turn": step.turn, "part": step.part.value, **_worth(step.worth)}
            for step in played.steps
        ]
    found["decisions"] = [_decision(decision) for decision in played.decisions]
    return found


def _ledger(ledger: RoundLedger) -> JsonObject:
    return {
        "start": _worth(ledger.start),
        "end": _worth(ledger.end),
        "finished": ledger.finished,
        "deal": _worth(ledger.deal),
        "draws": _worth(ledger.draws),
        "others": _worth(ledger.others),
        "skill": _worth(ledger.skill),
        "error": _worth(ledger.error),
        "bonus": _worth(ledger.bonus),
        "luck": _worth(ledger.luck),
        "adjusted": round(ledger.adjusted, _WIN),
        "ci": {"skill": _worth(ledger.skill_margin), "error": _worth(ledger.error_margin)},
    }


def _decision(decision: ReviewedDecision) -> JsonObject:
    found: JsonObject = {
        "turn": decision.turn,
        "actions": _actions(decision.moment.chosen),
        "grade": decision.grade.value,
    }
    if decision.reason is not None:
        tiles = str(decision.reason.tiles)
        found["reason"] = {"code": decision.reason.code.value, "tiles": tiles}
    if decision.better:
        found["better"] = _actions(decision.better)
        found["position"] = _position(decision.moment.view, decision.better)
    for name, option in (
        ("chosen", decision.chosen),
        ("reference", decision.reference),
        ("best", decision.best),
    ):
        if option is not None:
            found[name] = _option(option)
    if decision.error is not None and decision.error_points is not None:
        error, points = decision.error, decision.error_points
        found["error"] = {"win": _interval(error, _WIN), "points": _interval(points, _POINTS)}
        found["n"] = decision.worlds
    if decision.options:
        found["options"] = [_option(option) for option in decision.options]
    return found


def _position(view: State, better: Sequence[Action]) -> JsonObject:
    """Return the table and the rack before a decision, and the table after what was *better*."""
    opened = view.mover.opened is not None
    *_, after = view.table, *tables_after(view.table, plays_of(better))
    return {
        "table": str(view.table),
        "rack": str(view.mover.rack),
        "opened": opened,
        "after": str(after),
    }


def _option(option: ReviewedOption) -> JsonObject:
    return {
        "actions": _actions(option.actions),
        "tiles": str(placed(option.actions)),
        "win": _interval(option.win, _WIN),
        "points": _interval(option.points, _POINTS),
        "n": option.worlds,
    }


def _actions(actions: Sequence[Action]) -> list[Json]:
    return [str(action) for action in actions]


def _interval(found: Interval, digits: int) -> list[Json]:
    """Return mean and both ends; an end that is not known is null."""
    ends = (found.mean, found.low, found.high)
    return [None if abs(each) == float("inf") else round(each, digits) for each in ends]


def _worth(worth: Worth) -> dict[str, Json]:
    return {"win": round(worth.win, _WIN), "points": round(worth.points, _POINTS)}
