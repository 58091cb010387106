"""The messages that clients send, and their limits."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Cid = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""A command id chosen by the client; sending the same id again returns the same result."""
Version = Annotated[int, Meta(ge=0, le=2**53)]
"""A table's version: the number of log entries that the client has received."""
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
TileText = Annotated[str, Meta(min_length=1, max_length=4)]
MeldText = Annotated[str, Meta(min_length=1, max_length=160)]
ActionText = Annotated[str, Meta(min_length=1, max_length=8000)]
Level = Annotated[str, Meta(min_length=1, max_length=32)]


class Message(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """A message from a client; ``type`` identifies its class."""


class Watch(Message, frozen=True, kw_only=True, tag="watch"):
    """Subscribe to this table, from my seat or as a spectator.

    If ``since`` is given and still available, only the entries after that version are sent.
    """

    room: str
    since: Version | None = None


class Unwatch(Message, frozen=True, kw_only=True, tag="unwatch"):
    """Unsubscribe from this table; has no effect if there is no subscription.

    Deprecated, because only web clients from before an upgrade send it. Close the socket instead.
    """

    room: str


class Act(Message, frozen=True, kw_only=True, tag="act"):
    """Perform all of these actions, or none, if the table still has the version that I saw."""

    cid: Cid
    room: str
    version: Version
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=8)]


class Done(Message, frozen=True, kw_only=True, tag="done"):
    """Submit this table, which may take any number of plays to reach, and end my turn.

    In games with discards, ``discard`` ends the turn; if it is missing, the turn continues.
    """

    cid: Cid
    room: str
    version: Version
    after: Annotated[list[MeldText], Meta(max_length=200)]
    discard: TileText | None = None


class Check(Message, frozen=True, kw_only=True, tag="check"):
    """Return the result that Done would have with this table, without changing anything."""

    cid: Cid
    room: str
    version: Version
    after: Annotated[list[MeldText], Meta(max_length=200)]
    discard: TileText | None = None


class Preview(Message, frozen=True, kw_only=True, tag="preview"):
    """Show my draft to the other players, as rows of tiles that need not be melds."""

    room: str
    version: Version
    rows: Annotated[list[Annotated[list[TileText], Meta(max_length=200)]], Meta(max_length=200)]


class AskHint(Message, frozen=True, kw_only=True, tag="ask_hint"):
    """Request a hint: a yes or no (1), the tiles to play (2), or all steps (3)."""

    cid: Cid
    room: str
    version: Version
    level: Annotated[int, Meta(ge=1, le=3)] = 1


class Control(Message, frozen=True, kw_only=True, tag="control"):
    """Control the table and its seats.

    Anyone: ``sit`` (seat), ``stand``. The host: ``computer`` (seat, level), ``empty`` (seat),
    ``start``, ``lock``, ``unlock``, ``mute`` (seat), ``unmute`` (seat), ``remove`` (seat),
    ``close``. Players: ``ready`` (contribution), ``next`` round, ``resign``, ``take_back`` the seat
    from a computer player. Proposals: ``pause``, ``resume``, ``end``, ``stand_in`` (a computer
    player replaces an absent ``seat``); the other human players agree by sending the same command,
    or ``decline``. Players who have been absent for ten seconds need not agree, and after thirty
    seconds they can be replaced. After the match, everyone who played: ``rematch`` at a new table
    (``next_room``), which is locked for anyone else and starts when all players are seated.
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
    """Send a chat message to the table, if chat is enabled."""

    room: str
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class React(Message, frozen=True, kw_only=True, tag="react"):
    """Send a reaction to the table."""

    room: str
    reaction: Literal["well_played", "thanks", "good_luck", "oops", "wow", "hurry"]


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    """Check the connection; the server immediately sends Pong."""


ClientMessage = (
    Watch | Unwatch | Act | Done | Check | Preview | AskHint | Control | Say | React | Ping
)

Command = Act | Done | Control
"""Messages that are executed once; repeating one returns the same result."""
Query = Check | AskHint
"""Messages that return a result but change nothing."""
EphemeralMessage = Preview | Say | React
"""Messages that are passed on to other viewers and never stored."""
TableMessage = Command | Query | EphemeralMessage
"""Messages to a table."""
