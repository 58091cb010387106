"""The steps of plays as viewers are sent them."""

from __future__ import annotations

from tilerummy.analysis import Step
from tilerummy.rules_text import step_text
from tilerummy.server.messages import StepView


def step_view(step: Step) -> StepView:
    """Return a step as it is sent."""
    return StepView(
        code=step.code,
        sentence=step_text(step),
        tiles=[*step.tiles],
        rack=[*step.rack],
        held=[*step.held],
        taken=[*step.taken],
        source=[*step.source],
        target=[*step.onto],
        off=None if step.off is None else step.off.value,
        on=None if step.on is None else step.on.value,
        rows=[[*pile] for pile in step.table],
        hand=[*step.hand],
    )
