"""The messages of a client, one type for each, and their limits."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Cid = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""An id that the client chooses for a command; the same id always gets the same answer."""
Version = Annotated[int, Meta(ge=0, le=2**53)]
"""The version of a table: the number of entries of its log that the client has seen."""
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
TileText = Annotated[str, Meta(min_length=1, max_length=4)]
MeldText = Annotated[str, Meta(min_length=1, max_length=160)]
ActionText = Annotated[str, Meta(min_length=1, max_length=8000)]
Level = Annotated[str, Meta(min_length=1, max_length=32)]


class Message(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """A message of a client; ``type`` names which one."""


class Watch(Message, frozen=True, kw_only=True, tag="watch"):
    """Send this table from now on: on the seat that I have there, else as a spectator.

    With ``since``, only the entries after that version are sent, if they are still available.
    """

    room: str
    since: Version | None = None


class Unwatch(Message, frozen=True, kw_only=True, tag="unwatch"):
    """Stop sending this table; a table that is not watched is ignored.

    Deprecated: only a page that was loaded before an upgrade sends it. Close the socket instead.
    """

    room: str


class Act(Message, frozen=True, kw_only=True, tag="act"):
    """Do these actions, all or none, if the table is still at the version that I have seen."""

    cid: Cid
    room: str
    version: Version
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=8)]


class Done(Message, frozen=True, kw_only=True, tag="done"):
    """Submit this table, whichever plays lead there, and end my turn.

    ``discard`` ends the turn in games with discards; there, without one, the turn goes on.
    """

    cid: Cid
    room: str
    version: Version
    after: Annotated[list[MeldText], Meta(max_length=200)]
    discard: TileText | None = None


class Check(Message, frozen=True, kw_only=True, tag="check"):
    """Return what Done would answer to this table; nothing is changed."""

    cid: Cid
    room: str
    version: Version
    after: Annotated[list[MeldText], Meta(max_length=200)]
    discard: TileText | None = None


class Preview(Message, frozen=True, kw_only=True, tag="preview"):
    """Show the others my draft: rows of tiles, which need not be melds yet."""

    room: str
    version: Version
    rows: Annotated[list[Annotated[list[TileText], Meta(max_length=200)]], Meta(max_length=200)]


class AskHint(Message, frozen=True, kw_only=True, tag="ask_hint"):
    """Give me a hint: whether there is a play (1), with which tiles (2), or how (3)."""

    cid: Cid
    room: str
    version: Version
    level: Annotated[int, Meta(ge=1, le=3)] = 1


class Control(Message, frozen=True, kw_only=True, tag="control"):
    """Control the table itself, not its tiles.

    ``sit`` (seat), ``stand``; the host: ``computer`` (seat, level) and ``empty`` (seat) a seat,
    ``start``, ``lock`` and ``unlock``, ``mute`` and ``unmute`` (seat), ``remove`` (seat),
    ``close``; everyone seated: ``ready`` (contribution), ``next`` round, ``resign``,
    ``pause``/``resume``/``end``/``stand_in`` (seat), to which the other people agree by the same
    command, or which they reject by ``decline`` (people who have been away for ten seconds need not
    agree, and after thirty a computer may stand in); ``take_back`` one's seat; after the match
    everyone who played: ``rematch``, at a new table (``next_room``) that is locked for others and
    begins when all of them sit there.
    """

    cid: Cid
    room: str
    what: Literal[
        "sit",
        "stand",
        "computer",
        "empty",
        "start",
        "ready",
        "next",
        "rematch",
        "resign",
        "pause",
        "resume",
        "end",
        "stand_in",
        "decline",
        "take_back",
        "lock",
        "unlock",
        "mute",
        "unmute",
        "remove",
        "close",
    ]
    seat: SeatNumber | None = None
    level: Level | None = None
    contribution: Annotated[str, Meta(pattern=r"^[0-9a-f]{0,64}$")] | None = None


class Say(Message, frozen=True, kw_only=True, tag="say"):
    """Send a chat message to the table, if it has a chat."""

    room: str
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class React(Message, frozen=True, kw_only=True, tag="react"):
    """Send the table a reaction: one of a few pictures."""

    room: str
    reaction: Literal["well_played", "thanks", "good_luck", "oops", "wow", "hurry"]


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    """Check the connection; answered by Pong at once."""


ClientMessage = (
    Watch | Unwatch | Act | Done | Check | Preview | AskHint | Control | Say | React | Ping
)

Command = Act | Done | Control
"""Messages that are executed once; when repeated, they get the same answer."""
Question = Check | AskHint
"""Messages that are answered, and change nothing."""
Remark = Preview | Say | React
"""Messages that are sent to the others, and never stored."""
TableMessage = Command | Question | Remark
"""Messages to a table."""
