"""Rounds and rollouts between policies, played over the referee."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from random import Random

from tilerummy.deadline import OutOfTimeError
from tilerummy.rules import Ruleset, decide_all
from tilerummy.rules.judging.endings import round_over
from tilerummy.rules.rounds.scoring import rack_value
from tilerummy.simulator.deals import dealt, dealt_events
from tilerummy.simulator.policies import Policy
from tilerummy.simulator.reference.turns import turn
from tilerummy.simulator.results import ACTIONS, ENDINGS, Rollouts, Rounds, Turns
from tilerummy.simulator.worlds import Effort, Line, World
from tilerummy.state import (
    Drew,
    Ended,
    Ending,
    Event,
    Phase,
    Played,
    Source,
    State,
    conceal,
    fold,
)
from tilerummy.tiles import JOKER, Rack


def played(
    rules: Ruleset,
    policies: Sequence[Policy],
    seeds: Sequence[bytes],
    starter: int | None,
    *,
    log: bool,
) -> Rounds:
    """Return the rounds that the *seeds* deal."""
    seats = len(policies)
    columns = (array("i"), array("i"), array("i"), array("i"), array("i"))
    rounds = Rounds(seats, *columns, Turns())
    for index, seed in enumerate(seeds):
        state = dealt(rules, seats, seed, starter)
        rounds.starters.append(state.to_move)
        before = state
        for new, after in _turns(rules, state, policies, chances(seats, seed)):
            if log:
                _log(rules, rounds.log, index, (before, new, after))
            before = after
        ended = before.ended
        assert ended is not None
        rounds.winners.append(-1 if ended.winner is None else ended.winner)
        rounds.endings.append(ENDINGS.index(ended.ending))
        rounds.turns.append(before.turn + 1)
        rounds.scores.extend(ended.scores)
    return rounds


def events(
    rules: Ruleset, policies: Sequence[Policy], seed: bytes, starter: int | None
) -> tuple[Event, ...]:
    """Return the events of the round that *seed* deals."""
    seats = len(policies)
    every = [*dealt_events(rules, seats, seed, starter)]
    state = fold(every, State.before_deal(seats))
    for new, _ in _turns(rules, state, policies, chances(seats, seed)):
        every.extend(new)
    return tuple(every)


def rolled_out(
    rules: Ruleset,
    view: State,
    lines: Sequence[Line],
    worlds: Sequence[World],
    effort: Effort,
) -> Rollouts:
    """Return what becomes of each line in each world."""
    seats, size = len(view.seats), len(lines) * len(worlds)
    one, each = (array("i", bytes(4 * n)) for n in (size, size * seats))
    found = Rollouts(len(lines), len(worlds), seats, (), one, one[:], one[:], each, each[:])
    complete = []
    states = [world.state(view) for world in worlds]
    for w, world in enumerate(worlds):
        try:
            ends = [_rolled(rules, states[w], line, world, effort) for line in lines]
        except OutOfTimeError:
            break
        complete.append(w)
        for number, end in enumerate(ends):
            _enter(rules, found, found.at(number, w), end, end.turn - view.turn)
    return Rollouts(
        *(len(lines), len(worlds), seats, tuple(complete), found.ended, found.winners),
        *(found.turns, found.scores, found.tiles),
    )


def _rolled(rules: Ruleset, state: State, line: Line, world: World, effort: Effort) -> State:
    """Return the state in which a rollout of *line* ends; raises OutOfTimeError."""
    seat = state.to_move
    last = None if effort.turns is None else state.turn + effort.turns
    policies = [*world.policies]
    if line.policy is not None:
        policies[seat] = line.policy
    state = fold(decide_all(rules, state, line.actions, seat=seat), state)
    for _, after in _turns(rules, state, policies, chances(len(policies), world.seed), last):
        effort.deadline.check()
        state = after
    return state


def _enter(rules: Ruleset, found: Rollouts, entry: int, end: State, turns: int) -> None:
    """Write the *end* of a rollout into that *entry*."""
    ended = end.ended
    over = ended or round_over(rules, end, Ending.POOL_EXHAUSTED)
    found.ended[entry] = ended is not None
    found.winners[entry] = -1 if ended is None or ended.winner is None else ended.winner
    found.turns[entry] = turns + (ended is not None)
    for seat in range(found.seats):
        found.scores[entry * found.seats + seat] = over.scores[seat]
        found.tiles[entry * found.seats + seat] = len(end.seats[seat].rack)


def _turns(
    rules: Ruleset,
    state: State,
    policies: Sequence[Policy],
    chances: Sequence[Random],
    last: int | None = None,
) -> Iterator[tuple[tuple[Event, ...], State]]:
    """Yield the events of each turn and the state after it.

    Until the round is over, or before the turn with the number *last*.
    """
    while state.phase is not Phase.OVER and (last is None or state.turn < last):
        seat = state.to_move
        actions = turn(rules, conceal(state, seat), policies[seat], chances[seat])
        new = decide_all(rules, state, actions, seat=seat)
        state = fold(new, state)
        yield new, state


def chances(seats: int, seed: object) -> list[Random]:
    """Return the chance of each seat's policy."""
    return [Random(f"{seed!r} {seat}") for seat in range(seats)]


def _log(
    rules: Ruleset, log: Turns, index: int, turn_played: tuple[State, tuple[Event, ...], State]
) -> None:
    """Write a turn into the columns of *log*: the state before, its events and the state after."""
    before, new, after = turn_played
    seat = before.to_move
    placed = Rack(t for e in new if isinstance(e, Played) for t in e.placed)
    plays = sum(isinstance(e, Played) for e in new)
    drew = any(isinstance(e, Drew) and e.source is Source.POOL for e in new)
    action = ACTIONS.index("play" if plays else "draw" if drew else "pass")
    rack = next((e.racks[seat] for e in new if isinstance(e, Ended)), after.seats[seat].rack)
    joker = rules.scoring.joker
    row = (
        *(index, before.turn, seat, action, plays, len(placed), placed.count(JOKER)),
        *(rack_value(placed, joker), len(rack), rack_value(rack, joker)),
        *(len(after.pool), len(after.table.tiles)),
    )
    for column, value in zip(log.columns(), row, strict=True):
        column.append(value)
