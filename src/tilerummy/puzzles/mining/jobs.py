"""The pieces of work: a round is looked through for puzzles, here or in another process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from tilerummy.puzzles.likeness import canonical_form
from tilerummy.puzzles.mining.finding import puzzles_in
from tilerummy.puzzles.mining.rounds import RULES, self_play, turns
from tilerummy.puzzles.values import Puzzle
from tilerummy.records import Record
from tilerummy.rules import Ruleset, ruleset
from tilerummy.state import Dealt, Event


@dataclass(frozen=True, slots=True)
class MiningJob:
    """A round to look through; ``number`` says whose turn it is to be chosen from.

    ``events`` are those of a record, or None for a round of self-play from ``seed``.
    """

    number: int
    rules: str | Ruleset
    seed: str
    events: tuple[Event, ...] | None = None


@dataclass(frozen=True, slots=True)
class MinedRound:
    """The puzzles of a round that are not alike, each with its canonical form."""

    number: int
    puzzles: tuple[tuple[str, Puzzle], ...]


def mining_jobs(seed: str, records: Sequence[Record] = ()) -> Iterator[MiningJob]:
    """Yield the rounds of the *records*, or, without any, rounds of self-play without end."""
    if not records:
        for number in count():
            yield MiningJob(number, RULES[number % len(RULES)], f"{seed} {number}")
    rounds = ((record, played) for record in records for played in record.rounds)
    for number, (record, played) in enumerate(rounds):
        yield MiningJob(number, record.ruleset, seed, played.events)


def mine(job: MiningJob) -> MinedRound:
    """Return the puzzles of the round of *job*; what it does follows from the job alone."""
    rules = ruleset(job.rules) if isinstance(job.rules, str) else job.rules
    events = self_play(rules, job.seed) if job.events is None else job.events
    found: dict[str, Puzzle] = {}
    for state in turns(events, _seats(events)):
        for puzzle in puzzles_in(rules, state):
            found.setdefault(canonical_form(puzzle), puzzle)
    return MinedRound(job.number, tuple(found.items()))


def _seats(events: tuple[Event, ...]) -> int:
    """Return how many seats play in a round."""
    return next(len(event.racks) for event in events if isinstance(event, Dealt))
