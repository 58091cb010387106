"""What the server says, one type for each message."""

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
    """The socket is open, and this is who you are."""

    name: str
    protocol: int = 1


class Snapshot(Struct, frozen=True, kw_only=True, tag_field="type", tag="snapshot"):
    """All of a table: sent first, and whenever missed entries are no longer at hand."""

    room: str
    version: int
    seat: int | None
    table: RoomView
    game: GameView | None
    clock: ClockView
    preview: list[list[str]] | None = None
    chat: list[Chatted] = []
    log: list[Entry] = []
    """The latest entries, for those who come later."""


class Update(Struct, frozen=True, kw_only=True, tag_field="type", tag="update"):
    """What happened, in order and without a gap, and what is another for the viewer after it.

    Fields of ``table`` and ``game`` that are left out are as they were, and so is ``seat``. Who
    has missed something, or sits elsewhere now, is told all of them.
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
    """What the player to move could do, told as far as was asked."""

    cid: str
    level: int
    advice: str
    """``play``, ``draw``, ``take``, ``discard``, ``pass``, ``declare`` …"""
    code: str
    """The message that says so: ``hint.`` and this code in the catalogue."""
    tiles: list[str] = []
    steps: list[StepView] = []
    sentence: str = ""
    after: list[str] | None = None


class PreviewShown(Struct, frozen=True, kw_only=True, tag_field="type", tag="preview"):
    """The table in the making of the player to move."""

    room: str
    seat: int
    version: int
    rows: list[list[str]]
    rack: int
    """How many tiles are left on the rack in the making."""


class Presence(Struct, frozen=True, kw_only=True, tag_field="type", tag="presence"):
    """Who of the table is connected now; no part of the log."""

    room: str
    seats: list[SeatView]
    watching: int
    clock: ClockView


class Chatted(Struct, frozen=True, kw_only=True, tag_field="type", tag="chat"):
    """Somebody said something."""

    room: str
    name: str
    text: str
    seat: int | None = None


class Reacted(Struct, frozen=True, kw_only=True, tag_field="type", tag="reaction"):
    """Somebody showed a picture."""

    room: str
    seat: int
    reaction: str


class Fault(Struct, frozen=True, kw_only=True, tag_field="type", tag="fault", omit_defaults=True):
    """A message could not be taken; the socket stays open unless it says so."""

    code: FaultCode
    message: str
    room: str = ""
    cid: str = ""


class Pong(Struct, frozen=True, kw_only=True, tag_field="type", tag="pong"):
    """Yes."""


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
