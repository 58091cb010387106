"""What a room does by itself, as its keeper asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tilerummy.server.rooms.actor import Keeper


class Habits(Protocol):
    """What a room does by itself."""

    async def time_over(self, keeper: Keeper) -> None:
        """End the turn whose time is over."""

    async def reconsider(self, keeper: Keeper) -> None:
        """See what comes of what was proposed."""

    async def computer_turn(self, keeper: Keeper, version: int, level: str) -> None:
        """Do what the computer player to move does next."""
