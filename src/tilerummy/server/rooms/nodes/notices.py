"""Notices of guests: what a node must know of those who have sockets there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tilerummy.server.store.nodes.port import NodeStore, NoticeKind

NoticeHandler = Callable[[NoticeKind, str], Awaitable[None]]
"""Is called with the kind of a notice, and what it is about."""


class Notices:
    """Stores notices for other nodes, and reads theirs, each once."""

    def __init__(self, store: NodeStore) -> None:
        self._store = store
        self._read: set[int] | None = None
        self.handler: NoticeHandler | None = None

    async def notify(self, kind: NoticeKind, about: str) -> None:
        """Store a notice; raises StorageError."""
        await self._store.notify([(kind, about)])

    async def read(self) -> None:
        """Handle the notices that are new here; raises StorageError."""
        notices = await self._store.notices()
        if self._read is None:  # older than this process
            self._read = {each.number for each in notices}
        new = [each for each in notices if each.number not in self._read]
        self._read = {each.number for each in notices}
        for each in new:
            if self.handler is not None:
                await self.handler(each.kind, each.about)
