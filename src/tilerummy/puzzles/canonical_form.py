"""Detects equivalent puzzles: they differ only in colours, or in shifted or mirrored numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import permutations

from tilerummy.jokers import JokerMelds
from tilerummy.melds import Group, Meld, Run
from tilerummy.puzzles.themes import MANY, is_grid
from tilerummy.puzzles.values import Goal, Puzzle
from tilerummy.rules import ruleset
from tilerummy.tiles import JOKER, Tile

_Place = tuple[int, int]
"""A tile given by its colour and its number, both counted from 0. A joker is (-1, -1)."""
_JOKER: _Place = (-1, -1)

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def canonical_form(puzzle: Puzzle) -> str:
    """Return a string that is the same for two puzzles if and only if they are equivalent.

    The colours of equivalent puzzles may be permuted. Their numbers may also be mirrored, or
    shifted if no tile is at an edge, unless the numbers themselves matter because points count or a
    run may end with a high 1. A difference in the joker rules matters only if there are jokers.
    """
    rules = ruleset(puzzle.rules)
    last = rules.tiles.numbers
    numbers = _numbers(puzzle)
    by_shape = puzzle.goal in (Goal.OUT, Goal.MOST, Goal.JOKER) and puzzle.opened
    by_shape = by_shape and not rules.tiles.one_high
    at_edge = not numbers or min(numbers) == 1 or max(numbers) == last
    ways: list[Callable[[int], int]] = [lambda number: number]
    if by_shape:
        low, high = (0, last + 1) if at_edge else (min(numbers), max(numbers))
        ways = [lambda number: number - low, lambda number: high - number]
    letters = rules.tiles.letters
    forms = (
        _form(puzzle, dict(zip(letters, colours, strict=True)), way)
        for way in ways
        for colours in permutations(range(len(letters)))
    )
    return f"{_game(puzzle)} {puzzle.goal} {puzzle.opened} {min(forms)}"


def puzzle_id(puzzle: Puzzle) -> str:
    """Return a puzzle id of ten letters and digits, derived from the position and the goal."""
    text = f"{puzzle.rules}|{puzzle.goal}|{puzzle.opened}|{puzzle.table}|{puzzle.rack}"
    number = int.from_bytes(sha256(text.encode()).digest()[:8], "big")
    return "p" + "".join(_digits(number, 9))


def is_small_grid(puzzle: Puzzle) -> bool:
    """Return whether three groups of three become three runs, or vice versa: a 3×3 grid.

    Grids of this size are very common.
    """
    lifted, laid = puzzle.table.changed(puzzle.answer)
    return is_grid(lifted, laid) and len(lifted) == MANY


def _digits(number: int, count: int) -> Iterator[str]:
    symbols = "23456789" + _LETTERS.replace("l", "").replace("o", "")
    for _ in range(count):
        number, digit = divmod(number, len(symbols))
        yield symbols[digit]


def _game(puzzle: Puzzle) -> str:
    rules = ruleset(puzzle.rules)
    jokers = JOKER in puzzle.rack or JOKER in puzzle.table.tiles
    if puzzle.opened and not rules.draws_and_discards:
        free = rules.table.jokers.melds is JokerMelds.FREE
        if not jokers or (free and JOKER not in puzzle.rack):
            return "free" if jokers else "rearranging"
    return puzzle.rules


def _numbers(puzzle: Puzzle) -> list[int]:
    faces = [face for meld in puzzle.table for face in _faces(meld)]
    return [tile.number for tile in (*faces, *puzzle.rack) if tile.is_numbered]


def _faces(meld: Meld) -> Iterable[Tile]:
    match meld:
        case Run(faces):
            return faces
        case Group(numbered):
            return numbered


def _form(puzzle: Puzzle, colours: dict[str, int], way: Callable[[int], int]) -> str:
    def place(tile: Tile) -> _Place:
        return (colours[tile.colour], way(tile.number)) if tile.is_numbered else _JOKER

    melds = sorted((_of_meld(meld, place) for meld in puzzle.table), key=str)
    rack = sorted(map(place, puzzle.rack))
    return f"{melds}{rack}"


def _of_meld(meld: Meld, place: Callable[[Tile], _Place]) -> list[tuple[int, ...]]:
    match meld:
        case Run(faces, wild):
            return [(0,), *sorted((*place(face), int(face in wild)) for face in faces)]
        case Group(numbered, jokers):
            return [(1,), *sorted(place(tile) for tile in numbered), (jokers,)]
