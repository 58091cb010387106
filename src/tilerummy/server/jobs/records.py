"""Jobs of records: write one, replay one, draw a moment of one, list and count those of a guest."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import convert, json
from msgspec.structs import replace

from tilerummy.deadline import NEVER, Deadline
from tilerummy.records import RecordError, read_record
from tilerummy.server.games.comments import with_comments
from tilerummy.server.games.replay import record_replay
from tilerummy.server.messages.bodies.games import BadRecord, ReplayRound, ReplaySeat
from tilerummy.server.room.record import whole_record, written
from tilerummy.server.room.room import Room
from tilerummy.server.room.round_views import results_view
from tilerummy.server.store import Comment
from tilerummy.state import ImpossibleEventError

EXPLAINING = 0.5
"""The part of the budget for the steps of plays; the rest is for the game itself."""


def record(game: str, bodies: Sequence[bytes], form: str, comments: Sequence[Comment] = ()) -> str:
    """Return the record of a match up to now, with *comments*, as ``text`` or ``jsonl``.

    *bodies* are the stored entries of its log. Rounds that are not over are left out. It takes
    0.2 ms an entry, half of the budget for the longest log.
    """
    _, played = whole_record(game, bodies)
    return written(with_comments(played, comments), form)


def game_replay(
    game: str,
    bodies: Sequence[bytes],
    times: tuple[int, int],
    viewer: int | None,
    *,
    public: bool = False,
    deadline: Deadline = NEVER,
) -> bytes:
    """Return the replay of a finished game as JSON; *bodies* are the stored entries of its log.

    *times* are when its first and its last entry were stored. Of a round that is not over nothing
    is in it; a round that was broken off is there up to that.
    """
    room, record = whole_record(game, bodies)
    made = record_replay(record, deadline=deadline.share(EXPLAINING))
    found = replace(
        made,
        id=room.id,
        options=dict(room.terms.options),
        ruleset=room.terms.ruleset,
        title=room.terms.title,
        seats=convert(room.places, list[ReplaySeat], from_attributes=True),
        rounds=_with_results(made.rounds, room),
        totals=list(room.totals),
        leaders=list(room.leaders),
        ending=room.broken.why if room.broken else "",
        began=times[0],
        ended=times[1],
        me=viewer,
        public=public,
    )
    return json.encode(found)


def _with_results(rounds: list[ReplayRound], room: Room) -> list[ReplayRound]:
    """Return the rounds with the result of one that was broken off, which no record has."""
    if not room.broken or not rounds or rounds[-1].result is not None:
        return rounds
    return [*rounds[:-1], replace(rounds[-1], result=results_view(room)[-1])]


def opened_replay(text: str, *, deadline: Deadline = NEVER) -> bytes | BadRecord:
    """Return the replay of a record as JSON, or which of its lines cannot be read, and why."""
    try:
        return json.encode(record_replay(read_record(text), deadline=deadline.share(EXPLAINING)))
    except RecordError as error:
        return BadRecord(line=error.line, message=error.message)
    except ImpossibleEventError as error:
        return BadRecord(line=1, message=str(error)[:600])
