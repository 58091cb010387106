"""The port of reviews: what is asked for, what is told, and why there may be none."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from tilerummy.review import Depth
from tilerummy.server.jobs.reviews import RoomSource, TextSource
from tilerummy.server.messages.bodies import ErrorDetail

Source = AbstractAsyncContextManager[RoomSource | TextSource]
"""What is reviewed, which is in memory for as long as the context lasts."""


@dataclass(frozen=True, slots=True)
class ReviewKey:
    """What a review follows from: a table, or the digest of an opened record; a seat, a depth."""

    game: str
    seat: int | None
    depth: Depth
    opened: bool = False


@dataclass(frozen=True, slots=True)
class ReviewUpdate:
    """How far a review is: the *share* that is done, and the review as JSON when more is known.

    ``final`` says that nothing more comes.
    """

    share: float
    found: bytes = b""
    final: bool = False


class BusyError(Exception):
    """Too many reviews are being made, of this guest or of all."""


class BadRecordError(Exception):
    """A record cannot be reviewed: the detail says why."""

    def __init__(self, detail: ErrorDetail) -> None:
        super().__init__(detail.message)
        self.detail = detail


class ReviewService(Protocol):
    """The port of reviews."""

    def updates(
        self, key: ReviewKey, source: Source, who: Sequence[str]
    ) -> AsyncGenerator[ReviewUpdate, None]:
        """Yield how far a review is, until the final update.

        The *source* is read if the review must be made; *who* asks is the guest and the address.
        Raises BusyError, BadRecordError, JobError, StorageError.
        """
        ...
