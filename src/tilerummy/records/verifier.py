"""Verifies that the deals in a record were determined before anyone could influence them.

Before a deal, the server publishes a commitment to its seed. The players may then contribute to the
label, and the tiles are dealt. The server reveals the seed after the round, so that anyone can
compute the deal again. See ``docs/shuffle.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from tilerummy.records.record import Record, RecordedRound
from tilerummy.rules import chance

COMMITMENT_TAG = "commitment-"
"""The prefix of commitment tags. It is followed by the round number, counted from 1."""


def commitment(seed: bytes) -> str:
    """Return the commitment to publish for a *seed*: a hash in hexadecimal.

    >>> commitment(bytes(range(32)))
    '71138bc804b2a113644da4285ee77bfe5ee26eb707f5009011786b1bc2cb49a7'
    """
    return sha256(b"commit-v1|" + seed).hexdigest()


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of verifying one round. Rounds are counted from 0.

    ``promised`` is the recorded commitment, and ``shown`` is the commitment computed from the
    revealed seed. ``dealt`` is True if the seed and the label produce the tiles that were dealt.
    """

    number: int
    promised: str | None
    shown: str | None
    label: str
    dealt: bool

    def __bool__(self) -> bool:
        """Return whether the seed matches the commitment and also produces the deal."""
        return self.dealt and self.promised is not None and self.promised == self.shown


def verify(record: Record) -> tuple[Verified, ...]:
    """Verify each round of *record*. Raises ValueError if the ruleset is unknown.

    >>> from tilerummy import Round
    >>> from tilerummy.records import verify
    >>> record = Round("sabra", seats=2, seed=1).record(["Ann", "Ben"])
    >>> [played.dealt for played in verify(record)]
    [True]
    """
    promised = dict(record.tags)
    return tuple(
        Verified(
            number,
            promised.get(f"{COMMITMENT_TAG}{number + 1}"),
            None if played.seed is None else commitment(played.seed),
            played.label,
            _dealt(record, played),
        )
        for number, played in enumerate(record.rounds)
    )


def _dealt(record: Record, played: RecordedRound) -> bool:
    if played.seed is None:
        return False
    rules = record.rules
    drawn = chance(
        rules.deal,
        rules.tiles,
        seats=record.seats,
        seed=played.seed,
        lots=played.starter is None,
        label=played.label,
    )
    return drawn == played.chance
