"""Converts a store's public games to rows, one per turn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from tilerummy.cli.simulate.rows import COLUMNS as SIMULATED
from tilerummy.cli.simulate.rows import Batch, Value, turn_rows
from tilerummy.records import Record
from tilerummy.rules import ruleset_text
from tilerummy.server.room.entries import read_entry
from tilerummy.server.room.fold import replay
from tilerummy.server.room.record import room_record
from tilerummy.server.store.checksums import checked
from tilerummy.server.store.copying import Archive
from tilerummy.server.store.types import FINISHED, CorruptedError

COLUMNS: Final = {
    "game": "the game id, the last part of its address",
    "rules": "its ruleset, as `tilerummy simulate` takes it",
    "seats": "the number of players",
    **SIMULATED,
    "player": "`person`, or a computer player's level",
}
"""The columns and their descriptions. Only completed rounds have rows."""

NAME: Final = "name"
"""The column for the player's name, which is present only on request.

It is empty for players who have not agreed to be shown.
"""

AT_ONCE = 200
"""The number of tables to read at a time."""


def game_batches(
    archive: Archive,
    *,
    names: bool,
    progress: Callable[[int], None],
    damaged: Callable[[str], None],
    unfinished: Callable[[str], None],
) -> Iterator[Batch]:
    """Yield the rows for each public game in a store, in order of id.

    *progress* receives the number of entries read since its last call. When a public game is
    omitted, *damaged* is called if its log is damaged, or *unfinished* if it has no completed
    round.
    """
    last: str | None = None
    while ends := archive.ends(last, AT_ONCE):
        last = [*ends][-1]
        with archive.transaction():  # skips a game that has become private
            public = sorted(str(room) for room, _ in archive.rows("public_games", [*ends]))
            phases = {str(row[0]): row[3] for row in archive.rows("rooms", public)}
            ended = [room for room in public if phases.get(room) in FINISHED]
            found = archive.ends_of(ended)
            logs = archive.logs(ended)
        for room in ended:
            try:
                rows = checked(room, logs.get(room, []), found[room])
            except CorruptedError:
                damaged(room)
                continue
            if batch := _batch(room, [row.body for row in rows], names=names):
                yield batch
            else:
                unfinished(room)
        progress(sum(size for size, _ in ends.values()))


def _batch(room: str, bodies: Sequence[bytes], *, names: bool) -> Batch:
    """Return a game's rows by column. They are empty if the game has no completed round."""
    steps = [*replay(room, map(read_entry, bodies))]
    last = steps[-1].room
    rows = [*record_rows(room, room_record(last, steps), names=names, hidden=last.hidden)]
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}


def record_rows(
    game: str, record: Record, *, names: bool, hidden: Collection[int] = ()
) -> Iterator[dict[str, Value]]:
    """Yield a row for each turn in a record's completed rounds."""
    rules = record.rules
    about: dict[str, Value] = {"game": game, "rules": ruleset_text(rules), "seats": record.seats}
    kinds = [player.kind for player in record.players]
    for number, played in enumerate(record.rounds):
        if played.ended is None:
            continue
        for row in turn_rows(rules, played.events, number, kinds):
            seat = int(row["seat"])
            shown = "" if seat in hidden else record.names[seat]
            name: dict[str, Value] = {NAME: shown} if names else {}
            yield {**about, **row, **name}
