"""Times the search for the plays that lead to a table, and for the best turn of several plays."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from tests.support.random_rounds import random_round

from benchmarks.referee import full_table
from benchmarks.timing import Timing, timed
from tilerummy.analysis import best_play, best_turn, turn_for
from tilerummy.jokers import Reuse
from tilerummy.melds import Table
from tilerummy.rules import Ruleset, ruleset
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.state import Phase, Play, Seat, State, TurnStart, conceal
from tilerummy.tiles import STANDARD, Rack

_PRESETS = ("sabra", "spears-1988", "sabra-strict", "sabra-way-tournament", "dutch-sabra")


def measurements() -> Iterator[tuple[str, str, Timing]]:
    """Yield a name, a goal and the times for each measurement."""
    played = [call for seed, name in enumerate(_PRESETS) for call in _played(name, seed)]
    yield (
        "turn_for: the table after every turn of a random round",
        "median ≤ 5000 µs, worst ≤ 50000 µs",
        timed(played, repeats=1),
    )
    yield (
        "best_play: the opening turn, racks of 14 to 20 tiles",
        "median ≤ 1000 µs, worst ≤ 20000 µs",
        timed([partial(best_play, *opening) for opening in _openings(140)], repeats=1),
    )
    positions = [*_positions(60)]
    yield (
        "turn_for: tables of 80 tiles, built as if freed jokers might go anywhere",
        "median ≤ 5000 µs, worst ≤ 50000 µs",
        timed([*_built_freely(positions)], repeats=1),
    )
    yield (
        "best_turn: as above",
        "median ≤ 5000 µs",
        timed([partial(best_turn, rules, view) for rules, view in positions], repeats=1),
    )


def _played(name: str, seed: int) -> Iterator[Callable[[], object]]:
    rules, start = ruleset(name), None
    for step in random_round(rules, 2, seed):
        if not isinstance(step.action, Play):
            start = None
            continue
        start = start or step.before
        yield partial(turn_for, rules, conceal(start, start.to_move), step.after.table)


def _openings(count: int) -> Iterator[tuple[Ruleset, State]]:
    """Yield unopened racks of 14 to 20 tiles with tables of up to 80 tiles."""
    rng = random.Random(7)
    for number in range(count):
        laid = full_table(rng)
        table = Table(rng.sample([*laid], rng.randint(0, len(laid))))
        rest = [*Rack(STANDARD) - table.tiles]
        rack = Rack(rng.sample(rest, min(14 + number % 7, len(rest))))
        yield ruleset(_PRESETS[number % len(_PRESETS)]), _to_move(rack, table, opened=None)


def _to_move(rack: Rack, table: Table, *, opened: int | None) -> State:
    seat = Seat(rack=rack, opened=opened)
    start = TurnStart(table=table, seat=seat)
    return State(seats=(seat, Seat(opened=1)), table=table, phase=Phase.ACT, turn=8, start=start)


def _positions(count: int) -> Iterator[tuple[Ruleset, State]]:
    """Yield full tables with jokers and racks with tiles that can replace them, opened or not."""
    rng = random.Random(6)
    for number in range(count):
        table = full_table(rng)
        rules = ruleset(_PRESETS[1 + number % (len(_PRESETS) - 1)])
        rest = [*Rack(STANDARD) - table.tiles]
        rack = Rack(rng.sample(rest, min(14, len(rest))))
        yield rules, _to_move(rack, table, opened=None if number % 3 == 0 else 0)


def _built_freely(positions: list[tuple[Ruleset, State]]) -> Iterator[Callable[[], object]]:
    for rules, view in positions:
        law = replace(rules.table.jokers, reuse=Reuse.ANY)
        best = best_play(replace(rules, table=Rearrange(law)), view)
        after: Table = best.tables[-1] if best else view.table
        yield partial(turn_for, rules, view, after)
