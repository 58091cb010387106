"""Builds the JSON data that the widget draws the table from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilerummy.rules import Reason, Ruleset, faults
from tilerummy.rules.options import written_options
from tilerummy.state import Draw, Pass, State

JsonObject = dict[str, object]


def position_json(rules: Ruleset, view: State, seat: int, names: Iterable[str]) -> JsonObject:
    """Return the table as *seat* sees it in its *view*, and the actions that it may take."""
    own, ended = view.seats[seat], view.ended
    return {
        "options": written_options(rules),
        "seat": seat,
        "seats": [
            {"name": name, "tiles": len(each.rack), "opened": each.opened is not None}
            for name, each in zip(names, view.seats, strict=True)
        ],
        "table": [*map(str, view.table)],
        "rack": str(own.rack),
        "free": str(view.free),
        "pool": len(view.pool),
        "opening": None if own.opened is not None else rules.opening.points,
        "toMove": None if ended else view.to_move,
        "acts": [] if ended or view.to_move != seat else [*_acts(rules, view)],
        "result": ended and {"winner": ended.winner, "scores": [*ended.scores]},
    }


def _acts(rules: Ruleset, view: State) -> Iterator[str]:
    """Yield the names of the legal actions other than plays."""
    for name, action in (("draw", Draw()), ("pass", Pass())):
        if next(faults(rules, view, action), None) is None:
            yield name


def reason_json(reason: Reason) -> JsonObject:
    """Return a reason for refusing a play as JSON data, which the web client translates."""
    return {
        "code": str(reason.code),
        "message": reason.message,
        "tiles": [*map(str, reason.tiles)],
        "melds": [*map(str, reason.melds)],
        "have": reason.have,
        "want": reason.want,
    }
