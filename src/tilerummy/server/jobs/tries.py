"""The job that compares another play in a reviewed decision with the play from the game."""

from __future__ import annotations

from msgspec.json import encode

from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Table, meld
from tilerummy.review.proven_errors import placed
from tilerummy.review.tries import Try, compare_try
from tilerummy.server.jobs.reviews import RoomSource, TextSource
from tilerummy.server.messages.bodies.common import ErrorDetail
from tilerummy.server.messages.bodies.games import ReviewTry, TryAnswer
from tilerummy.tiles import tile


def compare(
    source: RoomSource | TextSource, tried: ReviewTry, *, deadline: Deadline = NEVER
) -> bytes | ErrorDetail:
    """Compare the play that was *tried* with the one from the game, with the same rollouts."""
    try:
        record = source.record()
        play = Try(
            round=tried.round,
            turn=tried.turn,
            after=Table(meld(text, record.tiles) for text in tried.after),
            discard=None if tried.discard is None else tile(tried.discard, record.tiles),
        )
        found = compare_try(record, tried.seat, play, deadline=deadline)
    except ValueError as error:
        return ErrorDetail(code="not_compared", message=str(error)[:600])
    return encode(
        TryAnswer(
            actions=[*map(str, found.actions)],
            tiles=str(placed(found.actions)),
            win=round(found.win, 5),
            chosen=round(found.chosen, 5),
            n=found.worlds,
        )
    )
