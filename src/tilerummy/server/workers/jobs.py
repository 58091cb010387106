"""The jobs of worker processes: plain functions on values."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from tilerummy.analysis import Step, explain, hint, turn_for
from tilerummy.melds import Table
from tilerummy.players import player
from tilerummy.rules import ruleset
from tilerummy.server.live.ports import Choice, Found
from tilerummy.server.wire import HintAnswer, StepView
from tilerummy.state import Play, State

MOST_FRAMES = 16
"""More pictures of a move than about so many are not shown."""

rules_of = lru_cache(maxsize=256)(ruleset)


def choice(text: str, view: State, seat: int, level: str, seed: int) -> Choice:
    """Return what a computer player does, and the tables in the making by which it shows it."""
    rules = rules_of(text)
    actions = player(level, Random(seed)).choose(rules, view, seat)
    plays = [a for a in actions if isinstance(a, Play)]
    frames = tuple((*step.table, step.hand) for step in _steps(view, plays))
    return Choice(tuple(actions), frames[:: 1 + len(frames) // MOST_FRAMES])


def _steps(view: State, plays: list[Play]) -> tuple[Step, ...]:
    tables = [view.table]
    for play in plays:
        tables.append(tables[-1] - play.lift + play.lay)
    return explain(*tables)


def found(text: str, view: State, after: Table) -> Found:
    """Return the plays that make the table *after*, or the reasons why there are none."""
    turn = turn_for(rules_of(text), view, after)
    return Found(turn.plays, turn.reasons)


def advice(text: str, view: State, level: int, cid: str) -> HintAnswer:
    """Return what the seat to move could do, told as far as *level* says."""
    found = hint(rules_of(text), view)
    tiles = found.tiles or ((found.discard,) if found.discard is not None else ())
    whole = level >= 3
    return HintAnswer(
        cid=cid,
        level=level,
        advice=found.advice.value,
        tiles=[str(t) for t in tiles] if level >= 2 else [],
        steps=[step_view(step) for step in found.steps] if whole else [],
        sentence=" ".join(found.told(level)),
        after=[str(m) for m in found.best.tables[-1]] if whole and found.best.tables else None,
    )


def step_view(step: Step) -> StepView:
    """Return a step as it is told."""
    return StepView(
        code=step.code,
        sentence=step.sentence,
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
