"""Answers questions for the best play: JSON objects in and out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tilerummy.analysis import Best, Steps, best_play, explain
from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Table
from tilerummy.protocol.json_lines import Answer, QuestionError
from tilerummy.protocol.positions import position
from tilerummy.protocol.question_fields import QuestionFields
from tilerummy.quoting import quoted
from tilerummy.rules_text.steps import step_text
from tilerummy.solver import Objective
from tilerummy.tiles import Rack

_PLAY = 0.75
"""The part of the time for the play; the rest is for its explanation."""


@dataclass(frozen=True, slots=True)
class SolvedQuestion:
    """A question with the best play: table and rack before it and after it.

    ``steps`` explain the play.
    """

    before: Table
    rack: Rack
    best: Best
    steps: Steps

    @property
    def after(self) -> Table:
        """The table after the play, or the table as it was if there is none."""
        return self.best.tables[-1] if self.best.tables else self.before

    @property
    def left(self) -> Rack:
        """What is left on the rack."""
        return self.rack - self.best.placed

    @property
    def answer(self) -> Answer:
        """The fields of the answer, without the id."""
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
        return {**fields, "steps": [step_text(step) for step in self.steps]}


def solved(question: Mapping[str, object], *, deadline: Deadline = NEVER) -> SolvedQuestion:
    """Return the best play that *question* asks for, and its explanation, by the *deadline*.

    The answer says whether it is proven. Raises QuestionError for a question that cannot be
    answered.
    """
    fields = QuestionFields(question)
    objective = _objective(fields)
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
    return SolvedQuestion(state.table, state.mover.rack, best, steps)


def _objective(fields: QuestionFields) -> Objective:
    named = fields.text("objective", Objective.TILES.value)
    try:
        return Objective(named)
    except ValueError:
        known = " or ".join(objective.value for objective in Objective)
        raise fields.error("objective", f"it is {known}, not {quoted(named)}") from None
