"""Mines puzzles from self-play rounds and recorded rounds.

The file contains, from top to bottom: the self-play rounds, the search for puzzles in a position,
the jobs, which may run in other processes, and the selection of puzzles.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count
from random import Random
from typing import Final

from tilerummy.analysis import best_turn, closed_hand, problem
from tilerummy.analysis.solving import can_lay_off
from tilerummy.melds import Table
from tilerummy.players import play_round, player
from tilerummy.puzzles.canonical_form import canonical_form, is_small_grid
from tilerummy.puzzles.generator import discard_puzzle, generate_puzzle
from tilerummy.puzzles.positions import Position
from tilerummy.puzzles.values import Goal, Puzzle
from tilerummy.records import Record
from tilerummy.rules import Ruleset, faults, ruleset
from tilerummy.simulator import Policy, simulated_events
from tilerummy.solver import solve
from tilerummy.state import Dealt, Declare, Event, Moved, Phase, State, apply
from tilerummy.tiles import HIDDEN, JOKER, Rack

RULES: Final = (
    *("sabra", "rummikub", "sabra", "international", "sabra+joker.melds=free"),
    *("rummikub", "sabra", "international", "american", "sabra+joker.melds=free"),
)
"""The rulesets for self-play rounds, used in rotation."""

_POLICIES = (Policy.RACK_ONLY, Policy.SAVE_JOKERS, Policy.MOST_TILES, Policy.RANDOM)
"""The policies used in self-play. They miss many opportunities, which become puzzles."""

_LEVELS = ("casual", "club", "club")

_TURN_BEGINS = (Phase.ACT, Phase.MELD)


def self_play(rules: Ruleset, seed: str) -> tuple[Event, ...]:
    """Play a round with two to four players, determined by *seed*, and return its events."""
    rng = Random(f"{seed} players")
    deal = sha256(seed.encode()).digest()
    if rules.draws_and_discards:
        level = rng.choice(_LEVELS)
        players = [player(level, Random(f"{seed} {n}")) for n in range(2)]
        return play_round(rules, players, seed=deal)
    policies = [rng.choice(_POLICIES) for _ in range(rng.choice((2, 2, 3, 4)))]
    return simulated_events(rules, policies, deal)


def turns(events: Iterable[Event], seats: int) -> Iterator[State]:
    """Yield the state at the start of each turn, or after the draw if turns start with a draw.

    Turns of seats whose tiles were not recorded are skipped.
    """
    state = State.before_deal(seats)
    for event in events:
        state = apply(state, event)
        begins = isinstance(event, Moved) and event.phase in _TURN_BEGINS and not state.plays
        if begins and HIDDEN not in state.mover.rack:
            yield state


MAX_TILES = 30
"""Positions with more tiles on the rack are skipped."""

_FITTING = range(2, 7)
"""The allowed number of tiles in a safe-discard puzzle that can be laid off."""


def puzzles_in(rules: Ruleset, state: State) -> Iterator[Puzzle]:
    """Yield the puzzles in *state*, which is a position at the start of a turn."""
    rack, table = state.mover.rack, state.table
    if not 0 < len(rack) <= MAX_TILES:
        return
    if state.phase is Phase.MELD:
        yield from _discard_puzzles(rules, state)
    for found in _candidates(rules, table, rack, opened=state.mover.opened is not None):
        puzzle = generate_puzzle(rules, found)
        if puzzle is not None:
            yield puzzle


def _candidates(rules: Ruleset, table: Table, rack: Rack, *, opened: bool) -> Iterator[Position]:
    extends = rules.draws_and_discards
    if extends and any(meld.jokers for meld in table):
        natural = Table(meld for meld in table if not meld.jokers)
        yield from _candidates(rules, natural, rack, opened=opened)
        return
    view = Position(table=table, rack=rack, opened=opened).view(rules)
    placed = solve(problem(rules, view, tidy=False)).placed
    if not placed:
        return
    if not opened:
        yield Position(goal=Goal.OPEN, table=Table(), rack=rack, opened=False)
        if rules.opening.same_turn and not extends:
            best = best_turn(rules, view, tidy=False)
            if len(best.plays) > 1:
                out = len(best.placed) == len(rack)
                goal = Goal.OUT if out else Goal.MOST
                yield Position(goal=goal, table=table, rack=rack, opened=False)
        return
    out = len(placed) == len(rack) - int(extends)
    yield Position(goal=Goal.OUT if out else Goal.MOST, table=table, rack=rack)
    if JOKER in rack and not extends and len(placed) > 1:
        yield Position(goal=Goal.JOKER, table=table, rack=rack)


def _discard_puzzles(rules: Ruleset, state: State) -> Iterator[Puzzle]:
    """Yield puzzles whose solution is a tile: a safe discard, or the discard of a closed hand."""
    if rules.closed_hands and state.mover.opened is None:
        puzzle = _closed(rules, state.mover.rack)
        if puzzle is not None:
            yield puzzle
    puzzle = _safe(rules, state.table, state.mover.rack)
    if puzzle is not None:
        yield puzzle


def _closed(rules: Ruleset, rack: Rack) -> Puzzle | None:
    """Return a puzzle about declaring a closed hand if exactly one discard allows it, or None."""
    found = Position(goal=Goal.CLOSED, table=Table(), rack=rack, opened=False)
    view = found.view(rules)
    if closed_hand(rules, view) is None:
        return None
    tiles = [t for t in dict.fromkeys(rack) if not any(faults(rules, view, Declare(t)))]
    if len(tiles) != 1:
        return None
    return discard_puzzle(rules, found, tiles[0], touched=0)


def _safe(rules: Ruleset, table: Table, rack: Rack) -> Puzzle | None:
    """Return a puzzle about finding the only tile that cannot be laid off, or None.

    The player has not opened and cannot open, so the table stays unchanged.
    """
    natural = Table(meld for meld in table if not meld.jokers)
    fitting = [t for t in dict.fromkeys(rack) if t != JOKER and can_lay_off(rules, natural, t)]
    others = [t for t in dict.fromkeys(rack) if t != JOKER and t not in fitting]
    fitting = fitting[: _FITTING[-1]]
    if not others or len(fitting) not in _FITTING:
        return None
    safe = others[len(rack) % len(others)]
    chosen = Rack((*fitting, safe))
    found = Position(goal=Goal.DISCARD, table=natural, rack=chosen, opened=False)
    if solve(problem(rules, found.view(rules), tidy=False)):
        return None
    touched = Table(m for m in natural if any(can_lay_off(rules, Table((m,)), t) for t in fitting))
    return discard_puzzle(rules, replace(found, table=touched), safe, touched=len(touched))


@dataclass(frozen=True, slots=True)
class MiningJob:
    """A round to be searched for puzzles. Rounds are processed in order of their ``number``.

    A recorded round has ``events``. A self-play round is determined by ``seed`` instead.
    """

    number: int
    rules: str | Ruleset
    seed: str
    events: tuple[Event, ...] | None = None


@dataclass(frozen=True, slots=True)
class MinedRound:
    """The distinct puzzles found in a round, each with its canonical form."""

    number: int
    puzzles: tuple[tuple[str, Puzzle], ...]


def mining_jobs(seed: str, records: Sequence[Record] = ()) -> Iterator[MiningJob]:
    """Yield a job for each round in *records*. Without records, yield self-play jobs forever."""
    if not records:
        for number in count():
            yield MiningJob(number, RULES[number % len(RULES)], f"{seed} {number}")
    rounds = ((record, played) for record in records for played in record.rounds)
    for number, (record, played) in enumerate(rounds):
        yield MiningJob(number, record.ruleset, seed, played.events)


def mine(job: MiningJob) -> MinedRound:
    """Return the puzzles found in the job's round. The result depends only on *job*."""
    rules = ruleset(job.rules) if isinstance(job.rules, str) else job.rules
    events = self_play(rules, job.seed) if job.events is None else job.events
    found: dict[str, Puzzle] = {}
    seats = next(len(event.racks) for event in events if isinstance(event, Dealt))
    for state in turns(events, seats):
        for puzzle in puzzles_in(rules, state):
            found.setdefault(canonical_form(puzzle), puzzle)
    return MinedRound(job.number, tuple(found.items()))


MAX_PER_ROUND = 2
"""The maximum number of puzzles selected per round."""

BANDS = (4, 6, 8, 10, 12, 15, 18, 22, 27)
"""The lowest difficulty of each band. The last band has no upper limit."""

_BAND = 1 / 8
"""The maximum share of puzzles in one band, which is slightly more than an equal share."""

_SMALL_GRIDS = 1 / 25
"""The maximum share of puzzles that are 3×3 grids, which are very common."""


class PuzzleCollector:
    """Selects *count* puzzles from mined rounds. The rounds may be added in any order."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._kept: list[Puzzle] = []
        self._forms: set[str] = set()
        self._bands: Counter[int] = Counter()
        self._themes: Counter[str] = Counter()
        self._grids = 0
        self._waiting: dict[int, MinedRound] = {}
        self._next = 0

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def is_full(self) -> bool:
        """True once *count* puzzles have been selected."""
        return len(self._kept) >= self.count

    def add(self, mined: MinedRound) -> None:
        """Add a round. Rounds are processed in order of their numbers."""
        self._waiting[mined.number] = mined
        while not self.is_full and self._next in self._waiting:
            self._choose(self._waiting.pop(self._next).puzzles)
            self._next += 1

    def puzzles(self) -> tuple[Puzzle, ...]:
        """Return the selected puzzles, easiest first."""
        order = sorted(self._kept, key=lambda puzzle: (puzzle.difficulty.total, puzzle.id))
        return tuple(order)

    def _choose(self, found: Iterable[tuple[str, Puzzle]]) -> None:
        """Select from the puzzles found in a round, starting with the rarest kinds."""
        left = dict(found)
        for _ in range(MAX_PER_ROUND):
            left = {form: puzzle for form, puzzle in left.items() if self._takes(form, puzzle)}
            if self.is_full or not left:
                return
            form = min(left, key=lambda form: (*self._need(left[form]), form))
            self._keep(form, left.pop(form))

    def _takes(self, form: str, puzzle: Puzzle) -> bool:
        """Return whether the puzzle is new and its kind has not reached the maximum share."""
        full = self._bands[_band(puzzle)] >= max(1, self.count * _BAND)
        grids = is_small_grid(puzzle) and self._grids >= self.count * _SMALL_GRIDS
        return form not in self._forms and not full and not grids

    def _need(self, puzzle: Puzzle) -> tuple[int, int]:
        """Return a sort key for *puzzle*. The puzzle with the lowest key is needed most.

        The first number counts the puzzles selected so far in the same band, plus those with this
        puzzle's rarest theme. The second number counts only the latter.
        """
        rarest = min(self._themes[theme] for theme in puzzle.themes)
        return rarest + self._bands[_band(puzzle)], rarest

    def _keep(self, form: str, puzzle: Puzzle) -> None:
        self._kept.append(puzzle)
        self._forms.add(form)
        self._bands[_band(puzzle)] += 1
        self._themes.update(puzzle.themes)
        self._grids += is_small_grid(puzzle)


def _band(puzzle: Puzzle) -> int:
    return bisect_right(BANDS, puzzle.difficulty.total)
