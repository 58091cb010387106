"""What goes over HTTP, as JSON: one type for each body and answer."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilerummy.server.messages import Level, SeatKind, SeatNumber, StepView, Why

Short = Annotated[str, Meta(max_length=200)]
RulesetText = Annotated[str, Meta(min_length=1, max_length=1000)]
Notation = Annotated[str, Meta(max_length=4000)]


class RequestBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client sends."""


class EmptyBody(RequestBody, frozen=True, kw_only=True):
    """An empty object."""


class NewName(RequestBody, frozen=True, kw_only=True):
    """How I want to be called: 1 to 20 characters that can be seen."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]


class NewToken(RequestBody, frozen=True, kw_only=True):
    """How the program wants to be called; without a name it gets one."""

    name: Annotated[str, Meta(max_length=200)] = ""


class UseDeviceCode(RequestBody, frozen=True, kw_only=True):
    """Whether I may be replaced here, with my name and games, by the guest of a code."""

    replace: bool = False


class ComputerSeat(RequestBody, frozen=True, kw_only=True):
    """A seat that a computer player takes from the beginning."""

    seat: SeatNumber
    level: Level


class Terms(RequestBody, frozen=True, kw_only=True):
    """What is agreed on when a table is opened; all of it has a default."""

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
    computers: Annotated[list[ComputerSeat], Meta(max_length=4)] = []
    start: bool = False


class Judge(RequestBody, frozen=True, kw_only=True):
    """A play to judge: the table and the rack before it, and the table ``after`` it.

    ``free``, ``free_usable`` and ``must_play_jokers`` are McGraw's.
    """

    ruleset: RulesetText = "sabra"
    players: Annotated[int, Meta(ge=2, le=4)] = 4
    table: Notation
    rack: Notation
    after: Notation | None = None
    play: Notation | None = None
    """The same as ``after``."""
    turn: bool = False
    """Whether several plays of one turn may lead there, as at the table."""
    opened: bool = True
    opened_this_turn: bool = False
    free: Notation = ""
    free_usable: bool = False
    must_play_jokers: bool = False


class Solve(RequestBody, frozen=True, kw_only=True):
    """A position to find the best play of."""

    ruleset: RulesetText = "sabra"
    players: Annotated[int, Meta(ge=2, le=4)] = 4
    table: Notation
    rack: Notation
    opened: bool = True
    opened_this_turn: bool = False
    free: Notation = ""
    free_usable: bool = False
    must_play_jokers: bool = False
    objective: Literal["tiles", "points"] = "tiles"


class CodedText(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A sentence in English, and its code and parameters for whoever tells it otherwise."""

    code: str
    text: str
    params: dict[str, int | list[int]] = {}


class ErrorDetail(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why something was not done: a code for programs, a sentence for their authors.

    ``why`` is for people: why rules cannot be played.
    """

    code: str
    message: str
    why: CodedText | None = None


class ErrorResponse(Struct, frozen=True, kw_only=True):
    """The answer to everything that was not done."""

    error: ErrorDetail


class Me(Struct, frozen=True, kw_only=True):
    """Who I am to the server; ``id8`` tells people of the same name apart."""

    name: str
    id8: str
    program: bool = False
    chosen: bool = False
    """Whether the name was chosen, or made up by the server."""
    keep_days: int = 0
    """For how many days finished games are kept here."""


class Token(Struct, frozen=True, kw_only=True):
    """How a program shows who it is: ``Authorization: Bearer <token>``. Told only once."""

    token: str
    name: str


class DeviceCodeOwner(Struct, frozen=True, kw_only=True):
    """Whose a code is; ``here`` is who I would no longer be, with so many ``games``.

    ``here`` is empty if nothing is lost: then nobody need be asked.
    """

    name: str
    here: str = ""
    games: int = 0


class AccountDeleted(Struct, frozen=True, kw_only=True):
    """I am forgotten: how many games were deleted, and from how many I was taken out."""

    deleted: int
    anonymised: int


class OptionView(Struct, frozen=True, kw_only=True):
    """An option that house rules can change.

    ``values`` are the least and the greatest number (``kind`` is ``number``), true and false
    (``truth``), or the words and numbers to choose from (``choice``).
    """

    name: str
    about: str
    kind: Literal["number", "truth", "choice"]
    values: list[int | bool | str]


class Options(Struct, frozen=True, kw_only=True):
    """Every option that there is."""

    options: list[OptionView]


class PresetView(Struct, frozen=True, kw_only=True):
    """A published ruleset, and its options with their values."""

    name: str
    title: str
    about: str
    source: str
    family: Literal["play_or_draw", "draw_meld_discard"]
    players: list[int]
    turn_ms: int | None
    options: dict[str, int | bool | str]


class Presets(Struct, frozen=True, kw_only=True):
    """Every preset, in the order of the catalogue."""

    presets: list[PresetView]


class LevelView(Struct, frozen=True, kw_only=True):
    """A kind of computer player."""

    name: str
    about: str


class Levels(Struct, frozen=True, kw_only=True):
    """The computer players, the weakest first."""

    levels: list[LevelView]


class CardSeat(Struct, frozen=True, kw_only=True):
    """A seat of a table in the lobby."""

    kind: SeatKind
    name: str = ""
    level: str = ""


class RoomCard(Struct, frozen=True, kw_only=True):
    """A table in the lobby; ``seat`` is mine."""

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


class Lobby(Struct, frozen=True, kw_only=True):
    """Tables with a free seat, my tables, and tables to watch."""

    open: list[RoomCard]
    mine: list[RoomCard]
    watch: list[RoomCard]


class RoomOpened(Struct, frozen=True, kw_only=True):
    """The table is open; ``invite`` is the code with which others find it."""

    room: str
    invite: str


class Invite(Struct, frozen=True, kw_only=True):
    """How others come to the table: a code, its link, and a picture of the link."""

    code: str
    url: str
    qr_svg: str


class Invited(Struct, frozen=True, kw_only=True):
    """The table of the invitation; I may sit down there now."""

    room: str


class DeviceCode(Struct, frozen=True, kw_only=True):
    """How I move to another device: once, and within so many seconds."""

    code: str
    url: str
    qr_svg: str
    seconds: int


class TurnPartView(Struct, frozen=True, kw_only=True):
    """What may be done in a moment of a turn, and what follows."""

    when: CodedText
    may: CodedText
    then: CodedText


class SectionView(Struct, frozen=True, kw_only=True):
    """A part of the rules: its heading, its sentences, and of a turn what may be done in it."""

    heading: CodedText
    sentences: list[CodedText]
    ways: list[TurnPartView] = []


class ClosedHandView(Struct, frozen=True, kw_only=True):
    """A closed hand: what it is, its points with 0, 1 and 2 jokers, and fourteen tiles that are it.

    The tiles are in notation, melds apart.
    """

    number: int
    name: CodedText
    what: list[CodedText]
    points: list[int]
    example: str


class RulesOf(Struct, frozen=True, kw_only=True):
    """The rules of a ruleset, told from the referee's own data, and what its options mean."""

    ruleset: str
    title: str
    about: str
    source: str
    sections: list[SectionView]
    options: dict[str, int | bool | str]
    meanings: dict[str, CodedText]
    examples: list[RuleExample] = []
    hands: list[ClosedHandView] = []


class RuleExample(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A play in notation with the referee's verdict on it, and the reason against it."""

    title: CodedText
    table: str
    rack: str
    play: str
    free: str = ""
    opened: bool = True
    legal: bool = True
    reason: Why | None = None


class JudgeAnswer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The referee's answer: legal and what is left, or the first reason, and all of them.

    ``plays`` are the tables after each of several plays.
    """

    legal: bool
    played: str = ""
    rack: str = ""
    free_used: str = ""
    code: str = ""
    message: str = ""
    reasons: list[Why] = []
    plays: list[str] = []


class SolveAnswer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A best play: how many tiles and points, the table after it, and the way there."""

    tiles: int
    points: int
    play: str
    rack: str
    proven: bool
    opening: str = ""
    steps: list[StepView] = []


class Health(Struct, frozen=True, kw_only=True):
    """The server lives, or can take games; if not, there is no answer, or a refusal."""

    status: Literal["ok"]
