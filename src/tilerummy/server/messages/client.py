"""The messages that clients send, and their limits."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilerummy.server.messages.terms import Terms

MAX_PLAYERS = 6
"""The maximum number of players at a table."""
Cid = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""A command id chosen by the client; sending a command with the same id returns the same result."""
Version = Annotated[int, Meta(ge=0, le=2**53)]
"""A version of a table, which is the number of log entries that the client has received."""
SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]
PlayerCount = Annotated[int, Meta(ge=1, le=MAX_PLAYERS)]
TileText = Annotated[str, Meta(min_length=1, max_length=4)]
MeldText = Annotated[str, Meta(min_length=1, max_length=160)]
ActionText = Annotated[str, Meta(min_length=1, max_length=8000)]
Level = Annotated[str, Meta(min_length=1, max_length=32)]


class Message(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """A message from a client; ``type`` identifies its class."""


class Watch(Message, frozen=True, kw_only=True, tag="watch"):
    """Subscribe to a table, from the sender's seat or as a spectator.

    If ``since`` is given and the entries after that version are still available, only those entries
    are sent.
    """

    room: str
    since: Version | None = None


class Unwatch(Message, frozen=True, kw_only=True, tag="unwatch"):
    """Unsubscribe from the table, if there is a subscription.

    This message is deprecated, because only outdated web clients send it. Close the socket instead.
    """

    room: str


Advised = Literal["followed", "hinted"]
"""How advice was used in a turn: carried out by hand, or laid on the table by the hint itself."""


class Act(Message, frozen=True, kw_only=True, tag="act"):
    """Perform all of these actions, or none if one is illegal or the game has changed since."""

    cid: Cid
    room: str
    version: Version
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=8)]
    advice: Advised | None = None
    """Set if a hint or the teacher advised these actions."""


class Done(Message, frozen=True, kw_only=True, tag="done"):
    """Submit this table to end the turn; any number of plays may lead to it.

    In games with discards, ``discard`` ends the turn. Without it, the turn continues.
    """

    cid: Cid
    room: str
    version: Version
    after: Annotated[list[MeldText], Meta(max_length=200)]
    discard: TileText | None = None
    advice: Advised | None = None
    """Set if a hint or the teacher advised this table."""


class Check(Message, frozen=True, kw_only=True, tag="check"):
    """Return the result that ``done`` would have with this table, without changing anything."""

    cid: Cid
    room: str
    version: Version
    after: Annotated[list[MeldText], Meta(max_length=200)]
    discard: TileText | None = None


class Preview(Message, frozen=True, kw_only=True, tag="preview"):
    """Show the sender's draft to the other viewers, as rows of tiles that need not be melds."""

    room: str
    version: Version
    rows: Annotated[list[Annotated[list[TileText], Meta(max_length=200)]], Meta(max_length=200)]


class AskHint(Message, frozen=True, kw_only=True, tag="ask_hint"):
    """Request a hint: 1 states the action and any discard, 2 the tiles to play, 3 all the steps.

    The hint leads to the closed hand with the number ``target`` while it is within reach.
    """

    cid: Cid
    room: str
    version: Version
    level: Annotated[int, Meta(ge=1, le=3)] = 1
    target: Annotated[int, Meta(ge=0, le=99)] = 0


class AskNear(Message, frozen=True, kw_only=True, tag="ask_near"):
    """Request the closed hands that the sender's rack is nearest to, in any player's turn.

    The closed hand with the number ``target`` is included even if others are nearer.
    """

    cid: Cid
    room: str
    version: Version
    target: Annotated[int, Meta(ge=0, le=99)] = 0


class Control(Message, frozen=True, kw_only=True, tag="control"):
    """Control the table and its seats.

    Anyone can ``sit`` (seat) or ``stand``. The host can put a ``computer`` (seat, level) in a seat
    or ``empty`` it (seat), ``start`` the match, ``lock``, ``unlock`` or ``close`` the table, and
    ``mute``, ``unmute`` or ``remove`` a player (seat). Players can say that they are ``ready`` for
    the deal (contribution) or for the ``next`` round, ``resign``, or ``take_back`` their seat from
    a computer player.

    Players can propose to ``pause``, ``resume`` or ``end`` the match, or to have a computer player
    ``stand_in`` for an absent player (seat). The other human players send the same command to
    agree, or ``decline``. Players who have been absent for ten seconds need not agree. After thirty
    seconds, they can be replaced.

    After the match, anyone who played can request a ``rematch`` at a new table (``next_room``). The
    new table is locked for everyone else. When all players are seated, the match starts, unless the
    host has changed the terms. Until then, anyone who played can ``decline`` it or withdraw their
    own request, which closes the new table. A later rematch does not wait for players who declined
    one if at least two other players are present.
    """

    cid: Cid
    room: str
    what: Literal[
        "sit",
        "stand",
        "computer",
        "empty",
        "change",
        "start",
        "ready",
        "not_ready",
        "next",
        "rematch",
        "show",
        "hide",
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
    terms: Terms | None = None
    contribution: Annotated[str, Meta(pattern=r"^[0-9a-f]{0,64}$")] | None = None


class ShowRack(Message, frozen=True, kw_only=True, tag="show_rack"):
    """Show the rack of the sender's seat, on a device that several players share.

    Until then, and again once the seat's turn has ended or the socket has been closed, nothing that
    only the seat may see is sent. Has no effect if the game has changed since *version*.
    """

    room: str
    version: Version


class Say(Message, frozen=True, kw_only=True, tag="say"):
    """Send a chat message to the table, if chat is enabled."""

    room: str
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class React(Message, frozen=True, kw_only=True, tag="react"):
    """Send a reaction to the table."""

    room: str
    reaction: Literal["well_played", "thanks", "good_luck", "oops", "wow", "hurry"]


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    """Check the connection; the server responds immediately with ``pong``."""


ClientMessage = (
    Watch
    | Unwatch
    | Act
    | Done
    | Check
    | Preview
    | AskHint
    | AskNear
    | Control
    | ShowRack
    | Say
    | React
    | Ping
)

Command = Act | Done | Control
"""Messages that are executed only once; sending one again returns the same result."""
Query = Check | AskHint | AskNear
"""Messages that request a result without changing anything."""
EphemeralMessage = Preview | Say | React
"""Messages that are passed on to the table's viewers and never stored."""
TableMessage = Command | Query | EphemeralMessage
"""Any message to a table."""
