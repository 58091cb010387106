"""The memory that a batch of rounds uses for its inputs and outputs."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, fields

STATUS = ("to_move", "turn", "pool", "plays")
"""The first columns of ``RoundBatch.status``."""

PHASES = ("play", "draw", "meld", "discard")
"""The kinds of choices. ``RoundBatch.phase`` contains indices into this tuple."""

SEAT_STATUS = ("rack", "opened", "waits")
"""The columns for each seat in ``RoundBatch.status``, which follow those in :data:`STATUS`."""


@dataclass(frozen=True, slots=True)
class Buffers:
    """The buffers of a batch, containing bytes or 32-bit integers. See ``RoundBatch``."""

    own: bytearray
    table: bytearray
    face_up: bytearray
    offered: bytearray
    mask: bytearray
    overflow: bytearray
    over: bytearray
    phase: bytearray
    status: array[int]
    winners: array[int]
    scores: array[int]

    @classmethod
    def of(cls, *, rounds: int, seats: int, kinds: int, candidates: int) -> Buffers:
        """Return zeroed buffers for the given number of rounds."""
        tiles, width = rounds * kinds, len(STATUS) + len(SEAT_STATUS) * seats
        return cls(
            own=bytearray(tiles),
            table=bytearray(tiles),
            face_up=bytearray(tiles),
            offered=bytearray(tiles * candidates),
            mask=bytearray(rounds * candidates),
            overflow=bytearray(rounds),
            over=bytearray(rounds),
            phase=bytearray(rounds),
            status=array("i", bytes(4 * rounds * width)),
            winners=array("i", bytes(4 * rounds)),
            scores=array("i", bytes(4 * rounds * seats)),
        )

    def each(self) -> tuple[bytearray | array[int], ...]:
        """Return all buffers, in field order."""
        return tuple(getattr(self, field.name) for field in fields(self))
