"""Bodies about tables: creating a table, the lobby and invitations."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilerummy.server.guests.faces import Colour, FaceName
from tilerummy.server.messages.bodies.common import RequestBody
from tilerummy.server.messages.client import MAX_PLAYERS, Level, PlayerCount, SeatNumber
from tilerummy.server.messages.terms import Terms
from tilerummy.server.messages.views import SeatKind


class ComputerSeat(RequestBody, frozen=True, kw_only=True):
    """A computer player to seat at a new table."""

    seat: SeatNumber
    level: Level


class LocalSeat(RequestBody, frozen=True, kw_only=True):
    """A further player at the caller's own device; by default, the server chooses a face."""

    seat: SeatNumber
    name: Annotated[str, Meta(min_length=1, max_length=200)]
    face: FaceName | None = None
    colour: Colour | None = None


class NewRoom(RequestBody, frozen=True, kw_only=True):
    """A table to create.

    The caller gets the first free seat. ``start`` begins the match immediately, which is required
    if ``local_players`` share the caller's device. Their table is private, and their racks are
    hidden until the device sends ``show_rack``.
    """

    terms: Terms = Terms()
    seats: PlayerCount = 4
    computers: Annotated[list[ComputerSeat], Meta(max_length=MAX_PLAYERS)] = []  # noqa: RUF012 - msgspec copies it
    local_players: Annotated[list[LocalSeat], Meta(max_length=MAX_PLAYERS - 1)] = []  # noqa: RUF012 - as above
    start: bool = False


class SeatInfo(Struct, frozen=True, kw_only=True):
    """A seat at a table in the lobby."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    face: str = ""
    colour: str = ""
    local: bool = False
    """True for a further player at another player's device."""


class LobbyRoom(Struct, frozen=True, kw_only=True):
    """A table in the lobby. ``seat`` is the caller's seat; lists are in seat order."""

    room: str
    title: str
    ruleset: str
    phase: str
    seats: list[SeatInfo]
    private: bool = False
    turn_ms: int | None = None
    reserve_ms: int = 0
    by_days: bool = False
    round: int = 0
    rounds: int | None = 1
    seat: int | None = None
    to_move: int | None = None
    your_turn: bool = False
    watching: int = 0
    target: int | None = None
    totals: list[int] = []
    """The running score of each seat in the match."""
    leaders: list[int] = []
    """The seats that won the match, if it has finished."""
    ending: str | None = None
    """Why the match ended early: ``resigned``, ``agreed`` or ``abandoned``."""
    tiles: list[int] = []
    """The number of tiles on each rack while a round is being played."""
    left_ms: int | None = None
    """The time left in the current turn, in milliseconds."""
    ago_ms: int = 0
    """The time since the last log entry or the end of the match, in milliseconds.

    It is only set for the caller's tables.
    """
    wins: list[int] = []
    """The number of rounds that each seat has won."""
    gave_up: int | None = None
    """The seat that the caller resigned from."""
    next_room: str | None = None
    """The table for the rematch, if a player has requested one."""


class TablePosition(Struct, frozen=True, kw_only=True):
    """The position in the current round of a table as the caller sees it, in notation.

    ``rack`` contains the caller's tiles, and ``played`` the tiles that the latest play added to the
    table. All are empty before the first deal.
    """

    table: list[str] = []
    rack: list[str] = []
    played: list[str] = []


class Lobby(Struct, frozen=True, kw_only=True):
    """The tables with a free seat, the caller's own tables, and the tables to watch.

    ``resume`` is the caller's most recent unfinished match, if they left it within the last day.
    ``offline_bytes`` is the size of the game at ``/offline-game/``, which needs no server once it
    is downloaded, if this server offers it.
    """

    open: list[LobbyRoom]
    mine: list[LobbyRoom]
    watch: list[LobbyRoom]
    resume: str | None = None
    offline_bytes: int | None = None


class RoomOpened(Struct, frozen=True, kw_only=True):
    """Confirms that a table was created; ``invite`` is the code for inviting other players."""

    room: str
    invite: str


class Invite(Struct, frozen=True, kw_only=True):
    """The invitation to a table: a code, a link, and the link as a QR code."""

    code: str
    url: str
    qr_svg: str


class Invited(Struct, frozen=True, kw_only=True):
    """The table that the caller was invited to.

    The caller can now sit down at it, unless they are already ``seated``.
    """

    room: str
    seated: bool = False
