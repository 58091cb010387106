"""The reasons of a refusal as they are sent, limited in number and size."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tilerummy.server.messages import Why

MOST_REASONS = 10
"""The greatest number of reasons that are sent with a refusal."""
MOST_REASON_BYTES = 1900
"""The greatest size of the reasons as JSON; the whole answer stays below 2 KiB."""
MOST_LETTERS = 250
"""The length to which a long message is cut; each character takes up to six bytes as JSON."""


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
    """Return a reason that is too long without its tiles and melds."""
    return Why(code=reason.code, message=f"{reason.message[:MOST_LETTERS]} …")
