"""Which node a socket or request for a room is for: the owner of the room, or any if it has none.

Nodes ask each other as a proxy asks them, with a key that they share.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from tilerummy.server.cluster.leases import NodeOwnership
from tilerummy.server.store.leases import Leases
from tilerummy.server.store.types import Owner


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
        if owner is None or owner.node == self._ownership.name:
            return None
        return None if self._ownership.is_dead(owner.node) else owner

    def found_dead(self, owner: Owner) -> None:
        """Let its rooms be taken: it refuses connections."""
        self._ownership.found_dead(owner.node)
