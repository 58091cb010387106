"""The messages between server and clients, people's and programs' alike: one type for each.

Tiles, melds and actions are written in the notation of ``docs/notation.md``. Times are whole
milliseconds, and never points in time: how long something has lasted or will last. What people
read is made by the client from codes and parameters; sentences here are for programs' authors.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Cid = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""An id that the client makes up for a command; the same id gets the same answer for ever."""
Version = Annotated[int, Meta(ge=0, le=2**53)]
"""How many entries of the table's log somebody has seen."""
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
TileText = Annotated[str, Meta(min_length=1, max_length=4)]
MeldText = Annotated[str, Meta(min_length=1, max_length=160)]
ActionText = Annotated[str, Meta(min_length=1, max_length=8000)]
Level = Annotated[str, Meta(min_length=1, max_length=32)]


class Message(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """Something a client says; ``type`` tells which of these it is."""


class Watch(Message, frozen=True, kw_only=True, tag="watch"):
    """Send this table from now on: on the seat that I have there, else as a spectator.

    With ``since``, only the entries after that version are sent, if they are still at hand.
    """

    room: str
    since: Version | None = None


class Unwatch(Message, frozen=True, kw_only=True, tag="unwatch"):
    """Send no more of this table."""

    room: str


class Act(Message, frozen=True, kw_only=True, tag="act"):
    """Do these actions, all or none, if the table is still at the version that I have seen."""

    cid: Cid
    room: str
    version: Version
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=8)]


class Done(Message, frozen=True, kw_only=True, tag="done"):
    """Make the table this, by whatever plays lead there, and end my turn.

    ``discard`` ends the turn in games with discards; there, without one, the turn goes on.
    """

    cid: Cid
    room: str
    version: Version
    after: Annotated[list[MeldText], Meta(max_length=200)]
    discard: TileText | None = None


class Check(Message, frozen=True, kw_only=True, tag="check"):
    """Say what Done would answer to this table; nothing is changed."""

    cid: Cid
    room: str
    version: Version
    after: Annotated[list[MeldText], Meta(max_length=200)]
    discard: TileText | None = None


class Preview(Message, frozen=True, kw_only=True, tag="preview"):
    """Show the others my table in the making: rows of tiles, which need not be melds yet."""

    room: str
    version: Version
    rows: Annotated[list[Annotated[list[TileText], Meta(max_length=200)]], Meta(max_length=200)]


class AskHint(Message, frozen=True, kw_only=True, tag="ask_hint"):
    """Tell me whether there is a play (1), with which tiles (2), or how (3)."""

    cid: Cid
    room: str
    version: Version
    level: Annotated[int, Meta(ge=1, le=3)] = 1


class Control(Message, frozen=True, kw_only=True, tag="control"):
    """Do something with the table itself, not with its tiles.

    ``sit`` (seat), ``stand``; the host: ``computer`` (seat, level) and ``empty`` (seat) a seat,
    ``start``, ``lock`` and ``unlock``, ``mute`` and ``unmute`` (seat), ``remove`` (seat),
    ``close``; everybody seated: ``ready`` (contribution), ``next`` round, ``rematch``,
    ``resign``, ``pause``/``resume``/``end``/``stand_in`` (seat), each of which the other people
    agree to by saying the same or turn down by ``decline``; ``take_back`` one's seat.
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
    """Say something to everybody at the table, if it has a chat."""

    room: str
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class React(Message, frozen=True, kw_only=True, tag="react"):
    """Show everybody at the table one of a few pictures."""

    room: str
    reaction: Literal["well_played", "thanks", "good_luck", "oops", "wow", "hurry"]


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    """Am I still connected? Answered by Pong at once."""


ClientMessage = (
    Watch | Unwatch | Act | Done | Check | Preview | AskHint | Control | Say | React | Ping
)


class Why(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One reason of a refusal: a code of the rules or of the table, and what it is about."""

    code: str
    message: str = ""
    tiles: list[str] = []
    melds: list[str] = []
    have: int | None = None
    want: int | None = None


class StepView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One move of the hands on the way from a table to another: what, and what lies there then.

    As ``tilerummy.analysis.Step``: jokers say what they stand for.
    """

    code: str
    """``lay add take split join move replace turn``."""
    sentence: str
    tiles: list[str] = []
    rack: list[str] = []
    """Which of the tiles come from the rack."""
    held: list[str] = []
    """Which of them come from the hand."""
    taken: list[str] = []
    """The tiles that go into the hand."""
    source: list[str] = []
    """What lay where tiles are taken from, before the step."""
    target: list[str] = []
    """What lay where they go to, before the step."""
    off: Literal["front", "middle", "end"] | None = None
    on: Literal["front", "middle", "end"] | None = None
    rows: list[list[str]] = []
    """The table in the making after the step; a row keeps its place, and may be empty."""
    hand: list[str] = []


class SeatView(Struct, frozen=True, kw_only=True):
    """Who sits on a seat of the table, as everybody may know it."""

    kind: Literal["open", "person", "computer"]
    name: str = ""
    level: str = ""
    connected: bool = False
    ready: bool = False
    muted: bool = False
    stood_in: str = ""
    """The level of the computer player that plays for an absent person, or nothing."""
    resigned: bool = False
    """Whether the person left the match for good and cannot win it any more."""
    away_ms: int | None = None
    """How long the person has been away, or None while connected."""


class ClockView(Struct, frozen=True, kw_only=True):
    """The clock of the turn, as it stands when the message is sent."""

    turn_ms: int | None = None
    """What the turn is given, or None without a limit."""
    left_ms: int | None = None
    reserve_ms: list[int] = []
    running: bool = False
    by_days: bool = False


class TermsView(Struct, frozen=True, kw_only=True):
    """What was agreed on when the table was opened."""

    ruleset: str
    """A preset's name and options, as in ``sabra+initial_meld.points=50``."""
    options: dict[str, int | bool | str] = {}
    """Every option that the ruleset has, with its value; what a client sends here says nothing."""
    title: str = ""
    rounds: int | None = 1
    target: int | None = None
    turn_ms: int | None = None
    reserve_ms: int = 0
    by_days: bool = False
    private: bool = False
    hints: bool = True
    previews: bool = True
    chat: bool = True
    spectators: bool = True


class ProposalView(Struct, frozen=True, kw_only=True):
    """Something that people at the table have to agree on."""

    what: Literal["pause", "resume", "end", "stand_in"]
    by: int
    seat: int | None = None
    agreed: list[int] = []


class ResultView(Struct, frozen=True, kw_only=True):
    """How a round ended."""

    ending: str
    """``went_out``, ``pool_exhausted``, ``no_progress``, or ``broken_off``."""
    scores: list[int]
    racks: list[list[str]]
    winner: int | None = None
    win: str | None = None
    hand: int | None = None


class ShuffleView(Struct, frozen=True, kw_only=True):
    """The proof that the deal of a round was fixed before anybody could choose it."""

    round: int
    commitment: str
    game: str
    contributions: list[str] | None = None
    """By seat, once they are fixed."""
    seed: str | None = None
    """Once the round is over."""


class HandView(Struct, frozen=True, kw_only=True):
    """What everybody knows of a seat's tiles and play in this round."""

    tiles: int
    opened: bool
    known: list[str] = []
    discards: list[str] = []
    handfuls: list[int] = []


class CanView(Struct, frozen=True, kw_only=True):
    """What the viewer, being to move, may do now; nothing of it for anybody else."""

    draw: bool = False
    take: bool = False
    play: bool = False
    pass_: bool = False
    discard: list[str] = []
    declare: list[str] = []
    """The tiles with whose discard a closed hand can be declared."""
    go_out: bool = False
    """Whether the trump is there to go out with."""


class GameView(Struct, frozen=True, kw_only=True):
    """The round at one moment, as one viewer may see it."""

    phase: str
    to_move: int
    turn: int
    plays: int
    table: list[str]
    start: list[str]
    """The table when this turn began."""
    pool: int
    hands: list[HandView]
    rack: list[str] | None = None
    """The viewer's own tiles; None for spectators."""
    fresh: list[str] = []
    """Which of them were drawn in the viewer's latest turn."""
    played: list[str] = []
    """The tiles that the latest play put on the table."""
    trump: str | None = None
    free: list[str] = []
    free_usable: bool = False
    can: CanView | None = None
    opening: int | None = None
    """Points that the viewer's initial meld still needs; None when it is laid."""
    result: ResultView | None = None


class RoomView(Struct, frozen=True, kw_only=True):
    """A table with its seats, as everybody who may see it sees it."""

    id: str
    phase: Literal["waiting", "sealing", "playing", "paused", "between", "over", "closed"]
    terms: TermsView
    seats: list[SeatView]
    host: int | None
    locked: bool
    round: int
    totals: list[int]
    results: list[ResultView]
    shuffles: list[ShuffleView]
    proposal: ProposalView | None = None
    leaders: list[int] = []
    """Who has won the match, once it is over."""
    next_room: str | None = None
    """Where a rematch is played."""


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry of the table's log, as the viewer may know it."""

    seq: int
    what: str
    """``opened sat stood … acted timed_out …``"""
    seat: int | None = None
    actions: list[str] = []
    """What was done with the tiles, in notation; a tile that is hidden from the viewer is ``?``."""
    table: list[str] | None = None
    """The table after it, where it changed."""
    facts: list[str] = []
    """What it made happen in the round: a line for each fact as in records, hidden tiles ``?``."""
    level: str = ""


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
    rack_order: list[str] | None = None


class Update(Struct, frozen=True, kw_only=True, tag_field="type", tag="update"):
    """What happened, in order and without a gap, and how everything stands after it."""

    room: str
    version: int
    seat: int | None
    entries: list[Entry]
    table: RoomView
    game: GameView | None
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

    code: Literal[
        "bad_message",
        "no_such_room",
        "not_allowed",
        "too_fast",
        "too_many",
        "server_busy",
        "storage",
    ]
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
