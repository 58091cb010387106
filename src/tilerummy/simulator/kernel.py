"""The simulator of the kernel: writes questions for it and reads its answers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, cycle

from tilerummy.melds import Table
from tilerummy.rules import Ruleset, decide_all
from tilerummy.simulator.buffers import Buffers
from tilerummy.simulator.deals import chance_seed, dealt, dealt_events
from tilerummy.simulator.packing import (
    line_numbers,
    policy_numbers,
    round_numbers,
    rules_numbers,
    source_of,
    view_numbers,
    world_numbers,
)
from tilerummy.simulator.policies import Policy
from tilerummy.simulator.results import Rollouts, Rounds, Turns, nothing_played
from tilerummy.simulator.worlds import Effort, Line, World
from tilerummy.solver import HAS_KERNEL
from tilerummy.solver.kernel import unpacked_meld
from tilerummy.state import (
    Action,
    Declare,
    Discard,
    Draw,
    Event,
    GoOut,
    Pass,
    Phase,
    Play,
    Played,
    Source,
    State,
    apply,
    fold,
)
from tilerummy.tiles import HIDDEN, Rack, Tile

if HAS_KERNEL:
    from tilerummy import _kernel  # a compiled module, which has no place among the layers


def played(
    rules: Ruleset,
    policies: Sequence[Policy],
    seeds: Sequence[bytes],
    starter: int | None,
    *,
    log: bool,
    threads: int,
) -> Rounds:
    """Return the rounds that the *seeds* deal."""
    seats = len(policies)
    starters, starts = array("i"), []
    for seed in seeds:
        state = dealt(rules, seats, seed, starter)
        starters.append(state.to_move)
        starts.append(round_numbers(rules, state, policies, chance_seed(seed)))
    numbers = rules_numbers(rules, seats)
    rows, turns = map(_integers, _kernel.play_rounds(numbers, starts, log=log, threads=threads))
    width = 3 + seats
    scores = array(
        "i", chain.from_iterable(zip(*(rows[3 + s :: width] for s in range(seats)), strict=True))
    )
    columns = (turns[column::_TURN_COLUMNS] for column in range(_TURN_COLUMNS))
    return Rounds(
        *(seats, rows[0::width], rows[1::width], starters, rows[2::width], scores),
        Turns(*columns),
    )


_TURN_COLUMNS = len(Turns().columns())


def events(
    rules: Ruleset, policies: Sequence[Policy], seed: bytes, starter: int | None
) -> tuple[Event, ...]:
    """Return the events of the round that *seed* deals; the referee judges every action."""
    begun = dealt_events(rules, len(policies), seed, starter)
    state = fold(begun, State.before_deal(len(policies)))
    return (*begun, *events_from(rules, state, policies, chance_seed(seed)))


def events_from(
    rules: Ruleset, state: State, policies: Sequence[Policy], seed: int
) -> Iterator[Event]:
    """Yield the events from *state* to the end of its round; the referee judges every action."""
    start = round_numbers(rules, state, policies, seed)
    numbers = rules_numbers(rules, len(policies))
    for logged in _kernel.play_logged(numbers, start, _ALL_TURNS):
        for action in _turn(state.table, *logged):
            if state.phase is Phase.OVER:
                return  # a play emptied the rack
            new = decide_all(rules, state, [action], seat=state.to_move)
            yield from new
            state = fold(new, state)


_ALL_TURNS = 2**31 - 1


def turn(rules: Ruleset, view: State, policy: Policy, seed: int) -> tuple[Action, ...]:
    """Return what a seat does that plays by *policy*: its draw, or the rest of its turn.

    The kernel needs a tile in the place of each that is hidden; no policy asks which.
    """
    anything = cycle(rules.tiles.kinds)
    seats = (
        replace(seat, rack=Rack(next(anything) if tile == HIDDEN else tile for tile in seat.rack))
        for seat in view.seats
    )
    pool = tuple(next(anything) for _ in view.pool)
    state = replace(view, seats=tuple(seats), pool=pool)
    policies = [policy] * len(view.seats)
    start = round_numbers(rules, state, policies, seed)
    (logged,) = _kernel.play_logged(rules_numbers(rules, len(policies)), start, 1)
    actions = _turn(view.table, *logged)
    if view.phase is Phase.DRAW and actions[0] == Draw():
        return actions[:1]
    placed = sum(len(tiles) for _, tiles, _ in logged[1])
    went_out = not rules.draws_and_discards and placed == len(view.mover.rack)
    return actions[:-1] if went_out else actions


def _plays(
    table: Table, logged: Iterable[tuple[list[int], list[int], list[int]]]
) -> Iterator[Play]:
    """Yield the plays of a turn of the kernel, the first of which changes *table*."""
    for packed, _, _ in logged:
        after = Table(map(unpacked_meld, packed))
        yield Play.between(table, after)
        table = after


def _turn(
    table: Table,
    number: int,
    logged: Sequence[tuple[list[int], list[int], list[int]]],
    discard: int | None,
    declared: bool,  # noqa: FBT001
) -> tuple[Action, ...]:
    """Return the actions of the rest of a turn of the kernel, which began with that *table*."""
    source, plays = source_of(number), [*_plays(table, logged[: len(logged) - declared])]
    end = None if discard is None else (Declare if declared else Discard)(Tile(discard))
    if end is None:  # of two families, the one without discards
        return (*plays, Pass() if source is None else Draw())
    if source is Source.TRUMP:
        return (GoOut(tuple(plays), end.discard if isinstance(end, Declare) else end.tile),)
    drawn = () if source is None else (Draw(source),)
    return (*drawn, *plays, end)


def rolled_out(
    rules: Ruleset, view: State, lines: Sequence[Line], worlds: Sequence[World], effort: Effort
) -> Rollouts:
    """Return what becomes of each line in each world."""
    for world in worlds:
        world.check(view)
    seats = len(view.seats)
    known = worlds[0].state(view) if worlds else view  # a pass may end the round: scores need racks
    packed = list[bytes]()
    for line in lines:
        if effort.deadline and effort.deadline.is_over:
            return nothing_played(len(lines), len(worlds), seats)
        packed.append(_line(rules, known, line))
    complete, *columns = _kernel.roll_out(
        rules_numbers(rules, seats),
        view_numbers(rules, view),
        [world_numbers(world) for world in worlds],
        packed,
        effort.turns or 0,
        effort.threads,
        max(1e-6, effort.deadline.left) if effort.deadline else 0.0,
    )
    whole = tuple(world for world, done in enumerate(complete) if done)
    return Rollouts(len(lines), len(worlds), seats, whole, *map(_integers, columns))


def _line(rules: Ruleset, state: State, line: Line) -> bytes:
    """Return a line for the kernel; the referee has judged it."""
    seat, tables = state.to_move, []
    for event in decide_all(rules, state, line.actions, seat=seat):
        state = apply(state, event)
        if isinstance(event, Played):
            tables.append((event, state.table))
    return line_numbers(rules, line, tables)


class KernelBatch:
    """Steps the rounds of a ``RoundBatch`` in the kernel, which writes its buffers."""

    def __init__(
        self,
        rules: Ruleset,
        policies: Sequence[Policy | None],
        buffers: Buffers,
        candidates: int,
    ) -> None:
        self.rules, self.policies = rules, policies
        numbers, seated = rules_numbers(rules, len(policies)), policy_numbers(policies)
        rounds = len(buffers.over)
        self._batch = _kernel.Batch(numbers, seated, rounds, candidates, buffers.each())

    def reset(self, seeds: Sequence[bytes], numbers: Sequence[int]) -> None:
        """Deal these rounds anew."""
        seats = len(self.policies)
        for seed, number in zip(seeds, numbers, strict=True):
            state = dealt(self.rules, seats, seed)
            start = round_numbers(self.rules, state, self.policies, chance_seed(seed))
            self._batch.reset(number, start)

    def step(self, choices: Sequence[int], threads: int) -> None:
        """Make the choice of each round that is not over."""
        self._batch.step(array("i", [*choices]).tobytes(), threads)


def _integers(data: bytes) -> array[int]:
    column = array("i")
    column.frombytes(data)
    return column
