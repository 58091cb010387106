"""Defines the columns of self-play data, converts rounds to rows, and writes the rows to files."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final

from tilerummy.cli.arena.entrants import make_entrant
from tilerummy.cli.files import writing
from tilerummy.players import play_round
from tilerummy.players.arena import RoundJob
from tilerummy.rules import Ruleset, read_ruleset
from tilerummy.rules.rounds.scoring import rack_value
from tilerummy.simulator import ACTIONS, Policy, simulate, simulated_events
from tilerummy.simulator.policies import POLICY_NAMES
from tilerummy.state import (
    Action,
    Declare,
    Declared,
    Discard,
    Discarded,
    Draw,
    Drew,
    Ended,
    Event,
    GoOut,
    Pass,
    Passed,
    Phase,
    Play,
    Played,
    Source,
    State,
    apply,
    conceal,
)
from tilerummy.state.notation import action_text, state_text
from tilerummy.tiles import JOKER, Rack

COLUMNS: Final = {
    "round": "the round number, from 0",
    "turn": "the turn number in the round, from 0",
    "seat": "the seat that moved, from 0",
    "player": "the player on that seat",
    "action": "`play` if tiles were laid, `draw` if tiles were drawn, otherwise `pass`",
    "plays": "the number of plays in the turn",
    "tiles": "the number of tiles placed from the rack, jokers included",
    "jokers": "the number of jokers among them",
    "points": "their points, a joker as its rack value",
    "rack": "the tiles on the rack after the turn",
    "rack_value": "their value in the final score",
    "pool": "the tiles in the pool after the turn",
    "table": "the tiles on the table after the turn",
    "won": "1 if the seat won the round, otherwise 0",
    "score": "its score",
}
"""The columns with their descriptions. All columns except the racks are public information."""

POSITIONS: Final = {
    "view": "the seat's view before the turn, in notation",
    "actions": 'its actions in notation, separated by " then "',
}
"""The additional columns that the option ``--positions`` writes."""

Value = int | str
Batch = dict[str, Sequence[Value]]
"""Several rows, stored by column. All columns have the same length."""

_ROUNDS = 256
"""The number of rounds that the simulator plays in a single call."""


def played_rows(job: RoundJob, *, positions: bool) -> tuple[int, Batch]:
    """Play the round in *job*; return its deal number and its rows.

    Raises IllegalActionError if a player chooses an illegal action. Any errors that the players
    raise propagate.
    """
    rules = read_ruleset(job.ruleset)
    if are_policies(job.players):
        policies = [Policy(text) for text in job.players]
        events = simulated_events(rules, policies, job.deal_seed)
    else:
        players = [
            make_entrant(text, job.chance_of(seat), seat=seat, job=job).player
            for seat, text in enumerate(job.players)
        ]
        events = play_round(rules, players, seed=job.deal_seed)
    rows = [*turn_rows(rules, events, job.key.deal, job.players, positions=positions)]
    return job.key.deal, {name: [row[name] for row in rows] for name in rows[0]}


def are_policies(players: Sequence[str]) -> bool:
    """Return whether the simulator can play for all *players*: they are its built-in policies."""
    return all(player in POLICY_NAMES for player in players)


def _position(state: State, events: Sequence[Event]) -> tuple[str, str]:
    """Return the view and the actions of the turn that begins in *state*, as text."""
    view, done = "", tuple[Action, ...]()
    for event in events:
        actions = _after(done, event, state)
        if actions and not done:
            view = state_text(conceal(state, state.to_move))
        done, state = actions, apply(state, event)
    return view, " then ".join(map(action_text, done))


def _after(done: tuple[Action, ...], event: Event, state: State) -> tuple[Action, ...]:
    """Return the actions of a turn up to *event* in *state*, given those *done* before it."""
    match event:
        case Played(lift=lift, lay=lay):
            return (*done, Play(lift, lay))
        case Drew(source=source):
            return (*done, Draw(source))
        case Passed():
            return (*done, Pass())
        case Declared(tiles=tiles):
            return _ended(done, Declare((state.mover.rack - tiles)[0]))
        case Discarded(tile=tile) if not state.declared:
            return _ended(done, Discard(tile))
        case _:
            return done


def _ended(done: tuple[Action, ...], end: Discard | Declare) -> tuple[Action, ...]:
    """Return all actions of a turn: those already *done*, followed by its *end*.

    If the turn goes out with the trump, these are combined into a single action.
    """
    if done[:1] != (Draw(Source.TRUMP),):
        return (*done, end)
    tile = end.tile if isinstance(end, Discard) else end.discard
    return (GoOut(tuple(action for action in done if isinstance(action, Play)), tile),)


def fast_rows(jobs: Iterable[RoundJob], *, threads: int) -> Iterator[Batch]:
    """Yield the rows for *jobs*, which must all have the same players and rules."""
    left = iter(jobs)
    while some := [*islice(left, _ROUNDS)]:
        yield _rows(some, threads)


def _rows(jobs: Sequence[RoundJob], threads: int) -> Batch:
    """Play the rounds in *jobs* with the simulator, and return their rows."""
    rules, players = read_ruleset(jobs[0].ruleset), jobs[0].players
    seeds = [job.deal_seed for job in jobs]
    policies = [Policy(text) for text in players]
    rounds = simulate(rules, policies, seeds, log=True, threads=threads)
    log, seats = rounds.log, rounds.seats
    each = [*zip(log.rounds, log.seats, strict=True)]
    return {
        "round": [jobs[number].key.deal for number in log.rounds],
        "turn": log.turns,
        "seat": log.seats,
        "player": [players[seat] for seat in log.seats],
        "action": [ACTIONS[action] for action in log.actions],
        "plays": log.plays,
        "tiles": log.tiles,
        "jokers": log.jokers,
        "points": log.points,
        "rack": log.racks,
        "rack_value": log.values,
        "pool": log.pools,
        "table": log.tables,
        "won": [int(rounds.winners[number] == seat) for number, seat in each],
        "score": [rounds.scores[number * seats + seat] for number, seat in each],
    }


def turn_rows(
    rules: Ruleset,
    events: Sequence[Event],
    number: int,
    players: Sequence[str],
    *,
    positions: bool = False,
) -> Iterator[dict[str, Value]]:
    """Yield a row for each turn in a finished round. *number* is the round number."""
    ended = events[-1]
    assert isinstance(ended, Ended)
    joker = rules.scoring.joker
    for start, new, after in _turns(events, len(players)):
        seat = start.to_move
        placed = Rack(tile for e in new for tile in _placed(e))
        plays = sum(isinstance(e, Played | Declared) for e in new)
        drew = any(isinstance(e, Drew) for e in new)
        last = after.phase is Phase.OVER
        rack = ended.racks[seat] if last else after.seats[seat].rack
        row: dict[str, Value] = {
            "round": number,
            "turn": start.turn,
            "seat": seat,
            "player": players[seat],
            "action": "play" if plays else "draw" if drew else "pass",
            "plays": plays,
            "tiles": len(placed),
            "jokers": placed.count(JOKER),
            "points": rack_value(placed, joker),
            "rack": len(rack),
            "rack_value": rack_value(rack, joker),
            "pool": len(after.pool),
            "table": len(after.table.tiles),
            "won": int(ended.winner == seat),
            "score": ended.scores[seat],
        }
        if positions:
            row.update(zip(POSITIONS, _position(start, new), strict=True))
        yield row


def _placed(event: Event) -> Rack:
    """Return the tiles from the rack that were placed in *event*."""
    match event:
        case Played(placed=tiles) | Declared(tiles=tiles):
            return tiles
        case _:
            return Rack()


def _turns(events: Sequence[Event], seats: int) -> Iterator[tuple[State, tuple[Event, ...], State]]:
    """Yield the state before each turn, the turn's events, and the state after it."""
    start = state = State.before_deal(seats)
    new: list[Event] = []
    for event in events:
        state = apply(state, event)
        new.append(event)
        if state.turn != start.turn or state.phase is Phase.OVER:
            if start.turn >= 0:
                yield start, tuple(new), state
            start, new = state, []


_text = cache(json.dumps)
"""Encodes a string as JSON. Results are cached, because most columns repeat a few strings."""


def write_rows(
    batches: Iterable[Batch], out: Path | None, about: Mapping[str, str], form: str | None = None
) -> int:
    """Write rows to the file *out*, or to standard output as JSON lines; return the number of rows.

    *form* is ``jsonl`` or ``parquet``. By default, the file suffix decides. *about* is added to the
    metadata of a Parquet file. Raises ClickException if *out* cannot be written.
    """
    if out is None:
        return write_json_lines(batches, sys.stdout.buffer)
    with writing(out):
        if (form or out.suffix.removeprefix(".")) == "parquet":
            return write_parquet(batches, out, about)
        with out.open("wb") as file:
            return write_json_lines(batches, file)


def write_json_lines(batches: Iterable[Batch], file: BinaryIO) -> int:
    """Write each row as a JSON object on a separate line; return the number of rows."""
    rows = 0
    for batch in batches:
        columns, places = [], []
        for name, values in batch.items():
            columns.append([*map(_text, values)] if _texts(values) else values)
            places.append(f"{json.dumps(name)}:%s")
        line = f"{{{','.join(places)}}}\n"
        written = "".join([line % row for row in zip(*columns, strict=True)])
        file.write(written.encode())
        rows += len(columns[0])
    return rows


def _texts(values: Sequence[Value]) -> bool:
    return bool(values) and isinstance(values[0], str)


def write_parquet(batches: Iterable[Batch], file: Path, about: Mapping[str, str]) -> int:
    """Write each batch as a row group, and *about* as metadata; return the number of rows.

    Numbers are stored as 32-bit integers. Raises ModuleNotFoundError if the package pyarrow is not
    installed.
    """
    import pyarrow as pa
    from pyarrow import parquet

    rows, writer = 0, None
    try:
        for batch in batches:
            table = pa.table(
                {
                    name: pa.array([*values], kind)
                    for name, values in batch.items()
                    for kind in [pa.string() if _texts(values) else pa.int32()]
                }
            ).replace_schema_metadata(dict(about))
            if writer is None:
                writer = parquet.ParquetWriter(file, table.schema)
            writer.write_table(table)
            rows += table.num_rows
    finally:
        if writer is not None:
            writer.close()
    return rows
