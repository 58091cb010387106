"""The talk about one puzzle: it is shown, answers are judged, help is given."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from tilerummy.cli.render.refusals import explanation_lines
from tilerummy.cli.render.terminal import Terminal
from tilerummy.cli.render.tiles import FAINT, STRONG, cells, rack_lines, table_lines
from tilerummy.melds import Table
from tilerummy.puzzles import Goal, Puzzle, puzzle_hint, solution_steps, solves
from tilerummy.puzzles.hints import LEVELS
from tilerummy.rules import Ruleset, ruleset
from tilerummy.rules_text.hints import tiles_named
from tilerummy.rules_text.steps import step_text
from tilerummy.tiles import NotationError, Tile, tile

_Lines = Iterator[Text | str]

_PROMPT = "Your table, hint, solution or quit:"
_TILE_PROMPT = "The tile, hint, solution or quit:"


def ask_about(puzzle: Puzzle, terminal: Terminal) -> None:
    """Show *puzzle* and ask for answers, until one is right or the person has had enough."""
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
    """Return in a sentence what is to be done."""
    discards = rules.draws_and_discards
    turn = "" if puzzle.opened else " You have not laid your initial meld yet."
    match puzzle.goal:
        case Goal.OUT if discards:
            return f"Lay all tiles but one, to discard it and go out.{turn}"
        case Goal.OUT:
            return f"Lay all your tiles and go out.{turn}"
        case Goal.MOST:
            return f"Lay as many tiles as can be laid.{turn}"
        case Goal.OPEN:
            return f"Lay your initial meld: {rules.opening.points} points from your rack."
        case Goal.JOKER:
            return "Lay as many tiles as can be laid without a joker of yours."
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
    """Return whether what was *typed* is right, and what to say about it."""
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
    return False, [
        f"No: that lays {_tiles(len(verdict.placed))}, and {len(puzzle.placed)} can be laid."
    ]


def _completed(puzzle: Puzzle, melds: Table) -> Table:
    """Return the table with *melds*, and with those of the puzzle whose tiles they do not use."""
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
        yield f"You lay {_tiles(hint.laid)}. Melds of the table that change: {hint.melds}."
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


def _tiles(count: int) -> str:
    return "1 tile" if count == 1 else f"{count} tiles"
