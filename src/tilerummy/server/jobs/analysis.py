"""The studio's job: find the best plays in a position, and estimate chances of winning.

A chance is estimated by playing the round out in many *worlds*. A world is the position with all
hidden tiles assigned at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import takewhile
from random import Random

import msgspec

from tilerummy.analysis import best_play, explain, turn_for
from tilerummy.analysis.merits import merits
from tilerummy.analysis.positions import after_play
from tilerummy.deadline import NEVER, Deadline
from tilerummy.players.evaluation.candidate_selection import Actions, candidates, turn_end
from tilerummy.players.evaluation.evaluating import Budget, Candidate, Evaluation, evaluate
from tilerummy.players.evaluation.intervals import Interval
from tilerummy.protocol.closed_hands import declarable
from tilerummy.protocol.question_fields import QuestionFields, position
from tilerummy.rules import Ruleset
from tilerummy.server.jobs.questions import json_result
from tilerummy.server.messages.bodies.common import ErrorDetail
from tilerummy.server.messages.bodies.questions import (
    Analyse,
    AnalyseAnswer,
    BestPlay,
    Declarable,
    Measured,
    MeritView,
)
from tilerummy.server.room.round_views import step_view
from tilerummy.simulator import Policy, can_simulate
from tilerummy.state import Play, Seat, State
from tilerummy.state.events import tables_after
from tilerummy.state.state import with_state
from tilerummy.tiles import HIDDEN, NotationError, Rack

FINDING = 0.3
"""The share of the time spent on finding plays."""
ESTIMATING = 0.9
"""The share of the remaining time spent on estimating chances; the rest is for explaining plays."""
WORLDS = 200
"""The maximum number of worlds for each second, to estimate a play's chance of winning."""
ENOUGH = 20
"""The minimum number of worlds for an estimate; with fewer, chances are left out."""
MEASURED = 5
"""The minimum number of plays whose chances are estimated, if there are that many plays."""
SORTING, SORTED = 0.4, 50
"""The share of the time for the first comparison of all plays, and its maximum number of worlds."""
CERTAIN = Measured(mean=1.0, low=1.0, high=1.0)
"""The chance of winning after a play that goes out."""
HELD = 10
"""The default number of tiles on each other player's rack."""


def analyse(question: Analyse, *, deadline: Deadline = NEVER) -> bytes | ErrorDetail:
    """Return the best plays in a position as JSON, or an error."""
    return json_result(_answer, question, deadline)


def _answer(question: Analyse, deadline: Deadline) -> AnalyseAnswer:
    fields = msgspec.structs.asdict(question)
    limit, chances, held, pool, unopened, after, among, seconds = (
        fields.pop(name)
        for name in (
            *("most", "chances", "held", "pool"),
            *("unopened", "after", "among", "seconds"),
        )
    )
    reader = QuestionFields(fields)
    rules, state = position(reader)
    if not rules.draws_and_discards:
        each = [held] * (len(state.seats) - 1) if isinstance(held, int) else held
        state = with_hidden(rules, state, each, pool, unopened)
    finding = deadline.share(FINDING)
    best = best_play(rules, state, deadline=finding.share(0.5))
    if rules.draws_and_discards:
        table = best.tables[-1] if best.tables else state.table
        placed = len(best.placed)
        left = state.mover.rack - best.placed
        only = BestPlay(tiles=placed, play=str(table), rack=str(left))
        closed = declarable(reader, rules, state).get("closed")
        return AnalyseAnswer(
            plays=[only] if placed else [],
            proven=best.proven,
            worlds=0,
            closed=msgspec.convert(closed, Declarable | None),
        )
    found = _turns_to(rules, state, among, deadline=finding) or candidates(
        rules, state, known=best.plays, deadline=finding
    )
    own = own_turn(rules, state, after, deadline=finding) if after else ()
    ranked = _ranked(state, found, own)
    if not chances or not ranked or not can_simulate(rules):
        plays = [play for play, _ in _first(ranked, limit, own)]
        return AnalyseAnswer(plays=plays, proven=best.proven, worlds=0)
    budget = Budget(WORLDS * seconds, deadline=deadline.share(ESTIMATING))
    measured, worlds = _measured(rules, state, ranked, limit, own, budget)
    plays = [play for play, _ in measured]
    return AnalyseAnswer(
        plays=[_explained(rules, state, *each, deadline.share(0.2)) for each in measured],
        alike=_alike(plays),
        why=_why(rules, state, [actions for _, actions in measured], deadline.share(0.5)),
        proven=best.proven,
        worlds=worlds,
        held=[len(seat.rack) for seat in state.seats[1:]],
        pool=len(state.pool),
    )


Ranked = tuple[BestPlay, Actions]


def own_turn(rules: Ruleset, state: State, after: str, *, deadline: Deadline) -> Actions:
    """Return the viewer's turn that leads to the table *after*, or nothing if it is illegal."""
    try:
        table = rules.read_table(after)
    except NotationError:  # some tiles are not melds
        return ()
    plays = turn_for(rules, state, table, deadline=deadline).plays
    return (*plays, *turn_end(reduce(after_play, plays, state))) if plays else ()


def _turns_to(
    rules: Ruleset, state: State, tables: Sequence[str], *, deadline: Deadline
) -> tuple[Actions, ...]:
    """Return the legal turns that lead to these *tables*. An empty text means laying nothing."""
    turns = (
        own_turn(rules, state, after, deadline=deadline) if after else turn_end(state)
        for after in tables
    )
    return tuple(turn for turn in turns if turn)


def _ranked(state: State, found: Sequence[Actions], own: Actions) -> list[Ranked]:
    """Sort the turns by tiles. The viewer's *own* replaces the one that lays the same tiles."""
    each = [(_play(state, one), one) for one in found]
    if own:
        mine = _play(state, own)
        each = [one for one in each if one[0].rack != mine.rack] + [(mine, own)]
    return sorted(each, key=lambda one: -one[0].tiles)


def _first(ranked: Sequence[Ranked], limit: int, own: Actions) -> list[Ranked]:
    """Return the first *limit* turns, and the viewer's *own* wherever it ranks."""
    return [*ranked[:limit], *(one for one in ranked[limit:] if own and one[1] == own)]


def _play(state: State, actions: Actions) -> BestPlay:
    """Convert a candidate's actions to a BestPlay."""
    plays = [action for action in actions if isinstance(action, Play)]
    last = reduce(after_play, plays, state)
    placed = state.mover.rack - last.mover.rack
    return BestPlay(tiles=len(placed), play=str(last.table), rack=str(last.mover.rack))


def _explained(
    rules: Ruleset, state: State, play: BestPlay, actions: Actions, deadline: Deadline
) -> BestPlay:
    """Return *play* with steps that explain it. *actions* are the actions that it consists of."""
    made = [action for action in actions if isinstance(action, Play)]
    steps = explain(
        state.table,
        *tables_after(state.table, made),
        law=rules.table.jokers,
        tiles=rules.tiles,
        deadline=deadline,
    )
    return msgspec.structs.replace(play, steps=[*map(step_view, steps)])


def _alike(plays: Sequence[BestPlay]) -> int:
    """Return the number of plays at the top whose intervals overlap.

    A play that goes out is certain, so it is never like another.
    """
    chances = [play.chance for play in plays if play.chance]
    return sum(1 for _ in takewhile(lambda one: one.high >= chances[0].low, chances))


def _why(
    rules: Ruleset, state: State, turns: Sequence[Actions], deadline: Deadline
) -> list[MeritView]:
    """Return the proven differences between the first turn and the second, if there are two."""
    if len(turns) < 2:
        return []
    return [
        MeritView(
            code=merit.code,
            tiles=[*map(str, merit.tiles)],
            count=merit.count,
            drawback=merit.is_drawback,
        )
        for merit in merits(rules, state, *turns[:2], deadline=deadline)
    ]


def with_hidden(
    rules: Ruleset,
    state: State,
    held: Sequence[int],
    pool: int | None,
    unopened: Sequence[int] = (),
) -> State:
    """Add hidden tiles to a position.

    *held* lists the number of tiles on each of the other racks, and *pool* is the number of tiles
    in the pool, by default all that remain. These numbers are reduced if the tile set does not have
    enough tiles; earlier racks have priority, but each rack has at least one tile. The seats in
    *unopened* have not opened. Raises ValueError if there are too many racks.
    """
    others = len(state.seats) - 1
    if len(held) > others:
        raise ValueError(f"held: {len(held)} racks are given, but there are {others} other players")
    seen = state.table.tiles + state.mover.rack + state.free
    left = len(rules.deal.bucket(rules.tiles, others + 1)) - len(seen)
    seats = [state.mover]
    for nth, count in enumerate([*held, *[HELD] * (others - len(held))], start=1):
        some = max(1, min(count, left - (others - nth)))
        seats.append(Seat(rack=Rack([HIDDEN] * some), opened=None if nth in unopened else 0))
        left -= some
    drawn = max(0, left if pool is None else min(pool, left))
    return with_state(state, seats=tuple(seats), pool=(HIDDEN,) * drawn)


def _measured(
    rules: Ruleset,
    view: State,
    ranked: Sequence[Ranked],
    limit: int,
    own: Actions,
    limits: Budget,
) -> tuple[list[Ranked], int]:
    """Return the *limit* plays with the best chances and the *own* one, and the number of worlds.

    First, all plays are compared in a few worlds. Then the best plays are evaluated again in other
    worlds. If time runs out before there are enough of these, the number is 0, and the plays stay
    sorted by tiles and have no chances.
    """

    def in_worlds(some: Sequence[Actions], budget: Budget, seed: int) -> Sequence[Evaluation]:
        each = [Candidate(actions, (Policy.MOST_TILES,)) for actions in some]
        return evaluate(rules, view, each, budget, rng=Random(seed))

    few = max(limit, MEASURED)
    chosen = ranked
    if len(ranked) > few:
        budget = Budget(SORTED, deadline=limits.deadline.share(SORTING))
        sorting = in_worlds([actions for _, actions in ranked], budget, 1)
        means = [one.chance.mean if one.worlds else 0.0 for one in sorting]
        best = sorted(range(1, len(ranked)), key=lambda nth: -means[nth])
        chosen = _first([ranked[nth] for nth in (0, *best)], few, own)
    measured = in_worlds([actions for _, actions in chosen], limits, 0)
    worlds = measured[0].worlds
    if worlds < ENOUGH:
        return _first(ranked, limit, own), 0
    plays = [
        (
            msgspec.structs.replace(
                play,
                chance=_interval(one.chance) if play.rack else CERTAIN,
                score=_interval(one.points),
            ),
            actions,
        )
        for (play, actions), one in zip(chosen, measured, strict=True)
    ]
    chances = [one.chance.mean for one in measured]
    order = sorted(range(len(plays)), key=lambda nth: -chances[nth])
    return _first([plays[nth] for nth in order], limit, own), worlds


def _interval(value: Interval) -> Measured:
    return Measured(mean=round(value.mean, 4), low=round(value.low, 4), high=round(value.high, 4))
