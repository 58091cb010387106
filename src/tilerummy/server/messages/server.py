"""The messages that the server sends."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from tilerummy.server.messages.bodies.common import CodedText
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
    """The first message on a socket, which confirms that the socket is open for this guest."""

    name: str
    protocol: int = 1


class Snapshot(Struct, frozen=True, kw_only=True, tag_field="type", tag="snapshot"):
    """The complete table, sent at first and whenever missed entries are no longer available."""

    room: str
    version: int
    seat: int | None
    """The viewer's seat. If several players share the device, the seat that moves next."""
    gave_up: int | None = None
    """The seat that the viewer resigned from."""
    table: RoomView
    game: GameView | None
    clock: ClockView
    preview: list[list[str]] | None = None
    chat: list[Chatted] = []
    log: list[Entry] = []
    """The latest log entries."""


class Update(Struct, frozen=True, kw_only=True, tag_field="type", tag="update"):
    """The new log entries, in order and without gaps, and the resulting changes for the viewer.

    Fields that are missing from ``table`` and ``game`` are unchanged, and so is ``seat`` if it is
    missing. After missed entries or a change of seat, all fields are present.
    """

    room: str
    version: int
    seat: int | UnsetType | None = UNSET
    entries: list[Entry]
    table: RoomChange | UnsetType = UNSET
    game: GameChange | UnsetType = UNSET
    clock: ClockView


class Answer(Struct, frozen=True, kw_only=True, tag_field="type", tag="answer", omit_defaults=True):
    """A command's result: done, out of date, or refused together with every reason."""

    cid: str
    status: Literal["ok", "conflict", "refused"]
    version: int
    reasons: list[RefusalReason] = []
    plays: list[str] = []
    """The plays that lead to the submitted table; only set in response to ``check``."""


class HintAnswer(Struct, frozen=True, kw_only=True, tag_field="type", tag="hint"):
    """A hint for the player to move, with the requested amount of detail."""

    cid: str
    level: int
    advice: str
    """The recommended action: ``play``, ``draw``, ``take``, ``discard``, ``pass``, ``declare`` …"""
    code: str
    """The code of the hint; the key of its text in the message catalogue is ``hint.`` + code."""
    tiles: list[str] = []
    steps: list[StepView] = []
    sentence: str = ""
    after: list[str] | None = None
    why: Literal["", "alone", "twin", "gone", "few"] = ""
    """The reason for a discard without plays; the key of its text is ``discard_why.`` + why."""
    left: int = 0
    """The number of unseen tiles that would complete a meld with it, if ``why`` is ``few``."""
    hand: int = 0
    """The number of the closed hand that the hint leads to, or 0."""


class NearHandView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A closed hand that the viewer's rack is near to; ``missing`` tiles still have to be drawn.

    ``number`` identifies the closed hand. In games without closed hands, the only target is to have
    all tiles in melds; ``number`` and ``points`` are then 0.
    """

    number: int
    name: str
    points: int
    melds: list[str]
    """The complete hand. If a tile appears several times, its last copies are missing."""
    missing: list[str]
    copies: list[int]
    """The number of unseen copies of each distinct missing tile, in order."""
    trump: bool = False
    """True if the trump is one of the missing tiles."""
    examples: bool = False
    """True if many other tiles would fit as well as the missing ones."""
    discard: bool = False
    """True if the previous discard is one of the missing tiles and can be taken now."""
    what: list[CodedText] = []
    """The rule of the closed hand, in sentences. ``melds`` is only one of the hands it allows."""


class NearAnswer(Struct, frozen=True, kw_only=True, tag_field="type", tag="near"):
    """The closed hands that the viewer's rack is nearest to, nearest first."""

    cid: str
    hands: list[NearHandView]
    opening: int | None = None
    """The most points that the viewer can open with, using these tiles, or None."""
    proven: bool = True
    """False if time ran out, so that nearer hands may exist."""


class PreviewShown(Struct, frozen=True, kw_only=True, tag_field="type", tag="preview"):
    """The draft of the player whose turn it is."""

    room: str
    seat: int
    version: int
    rows: list[list[str]]
    rack: int
    """The number of tiles that are left on the rack according to the draft."""


class Presence(Struct, frozen=True, kw_only=True, tag_field="type", tag="presence"):
    """The connected players and spectators. This is not stored in the log."""

    room: str
    seats: list[SeatView]
    watching: int
    clock: ClockView


class Chatted(Struct, frozen=True, kw_only=True, tag_field="type", tag="chat"):
    """A chat message from a player or spectator."""

    room: str
    name: str
    text: str
    seat: int | None = None
    version: int = 0


class Reacted(Struct, frozen=True, kw_only=True, tag_field="type", tag="reaction"):
    """A reaction from a player."""

    room: str
    seat: int
    reaction: str


class Fault(Struct, frozen=True, kw_only=True, tag_field="type", tag="fault", omit_defaults=True):
    """A message was rejected. The socket stays open unless the message says otherwise."""

    code: FaultCode
    message: str
    room: str = ""
    cid: str = ""


class Pong(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="pong"):
    """The response to ``ping``.

    ``waiting`` is true while the database is down and commands fail.
    """

    waiting: bool = False


ServerMessage = (
    Welcome
    | Snapshot
    | Update
    | Answer
    | HintAnswer
    | NearAnswer
    | PreviewShown
    | Presence
    | Chatted
    | Reacted
    | Fault
    | Pong
)
