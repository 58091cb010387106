"""The server messages."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from tilerummy.server.messages.views import (
    ClockView,
    Entry,
    GameChange,
    GameView,
    RefusalReason,
    RoomChange,
    RoomView,
    SeatView,
    StepView,
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
    """The socket is open for this guest."""

    name: str
    protocol: int = 1


class Snapshot(Struct, frozen=True, kw_only=True, tag_field="type", tag="snapshot"):
    """The complete table: sent first, and when missed entries are no longer available."""

    room: str
    version: int
    seat: int | None
    gave_up: int | None = None
    """The seat that the viewer resigned."""
    table: RoomView
    game: GameView | None
    clock: ClockView
    preview: list[list[str]] | None = None
    chat: list[Chatted] = []
    log: list[Entry] = []
    """The latest log entries."""


class Update(Struct, frozen=True, kw_only=True, tag_field="type", tag="update"):
    """The new entries, in order and without gaps, and the resulting changes for the viewer.

    Missing fields of ``table`` and ``game``, and a missing ``seat``, are unchanged. All fields are
    present after missed entries or a change of seat.
    """

    room: str
    version: int
    seat: int | UnsetType | None = UNSET
    entries: list[Entry]
    table: RoomChange | UnsetType = UNSET
    game: GameChange | UnsetType = UNSET
    clock: ClockView


class Answer(Struct, frozen=True, kw_only=True, tag_field="type", tag="answer", omit_defaults=True):
    """A command result: done, out of date, or refused with every reason."""

    cid: str
    status: Literal["ok", "conflict", "refused"]
    version: int
    reasons: list[RefusalReason] = []
    plays: list[str] = []
    """For Check: the plays that lead to the table."""


class HintAnswer(Struct, frozen=True, kw_only=True, tag_field="type", tag="hint"):
    """A hint for the player to move, with the requested details."""

    cid: str
    level: int
    advice: str
    """``play``, ``draw``, ``take``, ``discard``, ``pass``, ``declare`` …"""
    code: str
    """The text has the key ``hint.`` + code in the message catalogue."""
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
    """The number of tiles left on the rack in the draft."""


class Presence(Struct, frozen=True, kw_only=True, tag_field="type", tag="presence"):
    """The players and spectators who are connected; not part of the log."""

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
    """A message was rejected; the socket stays open unless the text mentions closing."""

    code: FaultCode
    message: str
    room: str = ""
    cid: str = ""


class Pong(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="pong"):
    """The reply to Ping; ``waiting`` while the database is unreachable and commands fail."""

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
