"""Finished reviews, by what they follow from: in the store those of tables, others in memory."""

from __future__ import annotations

import zlib
from collections import OrderedDict
from dataclasses import dataclass, field

from tilerummy.server.jobs.reviews import VERSION
from tilerummy.server.reviews.port import ReviewKey
from tilerummy.server.store import Store
from tilerummy.server.store.port import StoredReview

MOST_OPENED = 32
"""How many reviews of records that somebody opened are kept in memory."""


@dataclass(slots=True)
class ReviewCache:
    """Keeps finished reviews; those of tables as long as the *store* keeps the table."""

    store: Store
    _opened: OrderedDict[ReviewKey, bytes] = field(default_factory=OrderedDict)

    async def get(self, key: ReviewKey) -> bytes | None:
        """Return a review as JSON, if it is there."""
        if key.opened:
            return self._opened.get(key)
        assert key.seat is not None
        found = await self.store.review(key.game, key.seat, key.depth.value)
        if found is None or found.version != VERSION:
            return None
        return zlib.decompress(found.body)

    async def put(self, key: ReviewKey, found: bytes, summary: bytes) -> bytes:
        """Keep a review, and return the one that all are shown: another server may be first."""
        if key.opened:
            self._opened[key] = found
            if len(self._opened) > MOST_OPENED:
                self._opened.popitem(last=False)
            return found
        assert key.seat is not None
        body = zlib.compress(found)
        kept = await self.store.keep_review(
            StoredReview(key.game, key.seat, key.depth.value, VERSION, summary, body)
        )
        return found if kept.body == body else zlib.decompress(kept.body)
