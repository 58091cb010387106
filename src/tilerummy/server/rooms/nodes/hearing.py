"""What this process makes of the hints of other nodes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

from tilerummy.server.messages import Chatted
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.rooms.nodes.following import Follower
from tilerummy.server.rooms.nodes.hints import EntriesHint, Hints, Shown
from tilerummy.server.rooms.nodes.notices import Notices
from tilerummy.server.rooms.registry import RoomRegistry
from tilerummy.server.store import StorageError


class Hearing:
    """Applies hints at once where it can, and else looks soon at what the store has.

    However many hints come meanwhile, one task looks at their tables, and one reads the notices.
    """

    def __init__(
        self, registry: RoomRegistry, follower: Follower, notices: Notices, hints: Hints
    ) -> None:
        self._registry, self._follower = registry, follower
        self._notices, self._hints = notices, hints
        self._look: set[str] = set()
        self._noticed = False
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def listen(self) -> None:
        """Hear the other nodes from now on."""
        await self._hints.listen(
            stored=self.stored,
            changed=self.changed,
            shown=self.shown,
            chat=self.chat,
            noticed=self.noticed,
        )

    def stored(self, room: str, hint: EntriesHint) -> None:
        """Apply entries that another node has stored, or read them soon."""
        actor = self._registry.in_memory(room)
        if actor is not None and not self._follower.applied(actor, hint):
            self._look_at(room)

    def changed(self, room: str) -> None:
        """Look at a table soon."""
        if self._registry.in_memory(room) is not None or room in self._registry.dormant:
            self._look_at(room)

    def shown(self, room: str, message: Shown) -> None:
        """Show a message of another node to the viewers here."""
        if message.room == room and (actor := self._registry.in_memory(room)) is not None:
            actor.hear(message)

    def chat(self, room: str, messages: list[Chatted]) -> None:
        """Take over what was said at a table before it was loaded here, or answer who asks that."""
        if (actor := self._registry.in_memory(room)) is None:
            return
        if messages:
            actor.broadcast.add_earlier_chat(messages)
        elif actor.broadcast.chat:
            self._hints.chat(room, actor.broadcast.chat)

    def noticed(self) -> None:
        """Read the notices soon."""
        self._noticed = True
        self._begin("notices", self._read_notices)

    def _look_at(self, room: str) -> None:
        self._look.add(room)
        self._begin("look", self._look_at_all)

    async def _look_at_all(self) -> None:
        while self._look:
            rooms, self._look = sorted(self._look), set()
            await self._follower.poll(rooms)

    async def _read_notices(self) -> None:
        while self._noticed:
            self._noticed = False
            await self._notices.read()

    def _begin(self, name: str, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Begin work, unless the same is under way, which then goes on until nothing is left."""
        running = self._tasks.get(name)
        if running is None or running.done():
            self._tasks[name] = asyncio.get_running_loop().create_task(_logged(work()))

    async def close(self) -> None:
        """End what is under way."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)


async def _logged(work: Coroutine[None, None, None]) -> None:
    """Do *work*, whatever goes wrong."""
    try:
        await work
    except StorageError:
        pass  # the store is read again soon
    except Exception as error:  # noqa: BLE001 - it was only a hint
        log_failure("(node)", error)
