"""What a room does by itself, as its keeper asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tilerummy.server.rooms.actor import RoomActor


class RoomPolicy(Protocol):
    """What a room does by itself."""

    async def time_over(self, actor: RoomActor) -> None:
        """End the turn whose time is over."""

    async def reconsider(self, actor: RoomActor) -> None:
        """See what comes of what was proposed."""

    async def computer_turn(self, actor: RoomActor, version: int, level: str) -> None:
        """Do what the computer player to move does next."""
