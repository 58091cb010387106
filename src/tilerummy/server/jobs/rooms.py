"""Jobs for rooms: computer players' moves, human turns, judging, hints and near closed hands.

Searches only ever receive the view of a single seat; the referee receives the complete state.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tilerummy.analysis import (
    Advice,
    Hint,
    NearHand,
    Objective,
    Steps,
    Turn,
    best_play,
    explain,
    nearest_hands,
    turn_for,
)
from tilerummy.analysis import hint as best_hint
from tilerummy.analysis.near.aiming import Aim, aim_for
from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Table
from tilerummy.players import PLAYERS, player
from tilerummy.players.decisions import Motive
from tilerummy.rules import IllegalActionError, Reason, Ruleset, decide_all, ruleset
from tilerummy.rules_text import hint_code, hint_text
from tilerummy.rules_text.closed_hands import hand_sentences
from tilerummy.server.jobs.rules_text import coded_text
from tilerummy.server.messages.client import AskNear
from tilerummy.server.messages.server import HintAnswer, NearAnswer, NearHandView
from tilerummy.server.room.cost import has_many_readings
from tilerummy.server.room.round_views import step_view
from tilerummy.server.workers.classes import HINT, SHOW, THINK, TURN, WorkClass
from tilerummy.state import Action, Event, Phase, Play, Source, State
from tilerummy.state.events import tables_after

MAX_FRAMES = 16
"""The approximate maximum number of previews for one move."""
CHOOSING = 0.8
"""The share of the time for choosing a move; the rest is for creating its previews."""
MAX_MISSING = 7
"""The maximum number of tiles that a rack may lack for a closed hand to count as near."""
UNAIMED = 0.5
"""The share of the time for a hint that ends the round, if the player aims for a closed hand."""
OPENING = 0.2
"""The share of the time for the best opening; the rest is for finding closed hands."""
rules_of = lru_cache(maxsize=256)(ruleset)


@dataclass(frozen=True, slots=True)
class Choice:
    """The actions that a computer player chose, their previews, and the motive for the choice."""

    actions: tuple[Action, ...]
    frames: tuple[tuple[tuple[str, ...], ...], ...] = ()
    motive: Motive | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """The events that some actions cause, or the reasons why the referee rejects these actions."""

    events: tuple[Event, ...] = ()
    reasons: tuple[Reason, ...] = ()


class ComputerPlayer(NamedTuple):
    """The computer player whose turn it is, with its level and random seed.

    ``among_computers`` is True if only computers play in the room. ``history`` contains the round's
    events as the player's seat saw them; it is set only for levels that need it.
    """

    level: str
    seed: int
    among_computers: bool = False
    history: tuple[Event, ...] = ()


def turn_class(rules: Ruleset, table: Table) -> WorkClass:
    """Return the work class for judging a turn; slow turns cannot use the reserved workers."""
    return HINT if has_many_readings(rules, table) else TURN


def choice_class(rules: Ruleset, view: State, computer: ComputerPlayer) -> WorkClass:
    """Return the work class for a computer player's choice; slow ones run in separate workers."""
    budget = PLAYERS[computer.level].milliseconds
    if budget > TURN.budget:
        return THINK.within(budget)
    return SHOW if computer.among_computers else turn_class(rules, view.table)


def choose(
    text: str, view: State, computer: ComputerPlayer, *, deadline: Deadline = NEVER
) -> Choice:
    """Choose a computer player's actions."""
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
    """Find plays that lead to the table *after*; if none do, return the reasons."""
    return turn_for(rules_of(text), view, after, deadline=deadline)


def decide(text: str, state: State, seat: int | None, actions: tuple[Action, ...]) -> Decided:
    """Return the events that *actions* cause, or the referee's reasons for rejecting them."""
    try:
        return Decided(events=decide_all(rules_of(text), state, actions, seat=seat))
    except IllegalActionError as error:
        return Decided(reasons=error.reasons)


def hint(
    text: str, view: State, target: int = 0, *, deadline: Deadline = NEVER
) -> tuple[HintAnswer, ...]:
    """Return a hint for the player to move, with the detail of each level from 1 to 3.

    If the player aims for the closed hand with the number *target* and cannot end the round, the
    hint leads to that hand while it is within reach.
    """
    rules = rules_of(text)
    best = best_hint(rules, view, deadline=deadline.share(UNAIMED) if target else deadline)
    aim = aim_for(rules, view, target, deadline=deadline) if target and not best.out else None
    return tuple(
        _aim_answer(aim, level) if aim else _hint_answer(best, level) for level in (1, 2, 3)
    )


def _aim_answer(aim: Aim, level: int) -> HintAnswer:
    hand, tile = aim.near.hand, aim.discard
    advice = Advice.DISCARD if tile is not None else Advice.BEGIN
    return HintAnswer(
        cid="",
        level=level,
        advice=advice.value,
        code=f"aim.{advice.value}",
        tiles=[str(tile)] if tile is not None else [],
        sentence=f"This is for the closed hand {hand.name}.",
        hand=hand.number,
    )


def _hint_answer(best: Hint, level: int) -> HintAnswer:
    tiles = best.tiles or ((best.discard,) if best.discard is not None else ())
    complete = level >= 3
    return HintAnswer(
        cid="",
        level=level,
        advice=best.advice.value,
        code=hint_code(best),
        tiles=[str(t) for t in tiles] if level >= 2 or best.advice is Advice.DISCARD else [],
        steps=[step_view(step) for step in best.steps] if complete else [],
        sentence=" ".join(hint_text(best, level)),
        after=[str(m) for m in best.best.tables[-1]] if complete and best.best.tables else None,
        why=best.why.code if best.why else "",
        left=best.why.left if best.why else 0,
    )


def near(
    text: str, view: State, seat: int, question: AskNear, *, deadline: Deadline = NEVER
) -> NearAnswer:
    """Return the closed hands that a seat's rack is nearest to, its target and its best opening."""
    rules = rules_of(text)
    opening = _opening(rules, view, seat, deadline.share(OPENING))
    found = nearest_hands(rules, view, seat, most=MAX_MISSING, deadline=deadline)
    hands, proven = [*found.hands], found.proven
    if question.target and all(each.hand.number != question.target for each in hands):
        every = nearest_hands(rules, view, seat, count=None, deadline=deadline)
        hands += [each for each in every.hands if each.hand.number == question.target]
        proven = proven and every.proven
    return NearAnswer(
        cid=question.cid, hands=[*map(_near_view, hands)], opening=opening, proven=proven
    )


def _opening(rules: Ruleset, view: State, seat: int, deadline: Deadline) -> int | None:
    """Return the most points that a seat could open with, or None if it could not open."""
    if not rules.draws_and_discards or view.seats[seat].opened is not None:
        return None
    melding = replace(view, to_move=seat, phase=Phase.MELD, source=Source.POOL, drawn=None)
    best = best_play(rules, melding, Objective.POINTS, tidy=False, deadline=deadline)
    return (best.tables[0].points - view.table.points) if best else None


def _near_view(near: NearHand) -> NearHandView:
    return NearHandView(
        number=near.hand.number,
        name=near.hand.name,
        points=near.points,
        melds=near.shown.split(" / "),
        missing=[str(tile) for tile in near.missing],
        copies=[*near.copies],
        examples=near.examples,
        trump=near.trump,
        discard=near.discard,
        what=[*map(coded_text, hand_sentences(near.hand))] if near.hand.number else [],
    )
