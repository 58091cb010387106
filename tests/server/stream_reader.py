"""What a client knows of a table that it follows: the last view, and what has changed since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec import UNSET, Raw, Struct, json, structs

from tilerummy.server.messages.server import ServerMessage, Snapshot, Update
from tilerummy.server.messages.views import GameView, RoomView

View = TypeVar("View", bound=Struct)

_decoder = json.Decoder(Update)


def read(message: ServerMessage | Raw) -> ServerMessage:
    """Return what a listener was sent; what is encoded already is an update."""
    return _decoder.decode(message) if isinstance(message, Raw) else message


@dataclass
class Known:
    """How everything stands for a viewer by what was told so far."""

    version: int = 0
    seat: int | None = None
    table: RoomView | None = None
    game: GameView | None = None

    def take(self, message: ServerMessage) -> None:
        """Take a message: a whole view, or the fields that are others now."""
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
    """Return a view with the fields that *change* tells; with all of them it may be the first."""
    if not isinstance(change, Struct):
        return known
    fields = {k: v for k, v in structs.asdict(change).items() if v is not UNSET}
    return kind(**fields) if known is None else structs.replace(known, **fields)


def whole(known: dict[str, Any] | None, message: dict[str, Any]) -> dict[str, Any]:
    """Return a snapshot or an update, as it came as JSON, with all that it leaves out."""
    if known is None or message["type"] != "update":
        return message
    views = {name: {**(known[name] or {}), **message.get(name, {})} for name in ("table", "game")}
    return {"seat": known["seat"], **message, **views, "game": views["game"] or None}
