"""The changes of a draft that a person can type, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from tilerummy.cli.play.draft.draft import Draft
from tilerummy.cli.play.draft.piles import Pile

Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay new melds."""

    piles: tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add tiles to a meld."""

    words: Pile
    meld: int


@dataclass(frozen=True, slots=True)
class Join:
    """Move whole melds onto another."""

    melds: Numbers
    meld: int


@dataclass(frozen=True, slots=True)
class Take:
    """Take tiles from a meld, or all of it."""

    words: Pile
    meld: int


@dataclass(frozen=True, slots=True)
class Split:
    """Divide a meld before or after a tile."""

    meld: int
    word: str
    after: bool = False


@dataclass(frozen=True, slots=True)
class SendHome:
    """Take tiles back that were laid in this turn."""

    words: Pile
    meld: int | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """Put tiles in the place of jokers."""

    words: Pile
    meld: int
    jokers: int = 0


@dataclass(frozen=True, slots=True)
class RearrangeMelds:
    """Arrange the tiles of some melds as new ones."""

    melds: Numbers
    piles: tuple[Pile, ...]


Edit = Lay | LayOff | Join | Take | Split | SendHome | Replace | RearrangeMelds
"""A change of a draft."""


def edited(draft: Draft, edit: Edit) -> Draft:
    """Return *draft* after *edit*; raises DraftError where it cannot be done."""
    match edit:
        case Lay(piles):
            return draft.lay(*piles)
        case LayOff(words, number):
            return draft.lay_off(number, words)
        case Join(numbers, number):
            return draft.join(number, numbers)
        case Take(words, number):
            return draft.take(number, words)
        case Split(number, word, after):
            return draft.split(number, word, after=after)
        case SendHome(words, number):
            return draft.send_home(words, number)
        case Replace(words, number, jokers):
            return draft.replace(number, words, jokers)
        case RearrangeMelds(numbers, piles):
            return draft.rearrange(numbers, piles)
    assert_never(edit)
