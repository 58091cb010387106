"""Replays: a finished game, or a record that somebody opened, as the page of a game shows it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilerummy.server.messages import DeclaredView, ResultView, SeatKind, StepView
from tilerummy.server.messages.bodies.common import RequestBody
from tilerummy.server.messages.views import EventJson

LARGEST_RECORD = 512 * 1024
"""How many characters a record has at most that somebody opens."""


class OpenRecord(RequestBody, frozen=True, kw_only=True):
    """A record to open: as text or as JSON lines, see docs/records.md."""

    record: Annotated[str, Meta(min_length=1, max_length=LARGEST_RECORD)]


class ReplaySeat(Struct, frozen=True, kw_only=True):
    """A seat of a game and its player, as they were at its end; ``resigned``: who gave up."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    face: str = ""
    colour: str = ""
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
