"""Reads and writes puzzles as JSON, version 1. See docs/puzzles.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tilerummy.puzzles.values import Difficulty, Goal, Puzzle, Theme
from tilerummy.rules import ruleset
from tilerummy.tiles import tile

VERSION: Final = 1
"""The version of the JSON format, which is increased only for incompatible changes."""


class PuzzleError(ValueError):
    """Raised if the input is not a valid puzzle."""


def puzzle_json(puzzle: Puzzle) -> dict[str, object]:
    """Return *puzzle* as a JSON object.

    >>> from tilerummy.puzzles import bundled_puzzle, puzzle_json, read_puzzle
    >>> puzzle = bundled_puzzle(0)
    >>> read_puzzle(puzzle_json(puzzle)) == puzzle
    True
    """
    hard = puzzle.difficulty
    fields: dict[str, object] = {
        "v": VERSION,
        "id": puzzle.id,
        "rules": puzzle.rules,
        "goal": puzzle.goal.value,
        "table": str(puzzle.table),
        "rack": str(puzzle.rack),
        "n": len(puzzle.placed),
        "set": str(puzzle.placed),
        "answer": str(puzzle.answer),
        "f": [hard.melds, hard.moved, hard.picked_up, hard.steps, hard.near],
        "d": hard.total,
        "r": hard.rating,
        "themes": [theme.value for theme in puzzle.themes],
    }
    if puzzle.discard is not None:
        fields["discard"] = str(puzzle.discard)
    if not puzzle.opened:
        fields["opened"] = False
    if not puzzle.offline:
        fields["offline"] = False
    return fields


def read_puzzle(fields: Mapping[str, object]) -> Puzzle:
    """Return the puzzle that a JSON object describes.

    Raises PuzzleError if the version is not supported, if a field is missing or invalid, or if
    tiles or melds do not exist in the rules.
    """
    if fields.get("v") != VERSION:
        raise PuzzleError(f"only puzzles of version {VERSION} can be read, not {fields.get('v')!r}")
    try:
        rules = ruleset(_text(fields, "rules"))
        named = fields.get("discard")
        return Puzzle(
            id=_text(fields, "id"),
            rules=_text(fields, "rules"),
            goal=Goal(_text(fields, "goal")),
            table=rules.read_table(_text(fields, "table")),
            rack=rules.rack(_text(fields, "rack")),
            placed=rules.rack(_text(fields, "set")),
            answer=rules.read_table(_text(fields, "answer")),
            difficulty=_difficulty(fields.get("f")),
            themes=tuple(Theme(name) for name in _texts(fields, "themes")),
            opened=fields.get("opened") is not False,
            discard=None if named is None else tile(_text(fields, "discard"), rules.tiles),
            offline=fields.get("offline") is not False,
        )
    except PuzzleError:
        raise
    except ValueError as error:
        raise PuzzleError(f"puzzle {fields.get('id')!r}: {error}") from None


def _text(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise PuzzleError(f"{name!r} must be a string, not {value!r}")
    return value


def _texts(fields: Mapping[str, object], name: str) -> list[str]:
    values = fields.get(name)
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise PuzzleError(f"{name!r} must be a list of strings, not {values!r}")
    return values


def _difficulty(counts: object) -> Difficulty:
    if not isinstance(counts, list) or len(counts) != 5 or not all(type(n) is int for n in counts):
        raise PuzzleError(f"'f' must be five integers, not {counts!r}")
    melds, moved, picked_up, steps, near = counts
    return Difficulty(melds=melds, moved=moved, picked_up=picked_up, steps=steps, near=near)
