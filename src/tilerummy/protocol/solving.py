"""Questions for the best play, as JSON objects in and out: ``tilerummy solve`` without lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tilerummy.analysis import Best, Step, best_play, explain
from tilerummy.melds import Table
from tilerummy.protocol.asked import Asked
from tilerummy.protocol.lines import Answer, QuestionError
from tilerummy.protocol.positions import position
from tilerummy.quoting import quoted
from tilerummy.rules import Ruleset
from tilerummy.solver import Objective
from tilerummy.state import State
from tilerummy.tiles import Rack

Find = Callable[[Ruleset, State, Objective], Best]
"""Finds the best play of a position."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A question with the best play: table and rack before it and after it."""

    before: Table
    rack: Rack
    best: Best

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
        told: Answer = {
            "tiles": len(self.rack) - len(self.left),
            "points": self.best.points,
            "play": str(self.after),
            "rack": str(self.left),
            "proven": self.best.proven,
        }
        if len(self.best.tables) > 1:
            told["opening"] = str(self.best.tables[0])
        return {**told, "steps": [step.sentence for step in self.steps]}

    @property
    def steps(self) -> tuple[Step, ...]:
        """What the hands do, one step after the other."""
        return explain(self.before, *self.best.tables, free=self.best.placed - self.rack)


def solved(question: Mapping[str, object], find: Find = best_play) -> Solved:
    """Return the best play that *question* asks for, as *find* finds it.

    Raises QuestionError for a question that cannot be answered.
    """
    asked = Asked(question)
    objective = _objective(asked)
    rules, state = position(asked)
    try:
        best = find(rules, state, objective)
    except ValueError as error:
        raise QuestionError(str(error)) from None
    return Solved(state.table, state.mover.rack, best)


def _objective(asked: Asked) -> Objective:
    named = asked.text("objective", Objective.TILES.value)
    try:
        return Objective(named)
    except ValueError:
        known = " or ".join(objective.value for objective in Objective)
        raise asked.error("objective", f"it is {known}, not {quoted(named)}") from None
