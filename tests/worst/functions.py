"""All functions that take a deadline, with checks of their results."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

from tilerummy.analysis import (
    best_play,
    best_turn,
    can_go_out,
    explain,
    hint,
    perft,
    playable,
    plays,
    turn_for,
)
from tilerummy.analysis.best_plays.best import problem
from tilerummy.analysis.positions import after_play
from tilerummy.deadline import Deadline
from tilerummy.jokers import JokerLaw, JokerMelds
from tilerummy.melds import Table
from tilerummy.players import PLAYERS, player
from tilerummy.rules import Ruleset, decide_all
from tilerummy.solver import Kind, solve
from tilerummy.state import Action, Play, State
from tilerummy.tiles import Rack

Ask = Callable[[Ruleset, State, Deadline], object]


@dataclass(frozen=True, slots=True)
class Measured:
    """The duration of a call in milliseconds of wall-clock time and of processor time.

    ``waited`` is how long other processes used the processor.
    """

    wall: float
    cpu: float
    waited: float


def _best_play(rules: Ruleset, view: State, deadline: Deadline) -> None:
    _accepted(rules, view, best_play(rules, view, deadline=deadline).plays)


def _best_turn(rules: Ruleset, view: State, deadline: Deadline) -> None:
    _accepted(rules, view, best_turn(rules, view, deadline=deadline).plays)


def _plays(rules: Ruleset, view: State, deadline: Deadline) -> None:
    for play in plays(rules, view, deadline=deadline):
        _accepted(rules, view, (play,))


def _hint(rules: Ruleset, view: State, deadline: Deadline) -> None:
    _CHOSEN.append((rules, view, hint(rules, view, deadline=deadline).actions))


def _perft(rules: Ruleset, view: State, deadline: Deadline) -> None:
    perft(rules, view, deadline=deadline)


def _asked(rules: Ruleset, view: State, deadline: Deadline) -> None:
    half = deadline.share(0.5)
    assert playable(rules, view, deadline=half) in (True, False)
    assert can_go_out(rules, view, deadline=deadline) in (True, False)


def _choose(level: str, rules: Ruleset, view: State, deadline: Deadline) -> None:
    actions = player(level, Random(1)).choose(rules, view, view.to_move, deadline=deadline)
    assert actions, f"{level} does nothing"
    _CHOSEN.append((rules, view, actions))


def _turn_for(after: Table, rules: Ruleset, view: State, deadline: Deadline) -> None:
    _accepted(rules, view, turn_for(rules, view, after, deadline=deadline).plays)


def _explain(after: Table, rules: Ruleset, view: State, deadline: Deadline) -> None:
    explain(view.table, after, law=rules.table.jokers, tiles=rules.tiles, deadline=deadline)


def _accepted(rules: Ruleset, view: State, actions: Iterable[Action]) -> None:
    """Store actions for :func:`judge`, so that judging does not count as work of the function."""
    _WAITING.append((rules, view, tuple(actions)))


_WAITING: list[tuple[Ruleset, State, tuple[Action, ...]]] = []
_CHOSEN: list[tuple[Ruleset, State, tuple[Action, ...]]] = []


def judge() -> None:
    """Judge all actions stored since the last call. Raises IllegalActionError if one is illegal."""
    try:
        for rules, view, actions in _WAITING:
            now = _face_up(rules, view)
            for action in actions:
                decide_all(rules, now, (action,))
                assert isinstance(action, Play)
                now = after_play(now, action)
        for rules, view, actions in _CHOSEN:
            decide_all(rules, _face_up(rules, view), actions)
    finally:
        _WAITING.clear()
        _CHOSEN.clear()


def _face_up(rules: Ruleset, view: State) -> State:
    """Return *view* with arbitrary tiles on the other racks, which scoring a round needs."""
    tiles = rules.tiles.kinds
    seats = (
        seat if i == view.to_move else replace(seat, rack=Rack(tiles[: len(seat.rack)]))
        for i, seat in enumerate(view.seats)
    )
    return replace(view, seats=tuple(seats))


def functions(rules: Ruleset, view: State) -> dict[str, Ask]:
    """Return all functions that can be called with the position, by name."""
    asks: dict[str, Ask] = {
        "best_play": _best_play,
        "best_turn": _best_turn,
        "hint": _hint,
        "plays": _plays,
        "perft": _perft,
        "asked": _asked,
        **{f"choose {level}": partial(_choose, level) for level in PLAYERS},
    }
    freely = replace(
        problem(rules, view),
        kind=Kind.REARRANGE,
        law=JokerLaw(melds=JokerMelds.FREE),
        at_least=0,
        tidy=False,
        milliseconds=1000,
    )
    after = solve(freely).after
    if after != view.table:
        asks["turn_for"] = partial(_turn_for, after)
        asks["explain"] = partial(_explain, after)
    return asks


def measured(work: Callable[[Deadline], object], milliseconds: float) -> Measured:
    """Return the duration of *work* with a deadline of *milliseconds*."""
    waited, wall, cpu = _waited(), time.perf_counter(), time.process_time()
    work(Deadline(milliseconds))
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    found = Measured(wall * 1000, cpu * 1000, _waited() - waited)
    judge()
    return found


def _waited() -> float:
    """Return the milliseconds that this process has waited for a processor, if known."""
    try:
        return int(_SCHEDULED.read_text().split()[1]) / 1e6
    except OSError:
        return 0.0


_SCHEDULED = Path("/proc/self/schedstat")
