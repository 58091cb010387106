"""The job that writes the record of a match from the log of its table."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.deadline import NEVER, Deadline
from tilerummy.records import write_jsonl, write_text
from tilerummy.server.room.record import whole_record


def match_record(
    game: str, bodies: Sequence[bytes], form: str, *, deadline: Deadline = NEVER
) -> str:
    """Return the record of the rounds that are over, as ``text`` or ``jsonl``.

    *bodies* are the entries of the log as they are stored. It takes 0.2 ms for each, so that the
    longest log needs half of its budget, and no *deadline*.
    """
    del deadline
    _, record = whole_record(game, bodies)
    return write_jsonl(record) if form == "jsonl" else write_text(record)
