"""Describes the steps of a play in English, based on the data of each step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import assert_never

from tilerummy.analysis.explanations.steps import Pile, Side, Step, StepKind
from tilerummy.message_text import joined
from tilerummy.tiles import COLOUR_NAMES, COLOURS


def step_text(step: Step) -> str:
    """Return an English sentence that describes *step*.

    >>> from tilerummy import explain, step_text
    >>> for step in explain("r3 r4 r5", "r3 r4 r5 r6"):
    ...     print(step_text(step))
    Add the red 6 from the rack to the end of the red run 3-5.
    """
    match step.kind:
        case StepKind.LAY:
            return f"Lay a new {_laid(step)}."
        case StepKind.ADD:
            return f"Add {_given(step)} {_towards(step)}{_meaning(step)}."
        case StepKind.TAKE:
            return f"Take {_taken(step)}."
        case StepKind.SPLIT:
            return _split(step)
        case StepKind.JOIN:
            return f"Move {pile_name(step.source)} {_towards(step)}{_meaning(step)}."
        case StepKind.MOVE:
            return f"Move {named(step.tiles)} {_away(step)} {_towards(step)}{_meaning(step)}."
        case StepKind.REPLACE:
            return _replace(step)
        case StepKind.TURN:
            return _turn(step)
    assert_never(step.kind)


def _laid(step: Step) -> str:
    kind = "run" if _is_row(step.tiles) else "group"
    if not step.held:
        return f"{kind} {_whence(step)}: {joined(map(_shown, step.tiles))}"
    taken = f"{kind}: the {joined(map(_shown, step.held))} just taken"
    brought = (*step.rack, *step.free)
    return f"{taken}, with the {joined(map(_shown, brought))} {_whence(step)}" if brought else taken


def _taken(step: Step) -> str:
    """Return text about the tiles taken in this step and, if tiles remain, about their source."""
    tiles = _which(step.taken, step.source)
    if step.taken == step.source:
        return f"{tiles} that {'is' if len(step.taken) == 1 else 'are'} left"
    return f"{tiles} {_away(step)}"


def _given(step: Step) -> str:
    """Return text about tiles that come from the rack, or that were just picked up."""
    return f"{named(step.tiles)} {_whence(step) or 'just taken'}"


def _whence(step: Step) -> str:
    """Return text about the source of tiles that were neither on the table nor picked up."""
    places = (("the rack", step.rack), ("the free tiles", step.free))
    named_places = [place for place, tiles in places if tiles]
    return f"from {joined(named_places)}" if named_places else ""


def _split(step: Step) -> str:
    whole, size = pile_name(step.source), len(step.source)
    if step.off not in (Side.FRONT, Side.END):
        return f"Take {named(step.tiles)} out of {whole} to lie apart."
    first = len(step.tiles) if step.off is Side.FRONT else size - len(step.tiles)
    left, right = (_short(word) for word in step.source[first - 1 : first + 1])
    return f"Split {whole} between the {left} and the {right}."


def _replace(step: Step) -> str:
    by = _given(step) if step.origin is None else f"{named(step.tiles)} {_away(step)}"
    taken = f"{_which(step.taken, step.onto)} in {pile_name(step.onto)}"
    return f"Replace {taken} with {by}, and take {named(step.taken)}."


def _which(words: Sequence[str], pile: Pile) -> str:
    """Return text about the tiles taken from a pile. If it has several jokers, say which one."""
    if len(words) > 1 or not _is_joker(words[0]) or sum(map(_is_joker, pile)) == 1:
        return named(words)
    return f"the joker for {_face(words[0])}" if _colour(words[0]) else "a joker"


def _turn(step: Step) -> str:
    joker, meld, new = named(step.tiles), pile_name(step.source), joined(map(_face, step.tiles))
    if step.on in (Side.FRONT, Side.END):
        return f"Move {joker} of {meld} to its {step.on} as {new}."
    if all(map(_is_joker, step.source)):
        return f"Let {joker} that is left there stand for {new}."
    others = [word for word in step.source if not _is_joker(word)]
    where = f"beside {named(others)}" if len(step.source) < 3 else f"in {meld}"
    return f"Let {joker} {where} stand for {new}."


def _meaning(step: Step) -> str:
    """Return text about jokers in a run that represent new tiles, or "" without such jokers."""
    new = [w for w in step.tiles if _is_joker(w) and _colour(w) and w not in step.source]
    if not new:
        return ""
    whose = "" if len(new) == len(step.tiles) else f", {named(new)}"
    return f"{whose} as {joined(map(_face, new))}"


def _towards(step: Step) -> str:
    meld = pile_name(step.onto)
    match step.on:
        case Side.FRONT | Side.END if len(step.onto) < 3:
            return f"{'before' if step.on is Side.FRONT else 'after'} {meld}"
        case Side.FRONT | Side.END:
            return f"to the {step.on} of {meld}"
        case Side.MIDDLE:
            return f"{'in between' if len(step.onto) == 2 else 'into the gap of'} {meld}"
        case None:
            return f"to {meld}"
    assert_never(step.on)


def _away(step: Step) -> str:
    where = "from" if step.off is None else f"from the {step.off} of"
    return f"{where} {pile_name(step.source)}"


def pile_name(pile: Pile) -> str:
    """Return a pile's name.

    >>> pile_name(("b2", "b3", "b4")), pile_name(("b5", "b6", "*b7"))
    ('the blue run 2-4', 'the blue run 5-6-joker')
    >>> pile_name(("k5", "r5", "*5")), pile_name(("k5", "r5"))
    ('the group of 5s (black, red, joker)', 'the black 5 and red 5')
    """
    if len(pile) < 3:
        return named(pile)
    if _is_row(pile):
        return f"the {_colour(pile[0])} {_row(pile)}"
    if len({_number(word) for word in pile}) == 1:
        members = ("joker" if _is_joker(word) else _colour(word) for word in pile)
        return f"the group of {_number(pile[0])}s ({', '.join(members)})"
    return named(pile)


def _row(pile: Pile) -> str:
    """Return text about tiles of one colour, which are called a run only if there is no gap."""
    numbers = [_number(word) for word in pile]
    follows = all(b == a + 1 or b == 1 for a, b in pairwise(numbers))
    if follows and not any(map(_is_joker, pile)):
        return f"run {numbers[0]}-{numbers[-1]}"
    row = "-".join(map(_short, pile))
    return f"run {row}" if follows else row


def named(tiles: Sequence[str]) -> str:
    """Return the names of *tiles*.

    >>> named(("b5",)), named(("b5", "b6")), named(("k5", "r5", "*5"))
    ('the blue 5', 'the blue 5 and 6', 'the black 5, red 5 and joker')
    """
    if len(tiles) > 1 and all(map(_is_joker, tiles)):
        return "the jokers"
    if len(tiles) > 1 and _is_row(tiles) and not any(map(_is_joker, tiles)):
        return f"the {_colour(tiles[0])} {joined(str(_number(w)) for w in tiles)}"
    return f"the {joined('joker' if _is_joker(w) else _plain(w) for w in tiles)}"


def _short(word: str) -> str:
    return "joker" if _is_joker(word) else str(_number(word))


def _shown(word: str) -> str:
    """Return a laid tile's name; for a joker in a run, add the tile it represents."""
    if not _is_joker(word):
        return _plain(word)
    return f"joker ({_plain(word)})" if _colour(word) else "joker"


def _face(word: str) -> str:
    """Return the face of a tile or joker, preceded by an article."""
    return f"{'the' if _colour(word) else 'a'} {_plain(word)}"


def _plain(word: str) -> str:
    return f"{_colour(word)} {_number(word)}".strip()


def _is_joker(word: str) -> bool:
    return word.startswith("*")


def _is_row(words: Sequence[str]) -> bool:
    """Return whether the tiles, including the faces of jokers, all have one colour."""
    colours = {_colour(word) for word in words}
    return len(colours) == 1 and "" not in colours


def _colour(word: str) -> str:
    letter = word.lstrip("*")[:1]
    return COLOUR_NAMES[COLOURS.index(letter)] if letter in COLOURS else ""


def _number(word: str) -> int:
    return int(word.lstrip(f"*{COLOURS}"))
