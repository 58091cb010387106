"""Bodies about evenings: rounds that were played with real tiles, and are scored here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilerummy.server.messages.bodies.common import CodedText, RequestBody
from tilerummy.server.messages.client import MAX_PLAYERS, SeatNumber
from tilerummy.server.messages.terms import RulesetText

MAX_ROUNDS = 100
"""The maximum number of rounds in an evening."""

PlayerName = Annotated[str, Meta(min_length=1, max_length=20)]
LeftNumbers = Annotated[list[Annotated[int, Meta(ge=0, le=26)]], Meta(max_length=250)]
"""The numbers on the tiles left on a rack, where 0 is a joker."""
LeftSum = Annotated[int, Meta(ge=0, le=10_000)]
"""The sum of the points left on a rack."""
Opened = Annotated[list[bool], Meta(max_length=MAX_PLAYERS)]
"""True for each player who has melded, by seat; empty if everyone has."""
Seats = Annotated[list[SeatNumber], Meta(max_length=MAX_PLAYERS)]
"""Some of the seats."""
PenaltyTiles = Annotated[list[Annotated[int, Meta(ge=0, le=250)]], Meta(max_length=MAX_PLAYERS)]
"""The number of tiles that each player drew as a penalty; empty if no one did."""
HandfulSize = Annotated[int, Meta(ge=0, le=60)]
Handfuls = Annotated[
    list[Annotated[list[HandfulSize], Meta(max_length=2)]], Meta(max_length=MAX_PLAYERS)
]
"""The sizes of both handfuls of each player; empty if they were not counted."""
Disputes = Annotated[int, Meta(ge=0, le=1000)]
"""How many disputes the referee has settled."""
Milliseconds = Annotated[int, Meta(ge=0, lt=253_402_300_800_000)]
"""A time in milliseconds since 1970, before the year 10000, or a duration in milliseconds."""


class CountBody(RequestBody, frozen=True, kw_only=True):
    """The count at the end of a round.

    ``out`` is the seat that went out, or null if no one did. ``left`` contains what is left on each
    rack, by seat: the numbers on the tiles (0 is a joker), or the sum of the points; null for the
    seat that went out. ``starter`` is the seat that started the round, if it was not the seat that
    the rules give. ``penalties`` are only noted, because the tiles drawn are on the racks. ``at``
    is when the round ended. See :class:`~tilerummy.rules.counting.Count` for the other fields.
    """

    out: SeatNumber | None
    left: Annotated[list[LeftNumbers | LeftSum | None], Meta(max_length=MAX_PLAYERS)]
    opened: Opened = []  # noqa: RUF012 - msgspec copies it
    win: Literal["open", "foot", "closed"] | None = None
    hand: Annotated[int, Meta(ge=1, le=40)] | None = None
    hand_jokers: Annotated[int, Meta(ge=0, le=2)] = 0
    joker_discarded: bool = False
    trump_holders: Seats = []  # noqa: RUF012 - as above
    handfuls: Handfuls = []  # noqa: RUF012 - as above
    following: SeatNumber | None = None
    starter: SeatNumber | None = None
    penalties: PenaltyTiles = []  # noqa: RUF012 - as above
    at: Milliseconds = 0


Counts = Annotated[list[CountBody], Meta(max_length=MAX_ROUNDS)]


class ScoreQuestion(RequestBody, frozen=True, kw_only=True):
    """The rounds of an evening to score, for 2 to 6 players.

    The evening ends after a number of ``rounds`` or when a total reaches ``target``, if given.
    ``starter`` is the seat that started the first round. ``counting`` is a round that is being
    counted or corrected, and ``round`` its number, counted from 0. Racks that have not been counted
    yet are null.
    """

    ruleset: RulesetText = "sabra"
    players: Annotated[int, Meta(ge=2, le=MAX_PLAYERS)]
    rounds: Annotated[int, Meta(ge=1, le=MAX_ROUNDS)] | None = None
    target: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    starter: SeatNumber = 0
    counts: Counts = []  # noqa: RUF012 - msgspec copies it
    counting: CountBody | None = None
    round: Annotated[int, Meta(ge=0, lt=MAX_ROUNDS)] = 0


class EveningRecord(ScoreQuestion, frozen=True, kw_only=True):
    """An evening to write down, with its players' names, its title and when it began.

    The number of ``disputes`` becomes a tag.
    """

    names: Annotated[list[PlayerName], Meta(min_length=2, max_length=MAX_PLAYERS)]
    title: Annotated[str, Meta(max_length=60)] = ""
    began: Milliseconds = 0
    disputes: Disputes = 0
    form: Literal["text", "jsonl", "csv"] = "text"


class EveningFile(Struct, frozen=True, kw_only=True):
    """A record of an evening in the requested form."""

    text: str


class ScoredRound(Struct, frozen=True, kw_only=True):
    """A scored round: its starter, its winner, and the scores and the points left, by seat."""

    starter: int
    winner: int | None
    scores: list[int]
    points: list[int | None]


class PaymentView(Struct, frozen=True, kw_only=True):
    """A payment from one seat to another."""

    payer: int
    payee: int
    points: int


class HandPoints(Struct, frozen=True, kw_only=True):
    """A closed hand's name, and its points with 0, 1 and 2 jokers."""

    name: CodedText
    points: list[int]


class CountedTiles(Struct, frozen=True, kw_only=True):
    """The tiles that can be left on racks, and all other data that the rules need.

    There are ``copies`` tiles of each number from 1 to ``numbers``, in all colours together.
    ``points`` contains the points of a joker, and then of each number. ``asks`` contains the fields
    of ``CountBody`` that affect the scores. ``handful`` is the target size of a handful. ``hands``
    contains the closed hands of the rules.
    """

    numbers: int
    copies: int
    jokers: int
    points: list[int]
    asks: list[str]
    handful: int
    hands: list[HandPoints]


class CountingScore(Struct, frozen=True, kw_only=True):
    """The score of the round that is being counted, as if all other racks were empty.

    ``totals`` includes it. If the count is impossible so far, ``wrong`` is the reason, and both
    lists are empty; its parameters are the seats concerned.
    """

    scores: list[int]
    totals: list[int]
    wrong: CodedText | None


class ScoreAnswer(Struct, frozen=True, kw_only=True):
    """The scores of an evening, by seat, and what follows from them.

    ``starter`` is the seat that starts the next round. ``fewest`` settles the evening with the
    fewest payments; in ``each``, every player pays every other player the difference.
    """

    scored: list[ScoredRound]
    totals: list[int]
    leaders: list[int]
    low_wins: bool
    over: bool
    starter: int
    fewest: list[PaymentView]
    each: list[PaymentView]
    tiles: CountedTiles
    counting: CountingScore | None


class EveningPlayer(RequestBody, frozen=True, kw_only=True):
    """A player in an evening."""

    name: PlayerName
    face: Annotated[str, Meta(max_length=20)] = ""
    colour: Annotated[str, Meta(max_length=20)] = ""


class CountingBody(RequestBody, frozen=True, kw_only=True):
    """A round that is being counted; ``said`` is true once it is known who went out.

    ``round`` counts from 0. If it was counted before, it is being corrected.
    """

    round: Annotated[int, Meta(ge=0, lt=MAX_ROUNDS)]
    said: bool
    count: CountBody


class SharedClock(RequestBody, frozen=True, kw_only=True):
    """An evening's clock: whose turn it is, and everyone's reserve at the turn's start.

    The turn has ``used`` some milliseconds, and has been running again since ``since``, or is
    paused if that is null.
    """

    mover: SeatNumber
    since: Milliseconds | None
    used: Milliseconds
    reserves: Annotated[list[Milliseconds], Meta(max_length=MAX_PLAYERS)]


class EveningBody(RequestBody, frozen=True, kw_only=True):
    """An evening that several phones share.

    ``penalties`` belong to the round that is being played. ``next_starter`` is the seat that starts
    it, if it is not the seat that the rules give.
    """

    title: Annotated[str, Meta(max_length=40)]
    ruleset: RulesetText
    rules_name: Annotated[str, Meta(max_length=60)]
    players: Annotated[list[EveningPlayer], Meta(min_length=2, max_length=MAX_PLAYERS)]
    rounds: Annotated[int, Meta(ge=1, le=MAX_ROUNDS)] | None
    target: Annotated[int, Meta(ge=1, le=100_000)] | None
    starter: SeatNumber
    counts: Counts
    counting: CountingBody | None
    penalties: PenaltyTiles = []  # noqa: RUF012 - msgspec copies it
    next_starter: SeatNumber | None = None
    disputes: Disputes
    clock: SharedClock | None
    began: Milliseconds
    ended: Milliseconds | None


def is_consistent(evening: EveningBody) -> bool:
    """Return whether an evening refers only to its own seats, and its counts are complete."""
    seats, counting, clock = len(evening.players), evening.counting, evening.clock
    counts = [*evening.counts, *([counting.count] if counting else [])]
    mentioned = [evening.starter, evening.next_starter, *([clock.mover] if clock else [])]
    by_seat: list[Sequence[object]] = [evening.penalties, clock.reserves if clock else []]
    for count in counts:
        mentioned += [count.out, count.following, count.starter, *count.trump_holders]
        by_seat += [count.opened, count.penalties, count.handfuls]
    return (
        all(seat is None or seat < seats for seat in mentioned)
        and all(len(values) <= seats for values in by_seat)
        and all(len(count.left) == seats for count in counts)
        and (counting is None or counting.round <= len(evening.counts))
    )


class NewEvening(RequestBody, frozen=True, kw_only=True):
    """An evening to share with other phones."""

    evening: EveningBody


class EveningChange(RequestBody, frozen=True, kw_only=True):
    """A change by the keeper, to the given ``version`` of an evening."""

    version: Annotated[int, Meta(ge=1)]
    evening: EveningBody


class OwnRack(RequestBody, frozen=True, kw_only=True):
    """The rest of the caller's own rack after a round, or that the caller went out.

    ``left`` is null if the caller went out.
    """

    round: Annotated[int, Meta(ge=0, lt=MAX_ROUNDS)]
    left: LeftNumbers | LeftSum | None
    opened: bool = True


class OwnSeat(RequestBody, frozen=True, kw_only=True):
    """The caller's seat in an evening, or null to only watch."""

    seat: SeatNumber | None


class JoinedPhone(Struct, frozen=True, kw_only=True):
    """A phone that has joined an evening, with its seat, or null if it only watches.

    The ``id`` serves to remove the phone.
    """

    id: str
    seat: int | None


class SharedEvening(Struct, frozen=True, kw_only=True):
    """A shared evening as the caller may use it.

    Other guests join with the ``code``. If ``keeps`` is true, the caller keeps the score;
    otherwise, the caller enters only the rack of ``seat``. ``keeper_away`` is true if the keeper's
    phone has been silent for a while, so that any member may take over. ``taken`` lists the seats
    that members have. ``phones`` lists the phones that the caller can remove, if it keeps the
    score. If nothing has changed since the caller's version, ``evening`` is null.
    """

    id: str
    code: str
    version: int
    seat: int | None
    keeps: bool
    owns: bool
    keeper_away: bool
    members: int
    taken: list[int]
    phones: list[JoinedPhone]
    evening: EveningBody | None


class EveningLeft(Struct, frozen=True, kw_only=True):
    """The caller has left an evening or, as its owner, has stopped sharing it."""

    id: str
