"""``tilerummy puzzle``: a puzzle in the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from random import Random
from typing import TypedDict

import click

from tilerummy.cli.puzzles.asking import ask_about
from tilerummy.cli.render.terminal import Screen
from tilerummy.puzzles import Puzzle, Theme, daily_place, puzzle_lines, read_puzzle, shipped_puzzle


class _Row(TypedDict):
    """What a puzzle is chosen by, of its form as JSON."""

    id: str
    r: int
    themes: list[str]


_NEAREST = 40
"""A puzzle is chosen from so many whose rating is nearest to the one asked for."""


@click.command("puzzle")
@click.option("--daily", is_flag=True, help="The puzzle of the day, the same for everybody (UTC).")
@click.option(
    "--theme", type=click.Choice([theme.value for theme in Theme]), help="About this theme."
)
@click.option("--rating", type=int, help="About as hard as this: 840 to 2600.")
@click.option("--id", "name", metavar="ID", help="The puzzle with this id.")
@click.option("--no-color", is_flag=True, help="No colours; NO_COLOR does the same.")
def puzzle_command(
    *, daily: bool, theme: str | None, rating: int | None, name: str | None, no_color: bool
) -> None:
    """Solve a puzzle: reach the goal in one turn.

    Type the table as it lies after your turn, as in `k3 k4 k5 / o3 o4 o5`; melds that stay as they
    are may be left out. `hint` helps, up to three times; `solution` shows the answer step by step;
    `quit` ends. Any table counts that the rules allow and that reaches the goal.
    """
    if daily + (name is not None) + (theme is not None or rating is not None) > 1:
        raise click.UsageError("choose by --daily, by --id, or by --theme and --rating.")
    if daily:
        puzzle = shipped_puzzle(daily_place(datetime.now(UTC).date()))
    else:
        puzzle = _chosen(theme, rating, name, Random())
    ask_about(puzzle, Screen(plain=True, colour=not no_color))


def _chosen(theme: str | None, rating: int | None, name: str | None, chance: Random) -> Puzzle:
    """Return a puzzle by chance, of those that the options leave."""
    rows = [row for row in _rows() if name is None or row["id"] == name]
    if not rows:
        raise click.ClickException(f"there is no puzzle {name}.")
    rows = [row for row in rows if theme is None or theme in row["themes"]]
    if rating is not None:
        _check_rating(rating, [row["r"] for row in rows], theme)
        rows = sorted(rows, key=lambda row: abs(row["r"] - rating))[:_NEAREST]
    return read_puzzle({**chance.choice(rows)})


def _check_rating(rating: int, ratings: Sequence[int], theme: str | None) -> None:
    """Raise BadParameter if the *ratings* of the puzzles do not reach as far as that."""
    easiest, hardest = min(ratings), max(ratings)
    if not easiest <= rating <= hardest:
        those = "" if theme is None else " of this theme"
        raise click.BadParameter(
            f"{rating} is not between {easiest} and {hardest}, the ratings of all puzzles{those}.",
            param_hint="--rating",
        )


def _rows() -> Iterator[_Row]:
    return map(json.loads, puzzle_lines())
