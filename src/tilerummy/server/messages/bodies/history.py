"""Bodies about finished games: the list of one's games, and statistics."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

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
