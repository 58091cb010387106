"""The bodies of reviews; the review itself has the form of ``docs/review.md``."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tilerummy.server.messages.bodies.common import RequestBody


class ReviewRecord(RequestBody, frozen=True, kw_only=True):
    """Asks for the review of a record.

    Without a *seat* it is that of the first person, or of the first seat whose tiles are known.
    """

    record: Annotated[str, Meta(max_length=1_000_000)]
    seat: Annotated[int, Meta(ge=0, le=5)] | None = None
    depth: str = "quick"
