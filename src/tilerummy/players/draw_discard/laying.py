"""The plays that lay chosen tiles of a rack, as the solver finds them."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.analysis import problem
from tilerummy.analysis.positions import after_play, is_legal
from tilerummy.analysis.solving import solve_by
from tilerummy.players.decisions import Situation
from tilerummy.solver import Kind
from tilerummy.state import Play
from tilerummy.tiles import Rack


def plays_of(at: Situation, tiles: Rack) -> tuple[Play, ...]:
    """Return the plays with which the mover lays exactly *tiles* of the rack, () if none are found.

    For a player who has not opened they are an opening and, if tiles are left, a play after it.
    """
    question = replace(problem(at.rules, at.view), rack=tiles, leave=Rack(), tidy=False)
    first = solve_by(question, at.deadline)
    tables = [first.after]
    if question.kind is Kind.OPEN and first and first.left and at.rules.opening.same_turn:
        more = replace(question, kind=Kind.EXTEND, table=first.after, rack=first.left, at_least=0)
        tables.append(solve_by(more, at.deadline).after)
    if tables[-1].tiles - at.view.table.tiles != tiles:
        return ()
    plays, before = [], at.view.table
    for after in tables:
        plays.append(Play.between(before, after))
        before = after
    view = at.view
    for play in plays:
        if not is_legal(at.rules, view, play):
            return ()
        view = after_play(view, play)
    return tuple(plays)
