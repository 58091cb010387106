"""``tilerummy puzzle``: shows a puzzle in the terminal, checks solutions and gives hints."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from random import Random
from typing import TypedDict

import click
from rich.text import Text

from tilerummy.cli.options import no_color
from tilerummy.cli.render.event_text import explanation_lines
from tilerummy.cli.render.terminal import Terminal
from tilerummy.cli.render.tiles import FAINT, STRONG, cells, rack_lines, table_lines
from tilerummy.melds import Table
from tilerummy.message_text import counted
from tilerummy.puzzles import (
    Goal,
    Puzzle,
    Theme,
    bundled_puzzle,
    daily_index,
    puzzle_hint,
    puzzle_lines,
    read_puzzle,
    solution_steps,
    solves,
)
from tilerummy.puzzles.hints import LEVELS
from tilerummy.rules import Ruleset, ruleset
from tilerummy.rules_text.hints import tiles_named
from tilerummy.rules_text.steps import step_text
from tilerummy.tiles import NotationError, Tile, tile


class _Row(TypedDict):
    """The fields in a puzzle's JSON data that are needed to choose a puzzle."""

    id: str
    r: int
    themes: list[str]


_NEAREST = 40
"""Puzzles are chosen at random from this many puzzles, those closest to the given rating."""


@click.command("puzzle")
@click.option(
    "--daily",
    is_flag=True,
    help="Show the puzzle of the day, which is the same for everyone (UTC).",
)
@click.option(
    "--theme",
    type=click.Choice([theme.value for theme in Theme]),
    help="Show a puzzle with this theme.",
)
@click.option("--rating", type=int, help="Show a puzzle close to this rating (840 to 2600).")
@click.option("--id", "name", metavar="ID", help="Show the puzzle with this id.")
@no_color
def puzzle_command(
    *, daily: bool, theme: str | None, rating: int | None, name: str | None, no_color: bool
) -> None:
    """Solve a puzzle: reach the goal in one turn.

    Type the table after your turn, for example `k3 k4 k5 / o3 o4 o5`. You can leave out unchanged
    melds. Any legal table that reaches the goal is correct. Type `hint` for help, up to three
    times, `solution` for the answer step by step, or `quit` to stop.
    """
    if daily + (name is not None) + (theme is not None or rating is not None) > 1:
        raise click.UsageError("choose by --daily, by --id, or by --theme and --rating.")
    if daily:
        puzzle = bundled_puzzle(daily_index(datetime.now(UTC).date()))
    else:
        puzzle = _chosen(theme, rating, name, Random())
    ask_about(puzzle, Terminal(plain=True, colour=not no_color))


def _chosen(theme: str | None, rating: int | None, name: str | None, rng: Random) -> Puzzle:
    """Return a random puzzle that matches the options."""
    rows = [row for row in map(_read_row, puzzle_lines()) if name is None or row["id"] == name]
    if not rows:
        raise click.ClickException(f"there is no puzzle {name}.")
    rows = [row for row in rows if theme is None or theme in row["themes"]]
    if rating is not None:
        _check_rating(rating, [row["r"] for row in rows], theme)
        rows = sorted(rows, key=lambda row: abs(row["r"] - rating))[:_NEAREST]
    return read_puzzle({**rng.choice(rows)})


def _check_rating(rating: int, ratings: Sequence[int], theme: str | None) -> None:
    """Raise BadParameter if *rating* is outside the range of the available *ratings*."""
    easiest, hardest = min(ratings), max(ratings)
    if not easiest <= rating <= hardest:
        those = "" if theme is None else " of this theme"
        raise click.BadParameter(
            f"{rating} is not between {easiest} and {hardest}, the ratings of all puzzles{those}.",
            param_hint="--rating",
        )


def _read_row(line: str) -> _Row:
    row: _Row = json.loads(line)
    return row


_Lines = Iterator[Text | str]

_PROMPT = "Your table, hint, solution or quit:"
_TILE_PROMPT = "The tile, hint, solution or quit:"


def ask_about(puzzle: Puzzle, terminal: Terminal) -> None:
    """Show *puzzle* and prompt the user until they solve it or quit."""
    terminal.show(_position(puzzle, terminal.width))
    level = 0
    while True:
        try:
            typed = terminal.ask(_PROMPT if puzzle.discard is None else _TILE_PROMPT).strip()
        except EOFError:
            return
        match typed.lower():
            case "":
                continue
            case "q" | "quit" | "exit":
                return
            case "s" | "solution":
                terminal.show(_solution(puzzle, terminal.width))
                return
            case "h" | "hint" | "help" | "?":
                level = min(LEVELS, level + 1)
                terminal.show(_hint(puzzle, level))
            case _:
                right, lines = _judged(puzzle, typed)
                terminal.show(lines)
                if right:
                    return


def goal_text(puzzle: Puzzle, rules: Ruleset) -> str:
    """Return the goal as a sentence."""
    discards = rules.draws_and_discards
    turn = "" if puzzle.opened else " You have not laid your initial meld yet."
    match puzzle.goal:
        case Goal.OUT if discards:
            return f"Lay all tiles but one, to discard it and go out.{turn}"
        case Goal.OUT:
            return f"Lay all your tiles and go out.{turn}"
        case Goal.MOST:
            return f"Lay as many tiles as you can.{turn}"
        case Goal.OPEN:
            return f"Lay your initial meld: {rules.opening.points} points from your rack."
        case Goal.JOKER:
            return "Lay as many tiles as you can without using your joker."
        case Goal.DISCARD:
            return "The next player has one tile left. Which tile can you discard?"
        case Goal.CLOSED:
            return "Which tile do you discard to declare a closed hand?"


def _position(puzzle: Puzzle, width: int) -> _Lines:
    themes = ", ".join(theme.value.replace("_", " ") for theme in puzzle.themes)
    yield f"Puzzle {puzzle.id}: {puzzle.rules}, rating {puzzle.difficulty.rating}, {themes}"
    yield Text(goal_text(puzzle, ruleset(puzzle.rules)), style=STRONG)
    if puzzle.table:
        yield Text("Table", style=FAINT)
        yield from table_lines(cells(puzzle.table), width)
    yield Text("Your rack", style=FAINT)
    yield from rack_lines(puzzle.rack, width)


def _judged(puzzle: Puzzle, typed: str) -> tuple[bool, list[str]]:
    """Return whether the *typed* solution is correct, and the lines to show in reply."""
    rules = ruleset(puzzle.rules)
    try:
        answer: Table | Tile
        if puzzle.discard is not None:
            answer = tile(typed, rules.tiles)
        else:
            answer = _completed(puzzle, rules.read_table(typed))
    except NotationError as error:
        return False, [error.pointer(), f"{error.message}."]
    verdict = solves(puzzle, answer)
    if verdict.right:
        return True, ["Right."]
    if verdict.reasons:
        return False, [*explanation_lines(verdict.reasons, rules, ())]
    if puzzle.discard is not None:
        return False, [f"No: the next player lays off {answer} and goes out."]
    if puzzle.goal is Goal.JOKER and len(verdict.placed) >= len(puzzle.placed):
        return False, ["No: your joker must stay on your rack."]
    laid = counted(len(verdict.placed), "tile")
    return False, [f"No: that lays {laid}, but {len(puzzle.placed)} can be laid."]


def _completed(puzzle: Puzzle, melds: Table) -> Table:
    """Return *melds* together with the puzzle's melds that the solution leaves unchanged."""
    tiles = puzzle.table.tiles + puzzle.rack
    for meld in puzzle.table - melds:
        if not Table((*melds, meld)).tiles - tiles and not puzzle.table.tiles <= melds.tiles:
            melds += (meld,)
    return melds


def _hint(puzzle: Puzzle, level: int) -> _Lines:
    hint = puzzle_hint(puzzle, level)
    if puzzle.discard is not None:
        yield f"Not {tiles_named(hint.tiles)}." if hint.tiles else "Look at each tile in turn."
    elif level == 1:
        yield f"You lay {counted(hint.laid, 'tile')}. Melds on the table that change: {hint.melds}."
    elif level == 2:
        yield f"Lay {tiles_named(hint.tiles)}."
        if hint.changed:
            yield f"These melds change: {hint.changed}"
    else:
        yield from (f"{number}. {step_text(step)}" for number, step in enumerate(hint.steps, 1))


def _solution(puzzle: Puzzle, width: int) -> _Lines:
    if puzzle.discard is not None:
        yield f"The tile is {tiles_named(puzzle.rack & (puzzle.discard,))}."
        return
    for number, step in enumerate(solution_steps(puzzle), 1):
        yield f"{number}. {step_text(step)}"
    yield Text("Table", style=FAINT)
    yield from table_lines(cells(puzzle.answer), width)
