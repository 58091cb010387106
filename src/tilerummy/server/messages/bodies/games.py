"""Bodies about finished games: lists, statistics, replays, reviews, comments, sharing."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilerummy.server.messages.bodies.common import RequestBody
from tilerummy.server.messages.bodies.rooms import CardSeat
from tilerummy.server.messages.views import DeclaredView, EventJson, ResultView, StepView

Result = Literal["won", "shared", "lost", "gave_up", "broken_off"]
"""What came of a game for me; ``broken_off``: nobody has won it."""


class GameSeat(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat of a finished game, with the points that it came to."""

    kind: str
    points: int
    name: str = ""
    level: str = ""
    face: str = ""
    colour: str = ""


class GameCard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished game of mine; times are in milliseconds since 1970, ``seat`` is mine."""

    game: str
    ruleset: str
    seats: list[GameSeat]
    seat: int
    result: Result
    points: int
    rounds: int
    turns: int
    began: int
    ended: int
    title: str = ""
    ending: str = ""
    """Why it was over before its end: ``resigned``, ``agreed``, ``abandoned``."""


class GamesPage(Struct, frozen=True, kw_only=True):
    """A page of the games that were asked for, the latest first.

    ``found`` is how many there are on all pages, ``all`` how many without any filter; ``rulesets``
    are the presets that occur among them. ``missing`` games are not listed yet: ask again.
    """

    games: list[GameCard]
    page: int
    pages: int
    found: int
    all: int
    missing: int
    rulesets: list[str]


class GameCounts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What some of my games come to; the means are left out where there is nothing to count.

    ``points`` are a round's; ``opened`` is my turn of the initial meld, counted from 1, in rounds
    in which I laid one, and ``left`` the tiles on my rack at the end of rounds that I did not win.
    Of two players, one wins a round when the other gives up; rounds that were broken off without
    scores are not counted.
    """

    of: str
    games: int
    won: int
    shared: int
    rounds: int
    rounds_won: int
    points: float | None = None
    opened: float | None = None
    left: float | None = None


class PlotRow(Struct, frozen=True, kw_only=True):
    """A value that a plot shows, for a table beside it."""

    at: int
    value: float


class Plot(Struct, frozen=True, kw_only=True):
    """A plot as SVG without words, and what it shows.

    ``points`` is the sum of my points after each game, ``opened`` how many rounds I opened in which
    turn, ``left`` in how many lost rounds how many tiles were left; ``error`` and ``luck`` are
    those of each reviewed game in points of chance of winning.
    """

    name: Literal["points", "opened", "left", "error", "luck"]
    svg: str
    rows: list[PlotRow]


class GameStatistics(Struct, frozen=True, kw_only=True):
    """Statistics of my games: all, by rules, by number of players; ``missing`` as in the list."""

    all: GameCounts
    by_ruleset: list[GameCounts]
    by_players: list[GameCounts]
    plots: list[Plot]
    missing: int


LARGEST_RECORD = 512 * 1024
"""How many characters a record has at most that somebody opens."""


class OpenRecord(RequestBody, frozen=True, kw_only=True):
    """A record to open: as text or as JSON lines, see docs/records.md."""

    record: Annotated[str, Meta(min_length=1, max_length=LARGEST_RECORD)]


class ReplaySeat(CardSeat, frozen=True, kw_only=True):
    """A seat of a game and its player, as they were at its end; ``resigned``: who gave up."""

    resigned: bool = False


class ReplayPosition(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A round between two turns, with the racks of all seats; what is not known is ``?``."""

    table: list[str]
    """The melds in notation; a meld that stays keeps its text."""
    racks: list[list[str]]
    pool: int
    opened: list[bool]
    discards: list[list[str]] = []
    """By seat, the latest last; empty where nobody has discarded."""
    trump: str | None = None
    free: list[str] = []
    declared: DeclaredView | None = None
    """The closed hand with which the round was won, after the turn in which it was declared."""


class ReplayTurn(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One turn: its events in the form of records, and the position after it.

    ``steps`` are there where melds of the table were rearranged: one way from the table before to
    the one after, tile by tile. ``comments`` are those of the record.
    """

    seat: int
    events: list[EventJson]
    after: ReplayPosition
    steps: list[StepView] = []
    comments: list[str] = []


class ReplayRound(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One round: its beginning, its turns, and its result; none where the record breaks off."""

    starter: int
    start: ReplayPosition
    turns: list[ReplayTurn]
    deal: list[EventJson] = []
    """What was seen before the first turn: lots, the trump, tiles laid out face up."""
    result: ResultView | None = None
    comments: list[str] = []


class Replay(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game from its first deal to its end; a record that was opened has no ``id``."""

    v: Literal[1]
    """The version of this format: it grows with a change that older readers do not understand."""
    id: str = ""
    ruleset: str
    """A preset's name and options, as in ``sabra+initial_meld.points=50``."""
    options: dict[str, int | bool | str] = {}
    title: str = ""
    seats: list[ReplaySeat]
    rounds: list[ReplayRound]
    totals: list[int]
    leaders: list[int] = []
    """The seats that won the game; several share it, none where it is not over."""
    ending: str = ""
    """Why it was over before its end: ``resigned``, ``agreed``, ``abandoned``."""
    began: int = 0
    """When, in milliseconds since 1970; 0 where that is not known."""
    ended: int = 0
    date: str = ""
    """The date of a record, as it is written there."""
    target: int | None = None
    me: int | None = None
    """The seat of whoever asks, or None."""
    public: bool = False
    """Whether others than the players may see it."""
    comments: list[str] = []


class BadRecord(Struct, frozen=True, kw_only=True):
    """Why a record cannot be opened: the line, counted from 1, and what was expected there."""

    line: int
    message: str


Mark = Literal["", "!", "?", "!!", "??", "!?", "?!"]


class NewSharing(RequestBody, frozen=True, kw_only=True):
    """Whether everybody may see a game."""

    public: bool


class Sharing(Struct, frozen=True, kw_only=True):
    """Whether everybody may see a game, and whether I played in it, so that I may change that."""

    public: bool
    mine: bool


class NewComment(RequestBody, frozen=True, kw_only=True):
    """A comment on a turn: a mark, a text, or both. Rounds count from 1, turn 0 is the deal."""

    round: Annotated[int, Meta(ge=1, le=999)]
    turn: Annotated[int, Meta(ge=0, le=9999)]
    mark: Mark = ""
    text: Annotated[str, Meta(max_length=500)] = ""


class CommentView(Struct, frozen=True, kw_only=True):
    """A comment of the player of a seat; ``at`` is in milliseconds since 1970."""

    id: str
    seat: int
    round: int
    turn: int
    mark: str
    text: str
    at: int
    mine: bool


class Comments(Struct, frozen=True, kw_only=True):
    """The comments on a game, in the order of its turns."""

    comments: list[CommentView]


class ReviewRecord(RequestBody, frozen=True, kw_only=True):
    """Asks for the review of a record.

    Without a *seat* it is that of the first person, or of the first seat whose tiles are known.
    """

    record: Annotated[str, Meta(max_length=1_000_000)]
    seat: Annotated[int, Meta(ge=0, le=5)] | None = None
    depth: str = "quick"
