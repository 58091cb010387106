"""Bodies about finished games: lists, statistics, replays, reviews, comments and sharing."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilerummy.server.messages.bodies.common import RequestBody
from tilerummy.server.messages.bodies.rooms import LobbyRoom, SeatInfo
from tilerummy.server.messages.client import MeldText, TileText
from tilerummy.server.messages.views import DeclaredView, EventJson, ResultView, StepView

Result = Literal["won", "shared", "lost", "gave_up", "broken_off"]
"""The caller's result; ``broken_off`` means that the game ended early without a winner."""


class GameSeat(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat in a finished game, with its points in total."""

    kind: str
    points: int
    name: str = ""
    level: str = ""
    face: str = ""
    colour: str = ""


class LastPlayView(Struct, frozen=True, kw_only=True):
    """A play to show for a game: the caller's highlight, or otherwise the last play.

    It contains the new melds, and the tiles ``placed`` from the rack.
    """

    seat: int
    melds: list[str]
    placed: list[str]


class Remembered(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A memorable fact about a game: the code of a message, and its parameters.

    ``seat`` is the seat that it is about, and ``hand`` identifies a closed hand.
    """

    code: str
    n: int = 0
    seat: int | None = None
    hand: int = 0


class GameSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of the caller's finished games.

    Times are in milliseconds since 1970, and ``seat`` is the caller's seat.
    """

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
    """Why the game ended early: ``resigned``, ``agreed`` or ``abandoned``; otherwise empty."""
    remembered: Remembered
    last: LastPlayView | None = None
    mistakes: int | None = None
    """The number of mistakes that a review found, or None if there is no review."""


class PlayedWith(Struct, frozen=True, kw_only=True):
    """One of the caller's opponents; ``person`` is the filter for their games."""

    person: str
    name: str
    face: str
    colour: str


class Series(Struct, frozen=True, kw_only=True):
    """The caller's latest series: a game and its rematches.

    ``game`` is the latest game, ``wins`` contains the games that each of its seats has won, and
    ``results`` contains the caller's results, the latest last.
    """

    game: GameSummary
    wins: list[int]
    results: list[Result]


class GamesPage(Struct, frozen=True, kw_only=True):
    """A page of the games that match a filter, most recent first.

    ``found`` is the number of games that match, and ``all`` is the number of games without a
    filter. ``rulesets`` are the presets used in all of these games, and ``people``
    are the opponents in them, most recent first. ``missing`` is the number of games that have no
    summary yet; if it is not 0, repeat the request.
    """

    games: list[GameSummary]
    page: int
    pages: int
    found: int
    all: int
    missing: int
    rulesets: list[str]
    people: list[PlayedWith]
    series: Series | None


class FineMomentView(Struct, frozen=True, kw_only=True):
    """A highlight: the caller's best turn in a finished game, with melds and tiles in notation.

    ``kind`` is ``tiles`` if many tiles were laid, ``joker`` if a joker was freed, ``melds`` if
    several melds were rearranged, and ``closed`` if the closed hand number ``hand`` was declared.
    ``count`` is the number of rearranged melds, otherwise the number of tiles laid. Rounds and
    turns count from 1. ``melds`` are the new melds, and the tiles ``placed`` came from the
    caller's rack.
    """

    game: str
    ruleset: str
    ended: int
    kind: Literal["tiles", "joker", "melds", "closed"]
    round: int
    turn: int
    count: int
    melds: list[str]
    placed: list[str]
    out: bool
    hand: int


class MetPerson(Struct, frozen=True, kw_only=True):
    """One of the caller's opponents, and their last ``game`` together, ``ago_ms`` ago.

    ``table`` is the opponent's current table, if the caller may watch it.
    """

    name: str
    face: str
    colour: str
    game: str
    ago_ms: int
    table: LobbyRoom | None = None


class RecentGames(Struct, frozen=True, kw_only=True):
    """The caller's best moment on the last day that had one, and recent opponents."""

    moment: FineMomentView | None
    people: list[MetPerson]


class WinShare(Struct, frozen=True, kw_only=True):
    """The share of games that the caller won, among those with a number of players, from 0 to 1.

    ``low`` and ``high`` are the bounds of the 95 % confidence interval, and ``equal`` is the share
    of each player if all are equally strong. A win shared by two players counts as half a win.
    """

    players: int
    games: int
    share: float
    low: float
    high: float
    equal: float


class Histogram(Struct, frozen=True, kw_only=True):
    """How many rounds have each value; the first bar starts at 1.

    Each bar covers ``width`` values, and the last one also covers all higher values. ``most`` is
    the index of the highest bar.
    """

    width: int
    counts: list[int]
    most: int


class GameStatistics(Struct, frozen=True, kw_only=True):
    """Statistics of the caller's games.

    ``games``, ``won`` and ``closed`` count games, games won, and closed hands declared. ``since``
    is when the first game began. ``wins`` has an item per number of players, and ``finding``
    compares all wins with an equal share: it is ``equal`` unless the difference is significant.
    ``opened`` counts rounds by the caller's turn with the initial meld, counted from 1. ``left``
    counts the rounds that another player won by the number of tiles left on the caller's rack. If
    one of two players resigns, the opponent wins the round. ``missing`` is explained in GamesPage.
    """

    games: int
    won: int
    closed: int
    since: int | None
    wins: list[WinShare]
    finding: Literal["above", "equal", "below"]
    opened: Histogram | None
    left: Histogram | None
    missing: int


LARGEST_RECORD = 512 * 1024
"""The maximum length of an uploaded record, in characters."""


class OpenRecord(RequestBody, frozen=True, kw_only=True):
    """A record to open, as text or JSON lines; see docs/records.md."""

    record: Annotated[str, Meta(min_length=1, max_length=LARGEST_RECORD)]


class ReplaySeat(SeatInfo, frozen=True, kw_only=True):
    """A seat and its player at the end of a game."""

    resigned: bool = False


class ReplayPosition(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position between turns, with all racks; unknown tiles are written as ``?``."""

    table: list[str]
    """The melds in notation. The notation of a meld changes only if the meld changes."""
    racks: list[list[str]]
    pool: int
    opened: list[bool]
    discards: list[list[str]] = []
    """The discards of each seat, most recent last; empty before the first discard."""
    trump: str | None = None
    free: list[str] = []
    declared: DeclaredView | None = None
    """The closed hand that won the round; only set after the turn that declared it."""


class ReplayTurn(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A turn: its events, as in records, and the resulting position.

    If the turn rearranged melds, ``steps`` shows one way to get there. ``comments`` are copied from
    the record.
    """

    seat: int
    events: list[EventJson]
    after: ReplayPosition
    steps: list[StepView] = []
    comments: list[str] = []


class ReplayRound(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A round. It has no result if the record ends before the round does."""

    starter: int
    start: ReplayPosition
    turns: list[ReplayTurn]
    deal: list[EventJson] = []
    """The events before the first turn: drawing lots, the trump, and tiles turned face up."""
    result: ResultView | None = None
    comments: list[str] = []


class Replay(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game from the first deal to the end. The replay of an uploaded record has no ``id``."""

    v: Literal[1]
    """The version of the format, which increases with every incompatible change."""
    id: str = ""
    ruleset: str
    """The preset name, followed by any options, as in ``sabra+initial_meld.points=50``."""
    options: dict[str, int | bool | str] = {}
    title: str = ""
    seats: list[ReplaySeat]
    rounds: list[ReplayRound]
    totals: list[int]
    leaders: list[int] = []
    """The seats that won: several if they are tied, and none if the game is unfinished."""
    ending: str = ""
    """Why the game ended early: ``resigned``, ``agreed`` or ``abandoned``; otherwise empty."""
    began: int = 0
    """When the game began, in milliseconds since 1970, or 0 if unknown."""
    ended: int = 0
    date: str = ""
    """The date, exactly as written in the record."""
    target: int | None = None
    me: int | None = None
    """The caller's own seat, or None if the caller was not a player."""
    public: bool = False
    """True if everyone may see the game, false if only its players may."""
    comments: list[str] = []
    counted: list[list[int]] = []
    """The scores by round and seat, if the rounds were counted only at their end. There are no
    ``rounds`` then."""


class BadRecord(Struct, frozen=True, kw_only=True):
    """An error in a record: a message, and the line number, counting from 1."""

    line: int
    message: str


Mark = Literal["", "!", "?", "!!", "??", "!?", "?!"]


class NewSharing(RequestBody, frozen=True, kw_only=True):
    """A request to make a game public or private."""

    public: bool


class Sharing(Struct, frozen=True, kw_only=True):
    """A game's visibility.

    ``mine`` is true if the caller played in the game and so can change its visibility.
    """

    public: bool
    mine: bool


class NewComment(RequestBody, frozen=True, kw_only=True):
    """A comment on a turn: a mark, text or both. Rounds count from 1, and turn 0 is the deal."""

    round: Annotated[int, Meta(ge=1, le=999)]
    turn: Annotated[int, Meta(ge=0, le=9999)]
    mark: Mark = ""
    text: Annotated[str, Meta(max_length=500)] = ""


class CommentView(Struct, frozen=True, kw_only=True):
    """A player's comment on a turn; ``at`` is in milliseconds since 1970."""

    id: str
    seat: int
    round: int
    turn: int
    mark: str
    text: str
    at: int
    mine: bool


class Comments(Struct, frozen=True, kw_only=True):
    """The comments on a game, sorted by turn."""

    comments: list[CommentView]


class ReviewRecord(RequestBody, frozen=True, kw_only=True):
    """A request to review an uploaded record.

    ``seat`` defaults to the first human player with known tiles or, without one, to the first seat
    with known tiles.
    """

    record: Annotated[str, Meta(max_length=1_000_000)]
    seat: Annotated[int, Meta(ge=0, le=5)] | None = None
    depth: str = "quick"


class ReviewTry(RequestBody, frozen=True, kw_only=True):
    """Another play in a reviewed decision, to compare with the play from the game.

    ``round`` and ``turn`` are counted from 0. ``after`` is the table at the end of the turn. In
    games with discards, ``discard`` ends the turn; without it, the best-ranked tile does.
    """

    seat: Annotated[int, Meta(ge=0, le=5)]
    round: Annotated[int, Meta(ge=0, le=10_000)]
    turn: Annotated[int, Meta(ge=0, le=100_000)]
    after: Annotated[list[MeldText], Meta(max_length=200)]
    discard: TileText | None = None


class RecordTry(ReviewTry, frozen=True, kw_only=True):
    """Another play in a decision of an uploaded record."""

    record: Annotated[str, Meta(max_length=1_000_000)]


class TryAnswer(Struct, frozen=True, kw_only=True):
    """The chances of winning with the play that was tried and with the play from the game.

    Both were measured in the same ``n`` worlds, which is 0 if time ran out. ``tiles`` are those
    that the play lays.
    """

    actions: list[str]
    tiles: str
    win: float
    chosen: float
    n: int
