"""The messages of the server, one type for each."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from tilerummy.server.messages.views import (
    ClockView,
    Entry,
    GameChange,
    GameView,
    RoomChange,
    RoomView,
    SeatView,
    StepView,
    Why,
)

FaultCode = Literal[
    "bad_message",
    "no_such_room",
    "not_allowed",
    "too_fast",
    "too_many",
    "server_busy",
    "storage",
    "damaged",
]


class Welcome(Struct, frozen=True, kw_only=True, tag_field="type", tag="welcome"):
    """The socket is open; this is the client's guest."""

    name: str
    protocol: int = 1


class Snapshot(Struct, frozen=True, kw_only=True, tag_field="type", tag="snapshot"):
    """All of a table: sent first, and whenever missed entries are no longer available."""

    room: str
    version: int
    seat: int | None
    gave_up: int | None = None
    """The seat that the viewer has given up."""
    table: RoomView
    game: GameView | None
    clock: ClockView
    preview: list[list[str]] | None = None
    chat: list[Chatted] = []
    log: list[Entry] = []
    """The latest entries, for later viewers."""


class Update(Struct, frozen=True, kw_only=True, tag_field="type", tag="update"):
    """The new entries, in order and without a gap, and the changes for the viewer after them.

    Fields of ``table`` and ``game`` that are left out are as they were, and so is ``seat``. A
    viewer who has missed an entry, or has changed the seat, is sent all of them.
    """

    room: str
    version: int
    seat: int | UnsetType | None = UNSET
    entries: list[Entry]
    table: RoomChange | UnsetType = UNSET
    game: GameChange | UnsetType = UNSET
    clock: ClockView


class Answer(Struct, frozen=True, kw_only=True, tag_field="type", tag="answer", omit_defaults=True):
    """The one answer to a command: done, out of date, or refused with every reason."""

    cid: str
    status: Literal["ok", "conflict", "refused"]
    version: int
    reasons: list[Why] = []
    plays: list[str] = []
    """For Check: the plays that lead to the table."""


class HintAnswer(Struct, frozen=True, kw_only=True, tag_field="type", tag="hint"):
    """A hint for the player to move, with the requested details."""

    cid: str
    level: int
    advice: str
    """``play``, ``draw``, ``take``, ``discard``, ``pass``, ``declare`` …"""
    code: str
    """The code of its text: ``hint.`` and this code in the message catalogue."""
    tiles: list[str] = []
    steps: list[StepView] = []
    sentence: str = ""
    after: list[str] | None = None


class PreviewShown(Struct, frozen=True, kw_only=True, tag_field="type", tag="preview"):
    """The draft of the player to move."""

    room: str
    seat: int
    version: int
    rows: list[list[str]]
    rack: int
    """How many tiles are left on the rack in the draft."""


class Presence(Struct, frozen=True, kw_only=True, tag_field="type", tag="presence"):
    """The players of the table who are connected now; not part of the log."""

    room: str
    seats: list[SeatView]
    watching: int
    clock: ClockView


class Chatted(Struct, frozen=True, kw_only=True, tag_field="type", tag="chat"):
    """A chat message was sent."""

    room: str
    name: str
    text: str
    seat: int | None = None


class Reacted(Struct, frozen=True, kw_only=True, tag_field="type", tag="reaction"):
    """A reaction was sent."""

    room: str
    seat: int
    reaction: str


class Fault(Struct, frozen=True, kw_only=True, tag_field="type", tag="fault", omit_defaults=True):
    """A message was not accepted; the socket stays open unless it says so."""

    code: FaultCode
    message: str
    room: str = ""
    cid: str = ""


class Pong(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="pong"):
    """The answer to Ping; ``waiting`` if no command can be stored, as the database is lost."""

    waiting: bool = False


ServerMessage = (
    Welcome
    | Snapshot
    | Update
    | Answer
    | HintAnswer
    | PreviewShown
    | Presence
    | Chatted
    | Reacted
    | Fault
    | Pong
)
