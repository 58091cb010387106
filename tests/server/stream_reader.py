"""A client's view of a table: the last snapshot, with all later changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec import UNSET, Raw, Struct, json, structs

from tilerummy.server.messages.server import ServerMessage, Snapshot, Update
from tilerummy.server.messages.views import GameView, RoomView

View = TypeVar("View", bound=Struct)

_decoder = json.Decoder(Update)


def read(message: ServerMessage | Raw) -> ServerMessage:
    """Return a listener's message decoded; only updates are sent encoded."""
    return _decoder.decode(message) if isinstance(message, Raw) else message


@dataclass
class Known:
    """The latest state in the messages to one viewer."""

    version: int = 0
    seat: int | None = None
    table: RoomView | None = None
    game: GameView | None = None

    def take(self, message: ServerMessage) -> None:
        """Apply a message: a complete view, or the changed fields."""
        if isinstance(message, Snapshot):
            self.version, self.seat = message.version, message.seat
            self.table, self.game = message.table, message.game
        elif isinstance(message, Update):
            self.version = message.version
            if message.seat is not UNSET:
                self.seat = message.seat
            self.table = changed(RoomView, self.table, message.table)
            self.game = changed(GameView, self.game, message.game)


def changed(kind: type[View], known: View | None, change: object) -> View | None:
    """Return a view with the changed fields applied; a complete change may come first."""
    if not isinstance(change, Struct):
        return known
    fields = {k: v for k, v in structs.asdict(change).items() if v is not UNSET}
    return kind(**fields) if known is None else structs.replace(known, **fields)


def whole(known: dict[str, Any] | None, message: dict[str, Any]) -> dict[str, Any]:
    """Return a snapshot or an update in JSON form, with the fields that it omits."""
    if known is None or message["type"] != "update":
        return message
    views = {name: {**(known[name] or {}), **message.get(name, {})} for name in ("table", "game")}
    return {"seat": known["seat"], **message, **views, "game": views["game"] or None}
