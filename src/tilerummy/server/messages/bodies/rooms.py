"""Bodies about tables: opening one, the lobby, invitations."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilerummy.server.messages.bodies.common import RequestBody, RulesetText
from tilerummy.server.messages.client import Level, SeatNumber
from tilerummy.server.messages.views import SeatKind


class ComputerSeat(RequestBody, frozen=True, kw_only=True):
    """A seat that a computer player takes from the beginning."""

    seat: SeatNumber
    level: Level


class Terms(RequestBody, frozen=True, kw_only=True):
    """The terms for opening a table; every field has a default."""

    ruleset: RulesetText = "sabra"
    title: Annotated[str, Meta(max_length=60)] = ""
    rounds: Annotated[int, Meta(ge=1, le=100)] | None = 1
    target: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    turn_ms: Annotated[int, Meta(ge=5_000, le=14 * 24 * 3600 * 1000)] | None = None
    reserve_ms: Annotated[int, Meta(ge=0, le=3600 * 1000)] = 0
    by_days: bool = False
    private: bool = False
    hints: bool = True
    previews: bool = True
    chat: bool = True
    spectators: bool = True


class NewRoom(RequestBody, frozen=True, kw_only=True):
    """A table to open; I sit down on its first free seat, and with ``start`` it begins at once."""

    terms: Terms = Terms()
    seats: Annotated[int, Meta(ge=2, le=4)] = 4
    computers: Annotated[list[ComputerSeat], Meta(max_length=4)] = []  # noqa: RUF012 - msgspec copies it
    start: bool = False


class CardSeat(Struct, frozen=True, kw_only=True):
    """A seat of a table in the lobby."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    face: str = ""
    colour: str = ""


class RoomCard(Struct, frozen=True, kw_only=True):
    """A table in the lobby; ``seat`` is mine, and lists are by seat."""

    room: str
    title: str
    ruleset: str
    phase: str
    seats: list[CardSeat]
    private: bool = False
    turn_ms: int | None = None
    by_days: bool = False
    round: int = 0
    rounds: int | None = 1
    seat: int | None = None
    to_move: int | None = None
    your_turn: bool = False
    watching: int = 0
    target: int | None = None
    totals: list[int] = []
    """The running scores of the match."""
    leaders: list[int] = []
    """The winners of a match that is over."""
    ending: str | None = None
    """Why a match was over before its end: ``resigned``, ``agreed``, ``abandoned``."""
    tiles: list[int] = []
    """How many tiles each rack holds, while a round is played."""
    left_ms: int | None = None
    """The time that is left of the turn."""
    ago_ms: int = 0
    """How long ago something happened there, for my tables."""
    wins: list[int] = []
    """How many rounds each seat has won."""
    gave_up: int | None = None
    """The seat that was mine until I gave it up."""


class Lobby(Struct, frozen=True, kw_only=True):
    """Tables with a free seat, my tables, and tables to watch.

    ``resume`` is the latest of my matches that I left within the last day and that goes on.
    """

    open: list[RoomCard]
    mine: list[RoomCard]
    watch: list[RoomCard]
    resume: str | None = None


class RoomOpened(Struct, frozen=True, kw_only=True):
    """The table is open; ``invite`` is the code with which others find it."""

    room: str
    invite: str


class Invite(Struct, frozen=True, kw_only=True):
    """The invitation to a table: a code, its link, and a picture of the link."""

    code: str
    url: str
    qr_svg: str


class Invited(Struct, frozen=True, kw_only=True):
    """The table of the invitation; I may sit down there now, if I am not ``seated`` there."""

    room: str
    seated: bool = False
