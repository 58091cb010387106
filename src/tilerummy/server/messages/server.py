"""The messages that the server sends."""

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
    """The complete table, sent first and whenever missed entries are no longer available."""

    room: str
    version: int
    seat: int | None
    gave_up: int | None = None
    """The seat from which the viewer resigned."""
    table: RoomView
    game: GameView | None
    clock: ClockView
    preview: list[list[str]] | None = None
    chat: list[Chatted] = []
    log: list[Entry] = []
    """The latest log entries."""


class Update(Struct, frozen=True, kw_only=True, tag_field="type", tag="update"):
    """The new entries, in order and without gaps, and what they change for the viewer.

    Fields missing from ``table`` and ``game``, and a missing ``seat``, are unchanged. After missed
    entries or a change of seat, all fields are present.
    """

    room: str
    version: int
    seat: int | UnsetType | None = UNSET
    entries: list[Entry]
    table: RoomChange | UnsetType = UNSET
    game: GameChange | UnsetType = UNSET
    clock: ClockView


class Answer(Struct, frozen=True, kw_only=True, tag_field="type", tag="answer", omit_defaults=True):
    """The result of a command: done, out of date, or refused for every reason listed."""

    cid: str
    status: Literal["ok", "conflict", "refused"]
    version: int
    reasons: list[RefusalReason] = []
    plays: list[str] = []
    """The plays that lead to the table; only in response to Check."""


class HintAnswer(Struct, frozen=True, kw_only=True, tag_field="type", tag="hint"):
    """A hint for the player to move, with as much detail as requested."""

    cid: str
    level: int
    advice: str
    """``play``, ``draw``, ``take``, ``discard``, ``pass``, ``declare`` …"""
    code: str
    """The message catalogue contains the text under the key ``hint.`` + code."""
    tiles: list[str] = []
    steps: list[StepView] = []
    sentence: str = ""
    after: list[str] | None = None


class PreviewShown(Struct, frozen=True, kw_only=True, tag_field="type", tag="preview"):
    """The draft of the player whose turn it is."""

    room: str
    seat: int
    version: int
    rows: list[list[str]]
    rack: int
    """How many tiles the draft leaves on the rack."""


class Presence(Struct, frozen=True, kw_only=True, tag_field="type", tag="presence"):
    """Which players and spectators are connected; this is not part of the log."""

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
    """A message was rejected; the socket stays open unless the text says otherwise."""

    code: FaultCode
    message: str
    room: str = ""
    cid: str = ""


class Pong(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="pong"):
    """The reply to Ping; ``waiting`` is true while the database is down and commands fail."""

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
