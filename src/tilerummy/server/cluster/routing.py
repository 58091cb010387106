"""Which node a socket or request for a room is for: the owner of the room, or any if it has none.

Nodes ask each other as a proxy asks them, with a key that they share.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from tilerummy.server.cluster.leases import NodeOwnership
from tilerummy.server.store import Owner, StorageError
from tilerummy.server.store.leases import Leases


class Routing:
    """Finds the owners of rooms; *key* signs the cookies of all nodes."""

    def __init__(self, store: Leases, ownership: NodeOwnership, key: bytes) -> None:
        self._store, self._ownership = store, ownership
        self.key = hmac.digest(key, b"node-v1", sha256).hex()

    def is_node(self, shown: str) -> bool:
        """Return whether who shows that key is a node, in a time that tells nothing of it."""
        return hmac.compare_digest(shown.encode(), self.key.encode())

    async def elsewhere(self, room: str) -> Owner | None:
        """Return the other node that owns a room, None if this one does or nobody.

        Raises StorageError.
        """
        if self._ownership.alone or room in self._ownership.owned:
            return None
        owner = await self._store.owner(room)
        return None if owner is None or owner.node == self._ownership.name else owner

    async def take_from(self, room: str, dead: Owner) -> bool:
        """Own a room whose owner refuses connections; return whether it is owned here then.

        Raises StorageError.
        """
        try:
            return await self._ownership.take(room, dead=dead.node) is not None
        except StorageError:
            return False
