"""Jobs for rooms: computer players' moves, human players' turns, judging, hints.

A search is given only one seat's view; only the referee is given the complete state.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tilerummy.analysis import Steps, Turn, explain, turn_for
from tilerummy.analysis import hint as best_hint
from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Table
from tilerummy.players import PLAYERS, player
from tilerummy.players.decisions import Motive
from tilerummy.rules import IllegalActionError, Reason, Ruleset, decide_all, ruleset
from tilerummy.rules_text import hint_code, hint_text
from tilerummy.server.messages.server import HintAnswer
from tilerummy.server.room.cost import has_many_readings
from tilerummy.server.room.round_views import step_view
from tilerummy.server.workers.classes import HINT, SHOW, THINK, TURN, WorkClass
from tilerummy.state import Action, Event, Play, State
from tilerummy.state.events import tables_after

MAX_FRAMES = 16
"""The approximate maximum number of previews for a move."""
CHOOSING = 0.8
"""The share of the budget spent on choosing a move; the rest is for creating its previews."""
rules_of = lru_cache(maxsize=256)(ruleset)


@dataclass(frozen=True, slots=True)
class Choice:
    """A computer player's actions, drafts that preview them, and the motive behind them."""

    actions: tuple[Action, ...]
    frames: tuple[tuple[tuple[str, ...], ...], ...] = ()
    motive: Motive | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """The events that result, or the reasons why the referee rejects the actions."""

    events: tuple[Event, ...] = ()
    reasons: tuple[Reason, ...] = ()


class ComputerPlayer(NamedTuple):
    """The computer player to move, with its level and random seed.

    ``among_computers`` is True if no humans play in the room. ``history`` contains the round's
    events as seen from its seat, for levels that need them.
    """

    level: str
    seed: int
    among_computers: bool = False
    history: tuple[Event, ...] = ()


def turn_class(rules: Ruleset, table: Table) -> WorkClass:
    """Return the work class of a turn; turns that are slow to judge have no reserved worker."""
    return HINT if has_many_readings(rules, table) else TURN


def choice_class(rules: Ruleset, view: State, computer: ComputerPlayer) -> WorkClass:
    """Return the work class of a computer player's choice; long choices use separate workers."""
    budget = PLAYERS[computer.level].milliseconds
    if budget > TURN.budget:
        return THINK.within(budget)
    return SHOW if computer.among_computers else turn_class(rules, view.table)


def choose(
    text: str, view: State, computer: ComputerPlayer, *, deadline: Deadline = NEVER
) -> Choice:
    """Choose the actions of a computer player."""
    rules = rules_of(text)
    chooser = player(computer.level, Random(computer.seed))
    decision = chooser.decide(
        rules, view, view.to_move, history=computer.history, deadline=deadline.share(CHOOSING)
    )
    plays = [a for a in decision.actions if isinstance(a, Play)]
    frames = tuple((*step.table, step.picked_up) for step in _steps(rules, view, plays, deadline))
    frames = frames[:: 1 + len(frames) // MAX_FRAMES]
    return Choice(decision.actions, frames, decision.motive)


def _steps(rules: Ruleset, view: State, plays: list[Play], deadline: Deadline) -> Steps:
    tables = tables_after(view.table, plays)
    return explain(
        view.table, *tables, law=rules.table.jokers, tiles=rules.tiles, deadline=deadline
    )


def find_turn(text: str, view: State, after: Table, *, deadline: Deadline = NEVER) -> Turn:
    """Find plays that lead to the table *after*, or the reasons why there are none."""
    return turn_for(rules_of(text), view, after, deadline=deadline)


def decide(text: str, state: State, seat: int | None, actions: tuple[Action, ...]) -> Decided:
    """Return the events that *actions* cause, or the referee's reasons for rejecting them."""
    try:
        return Decided(events=decide_all(rules_of(text), state, actions, seat=seat))
    except IllegalActionError as error:
        return Decided(reasons=error.reasons)


def hint(text: str, view: State, level: int, cid: str, *, deadline: Deadline = NEVER) -> HintAnswer:
    """Return a hint for the seat to move, as detailed as *level* requests."""
    best = best_hint(rules_of(text), view, deadline=deadline)
    tiles = best.tiles or ((best.discard,) if best.discard is not None else ())
    complete = level >= 3
    return HintAnswer(
        cid=cid,
        level=level,
        advice=best.advice.value,
        code=hint_code(best),
        tiles=[str(t) for t in tiles] if level >= 2 else [],
        steps=[step_view(step) for step in best.steps] if complete else [],
        sentence=" ".join(hint_text(best, level)),
        after=[str(m) for m in best.best.tables[-1]] if complete and best.best.tables else None,
    )
