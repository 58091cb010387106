"""The reasons of a refusal as they are sent: not more than is cheap to store."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tilerummy.server.messages import Why

MOST_REASONS = 10
"""So many reasons of a refusal are sent."""
MOST_REASON_BYTES = 1900
"""The greatest size of these as JSON; the answer around them stays below 2 KiB."""
MOST_LETTERS = 250
"""The letters that are left of a message that is too long; each takes up to six bytes as JSON."""


def limited_reasons(reasons: Sequence[Why]) -> list[Why]:
    """Return the first of *reasons*, as many as may be stored with an answer."""
    sent: list[Why] = []
    size = 0
    for reason in reasons[:MOST_REASONS]:
        size += len(msgspec.json.encode(reason)) + 1
        if size > MOST_REASON_BYTES:
            return sent or [_shortened(reason)]
        sent.append(reason)
    return sent


def _shortened(reason: Why) -> Why:
    """Return a reason that is too long by itself without the tiles and melds it names."""
    return Why(code=reason.code, message=f"{reason.message[:MOST_LETTERS]} …")
