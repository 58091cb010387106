"""Packs rules, rounds, worlds and lines into rows of numbers for the kernel's simulator.

Every row is an ``array`` of 64-bit integers, read by kernel/simulate/packing.cpp.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache

from tilerummy.jokers import GroupOfThree, JokerMelds, ReplaceFrom, Reuse
from tilerummy.jokers.extend import Extend
from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.rules import Ruleset
from tilerummy.rules.choices import EmptyPool, TakeDiscard
from tilerummy.rules.judging.endings import kind_of_win
from tilerummy.rules.rounds.scoring import ByKindOfWin, CountAgainst, WinnerTakesAll
from tilerummy.simulator.policies import Policy
from tilerummy.simulator.worlds import Line, World
from tilerummy.state import (
    Action,
    Declare,
    Discard,
    Draw,
    GoOut,
    Pass,
    Phase,
    Played,
    Source,
    State,
    Win,
)
from tilerummy.tiles import COLOURS, Tile

POLICIES: list[Policy | None] = [*Policy, None]
"""The policies, indexed by the numbers that the kernel uses. None means no policy."""


_SCORINGS: list[type] = [WinnerTakesAll, CountAgainst, ByKindOfWin]
_EMPTY_POOL = [EmptyPool.FIRST_PASS, EmptyPool.ALL_PASS, None]
_SOURCES = [None, Source.POOL, Source.DISCARD, Source.TRUMP]
_PHASES = {Phase.ACT: 0, Phase.MORE: 0, Phase.DRAW: 1, Phase.MELD: 2}
"""The kernel's numbers for scorings, pool endings, sources and phases."""


def source_of(number: int) -> Source | None:
    """Convert a number from the kernel to the source of a drawn tile."""
    return _SOURCES[number]


def kernel_supports(rules: Ruleset) -> bool:
    """Return whether the kernel's simulator supports the scoring rules of *rules*."""
    return type(rules.scoring) in _SCORINGS


@lru_cache(maxsize=64)
def rules_numbers(rules: Ruleset, seats: int) -> bytes:
    """Return *rules* for a number of seats, packed into numbers."""
    tiles, law, opening = rules.tiles_for(seats), rules.table.jokers, rules.opening
    return _row(
        tiles.numbers,
        tiles.colours,
        tiles.one_high,
        [*JokerMelds].index(law.melds),
        law.replace_from is ReplaceFrom.ANY,
        law.group_of_three is GroupOfThree.ALL,
        [*Reuse].index(law.reuse),
        opening.points,
        opening.jokers,
        opening.same_turn,
        rules.draw,
        rules.draw_opened,
        _EMPTY_POOL.index(rules.empty_pool),
        rules.empty_pool_turns,
        rules.jokers_due,
        rules.scoring.joker,
        *_unopened_penalties(rules),
        _SCORINGS.index(type(rules.scoring)),
        rules.draws_and_discards,
        isinstance(rules.table, Extend),
        [*TakeDiscard].index(rules.take_discard),
        rules.closed_hands,
        rules.deal.tiles,
        isinstance(rules.scoring, ByKindOfWin) and rules.scoring.trump_bonus,
    )


def _unopened_penalties(rules: Ruleset) -> tuple[int, int]:
    scoring = rules.scoring
    if isinstance(scoring, WinnerTakesAll | CountAgainst):
        return scoring.not_opened, scoring.could_open
    return 0, 0


def round_numbers(
    rules: Ruleset, state: State, policies: Sequence[Policy | None], seed: int
) -> bytes:
    """Return a round in the given *state*, with a policy for each seat, packed into numbers."""
    racks, pool = [seat.rack for seat in state.seats], state.pool
    return view_numbers(rules, state) + _world_numbers(racks, pool, policies, seed)


def view_numbers(rules: Ruleset, view: State) -> bytes:
    """Return the public information about a round, packed into numbers."""
    turn = view.turn - view.first_turn
    row = [len(view.seats), view.to_move, turn, view.plays, view.passes, view.idle]
    row += [view.empty_turns, view.released, _PHASES[view.phase], _SOURCES.index(view.source)]
    row += [*_optional(view.drawn), *_optional(view.trump), *_win_so_far(rules, view)]
    for seat in view.seats:
        row += [-1 if seat.opened is None else seat.opened - view.first_turn, seat.waits]
        row += [_bonus(rules, seat.handfuls), *_optional(*seat.discards[-1:])]
        row.append(view.trump is not None and view.trump in seat.shown)
    start = _counted(view.start.seat.rack)
    return _row(*row, *start, *_counted(view.free), *_table_numbers(view.table))


def _win_so_far(rules: Ruleset, view: State) -> tuple[int, bool]:
    """Return the points for the closed hand laid by this turn's play, and whether it is a Foot."""
    if not view.plays or not rules.tells_wins_apart:
        return 0, False
    win, hand = kind_of_win(rules, view)
    return (hand.points if hand else 0), win is Win.FOOT


def world_numbers(world: World) -> bytes:
    """Return a world's hidden tiles, policies and seed, packed into numbers."""
    return _world_numbers(world.racks, world.pool, world.policies, world.seed)


def line_numbers(rules: Ruleset, line: Line, plays: Sequence[tuple[Played, Table]]) -> bytes:
    """Return a line, packed into numbers. *plays* are its plays and the tables they lead to."""
    row = [POLICIES.index(line.policy), _SOURCES.index(_source(line.actions)), len(plays)]
    for played, table in plays:
        row += [*_table_numbers(table), *_counted(played.placed), *_counted(played.free)]
    return _row(*row, *_finish(line.actions, discards=rules.draws_and_discards))


def _source(actions: Sequence[Action]) -> Source | None:
    """Return the source that *actions* draw from, or None if they do not draw."""
    match actions[:1]:
        case (Draw(source),):
            return source
        case (GoOut(),):
            return Source.TRUMP
        case _:
            return None


def _finish(actions: Sequence[Action], *, discards: bool) -> list[int]:
    """Return numbers that encode how *actions* end the turn, and the tile that they discard."""
    match actions[-1:]:
        case (Pass(),):
            return [1, *_optional()]
        case (Draw(),) if not discards:
            return [1, *_optional()]
        case (Discard(tile) | GoOut([_, *_], tile),):
            return [2, *_optional(tile)]
        case (Declare(tile) | GoOut((), tile),):
            return [3, *_optional(tile)]
        case _:
            return [0, *_optional()]


def policy_numbers(policies: Iterable[Policy | None]) -> bytes:
    """Return the number that encodes each seat's policy."""
    return _row(*map(POLICIES.index, policies))


def _world_numbers(
    racks: Iterable[Sequence[Tile]],
    pool: Sequence[Tile],
    policies: Iterable[Policy | None],
    seed: int,
) -> bytes:
    row: list[int] = []
    for rack in racks:
        row += _counted(rack)
    row += _counted(pool)
    row += [POLICIES.index(policy) for policy in policies]
    row.append(seed % 2**63)
    return _row(*row)


def integers(data: bytes) -> array[int]:
    """Convert a column of 32-bit integers written by the kernel."""
    column = array("i")
    column.frombytes(data)
    return column


def _row(*numbers: int) -> bytes:
    return array("q", numbers).tobytes()


def _optional(tile: Tile | None = None) -> list[int]:
    return [0] if tile is None else [1, tile]


def _counted(tiles: Sequence[Tile]) -> list[int]:
    return [len(tiles), *tiles]


def _table_numbers(table: Table) -> list[int]:
    return [len(table), *map(meld_number, table)]


def _bonus(rules: Ruleset, handfuls: Iterable[int]) -> int:
    """Return the points that a seat's handfuls deduct from its score."""
    scoring = rules.scoring
    if not isinstance(scoring, CountAgainst):
        return 0
    return sum(scoring.bonus(size - rules.deal.tiles) for size in handfuls)


@lru_cache(maxsize=1 << 14)
def meld_number(meld: Meld) -> int:
    """Return the number that encodes a meld in the format of kernel/binding/reading.cpp."""
    if isinstance(meld, Group):
        mask = sum(1 << COLOURS.index(tile.colour) for tile in meld.numbered)
        return 1 | meld.number << 1 | mask << 6 | meld.jokers << 14
    assert isinstance(meld, Run)
    first = meld.faces[0].number
    last = first + len(meld.faces) - 1
    wild = sum(1 << first + at for at, face in enumerate(meld.faces) if face in meld.wild)
    ends_high = meld.faces[-1].number < first
    colour = COLOURS.index(meld.faces[0].colour)
    return colour << 1 | first << 4 | last << 9 | wild << 14 | ends_high << 42
