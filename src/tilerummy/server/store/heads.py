"""The ends of the logs that were written to last, so that an append needs no query."""

from __future__ import annotations

from collections import OrderedDict

from tilerummy.server.store.checksums import Ledger

HEADS = 20_000
"""The number of logs whose end is cached."""


class Heads:
    """Caches the ends of logs, for the writer thread.

    It may be out of date, as after a commit that failed: every append checks the end that it found.
    """

    def __init__(self, most: int = HEADS) -> None:
        self._most = most
        self._heads: OrderedDict[str, Ledger] = OrderedDict()

    def get(self, room: str, expected: int) -> Ledger | None:
        """Return the end of a log, if it is the *expected* one."""
        ledger = self._heads.get(room)
        return ledger if ledger is not None and ledger.size == expected else None

    def keep(self, room: str, ledger: Ledger) -> None:
        """Store the end of a log."""
        self._heads[room] = ledger
        self._heads.move_to_end(room)
        if len(self._heads) > self._most:
            self._heads.popitem(last=False)
