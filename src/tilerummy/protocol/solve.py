"""Responds to questions about the best play. Questions and responses are JSON objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilerummy.analysis import Best, Steps, arrangement, arrangements, best_play, explain
from tilerummy.analysis.best_plays.arrangements import MOST_ARRANGEMENTS
from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Table
from tilerummy.message_text import quoted
from tilerummy.protocol.closed_hands import declarable
from tilerummy.protocol.json_lines import Answer, QuestionError
from tilerummy.protocol.question_fields import (
    QUESTION,
    QuestionFields,
    flaws,
    players,
    position,
    warnings,
)
from tilerummy.rules import Ruleset
from tilerummy.rules.judging.problems import Flaw
from tilerummy.rules_text.steps import step_text
from tilerummy.solver import Objective
from tilerummy.state import Seat, State
from tilerummy.tiles import Rack

_PLAY = 0.75
"""The fraction of the time used for finding the play. The rest is used for explaining it."""


@dataclass(frozen=True, slots=True)
class SolvedQuestion:
    """A question and its best play, with the table and the rack before and after the play.

    ``steps`` explain the play. ``flaws`` lists the reasons why the position is impossible. They
    appear in the response as ``warnings``.
    """

    before: Table
    rack: Rack
    best: Best
    steps: Steps
    flaws: tuple[Flaw, ...] = ()
    more: Answer = field(default_factory=dict)
    """Further fields, such as a closed hand and the standard notation of other spellings."""

    @property
    def after(self) -> Table:
        """The table after the play, or the current table if there is no play."""
        return self.best.tables[-1] if self.best.tables else self.before

    @property
    def left(self) -> Rack:
        """The tiles left on the rack after the play."""
        return self.rack - self.best.placed

    @property
    def answer(self) -> Answer:
        """The fields of the response, without the id."""
        fields: Answer = {
            "tiles": len(self.rack) - len(self.left),
            "points": self.best.points,
            "play": str(self.after),
            "rack": str(self.left),
            "proven": self.best.proven,
        }
        if self.best.proven and not self.best.tidy:
            fields["tidy"] = False
        if not self.steps.explained:
            fields["explained"] = False
        if len(self.best.tables) > 1:
            fields["opening"] = str(self.best.tables[0])
        steps = [step_text(step) for step in self.steps]
        return {**fields, "steps": steps, **warnings(self.flaws), **self.more}


def solved(question: Mapping[str, object], *, deadline: Deadline = NEVER) -> SolvedQuestion:
    """Return the best play found for *question* by the *deadline*, and an explanation of the play.

    The response states whether the play is proven to be best. Raises QuestionError if the question
    is invalid.
    """
    fields = QuestionFields(question)
    fields.check_names(QUESTION)
    objective = _objective(fields)
    if "table_tiles" in fields:
        return _arranged(fields, objective, deadline)
    rules, state = position(fields)
    try:
        best = best_play(rules, state, objective, deadline=deadline.share(_PLAY))
    except ValueError as error:
        raise QuestionError(str(error)) from None
    steps = explain(
        state.table,
        *best.tables,
        face_up=best.placed - state.mover.rack,
        law=rules.table.jokers,
        tiles=rules.tiles,
        deadline=deadline,
    )
    more = declarable(fields, rules, state)
    if fields.read:
        more["read"] = fields.read
    found = flaws(fields, rules, state)
    return SolvedQuestion(state.table, state.mover.rack, best, steps, found, more)


def _arranged(fields: QuestionFields, objective: Objective, deadline: Deadline) -> SolvedQuestion:
    """Arrange all loose tiles of a table into melds, using as many rack tiles as possible."""
    if "table" in fields:
        raise fields.error("table_tiles", "give the table as melds or as tiles, not both")
    if not fields.flag("opened", default=True):
        raise fields.error("opened", "before the initial meld, table tiles cannot be rearranged")
    rules = fields.ruleset()
    loose = fields.rack("table_tiles", rules.tiles)
    rack = fields.rack("rack", rules.tiles, "")
    if "arrangements" in fields:
        return _arrangements(fields, rules, loose, rack, deadline)
    try:
        found = arrangement(rules, loose, rack, objective, deadline=deadline)
    except ValueError as error:
        raise QuestionError(str(error)) from None
    wrong = _wrong(fields, rules, rack + loose)
    more: Answer = {"read": fields.read} if fields.read else {}
    if found.table is None:
        more["play"] = None
    tables = () if found.table is None else (found.table,)
    best = Best((), tables, found.placed, found.points, found.proven, found.proven)
    return SolvedQuestion(Table(), rack, best, Steps(), wrong, more)


def _arrangements(
    fields: QuestionFields, rules: Ruleset, loose: Rack, rack: Rack, deadline: Deadline
) -> SolvedQuestion:
    """Find several arrangements of all loose tiles of a table in melds."""
    if rack:
        raise fields.error("arrangements", "these consist of table tiles only; leave out the rack")
    most = fields.number("arrangements", range(1, MOST_ARRANGEMENTS + 1))
    try:
        found = arrangements(rules, loose, most=most, deadline=deadline)
    except ValueError as error:
        raise QuestionError(str(error)) from None
    more: Answer = {"read": fields.read} if fields.read else {}
    more["arrangements"] = [*map(str, found.tables)]
    more["complete"] = found.complete
    if not found.tables:
        more |= {"play": None, "best": str(found.best), "leftover": str(found.leftover)}
    proven = found.complete or bool(found.tables)
    best = Best((), found.tables[:1], Rack(), 0, proven, proven)
    wrong = _wrong(fields, rules, loose)
    return SolvedQuestion(Table(), Rack(), best, Steps(), wrong, more)


def _wrong(fields: QuestionFields, rules: Ruleset, tiles: Rack) -> tuple[Flaw, ...]:
    """Return the reasons why these *tiles* cannot all be in play."""
    others = (Seat(),) * (players(fields, rules) - 1)
    return flaws(fields, rules, State(seats=(Seat(rack=tiles), *others)))


def _objective(fields: QuestionFields) -> Objective:
    named = fields.text("objective", Objective.TILES.value)
    try:
        return Objective(named)
    except ValueError:
        known = " or ".join(objective.value for objective in Objective)
        raise fields.error("objective", f"must be {known}, not {quoted(named)}") from None
