"""The steps of a play, each a value that says all that a sentence or a picture needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from tilerummy.analysis.explanations.spots import Pile


class StepKind(StrEnum):
    """What a step does."""

    LAY = "lay"
    """Tiles of the rack, and tiles in the hand, become a new meld."""
    ADD = "add"
    """Tiles of the rack, or tiles in the hand, go to a meld."""
    TAKE = "take"
    """Tiles of a meld are taken into the hand."""
    SPLIT = "split"
    """A meld is parted in two."""
    JOIN = "join"
    """All that is left of a meld goes to another."""
    MOVE = "move"
    """Tiles of a meld go to another."""
    REPLACE = "replace"
    """Tiles take the place of jokers, or jokers that of tiles, which are taken into the hand."""
    TURN = "turn"
    """A joker stands for something else in its meld."""


class Side(StrEnum):
    """Where in a pile tiles lie."""

    FRONT = "front"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that hands do, and what lies on the table after it.

    ``tiles`` are the words of the tiles that get to their place, as they lie there: jokers with
    what they stand for. Of them ``rack`` come from the rack, ``free`` from the face-up tiles and
    ``held`` from the hand. ``taken`` are the tiles that go into the hand.

    ``origin`` and ``target`` are the numbers, from 0, of the piles that tiles come from and go to;
    ``source`` and ``onto`` are what lay there before the step. ``off`` and ``on`` say where in
    them the tiles lay and come to lie; they are None where that says nothing.

    ``table`` holds the piles after the step and ``hand`` the tiles in the hand. A pile keeps its
    number through all steps: one that is used up is empty, a new one is put at the end. ``play``
    counts the plays from 0 that the steps belong to.
    """

    kind: StepKind
    tiles: Pile = ()
    rack: Pile = ()
    free: Pile = ()
    held: Pile = ()
    taken: Pile = ()
    origin: int | None = None
    target: int | None = None
    source: Pile = ()
    onto: Pile = ()
    off: Side | None = None
    on: Side | None = None
    table: tuple[Pile, ...] = ()
    hand: Pile = ()
    play: int = 0

    @property
    def code(self) -> str:
        """The kind of step as a word that does not change."""
        return self.kind.value


class Steps(tuple[Step, ...]):  # noqa: SLOT001, a tuple has no room for slots
    """The steps of an explanation, in their order: a tuple that says how good the order is.

    ``explained`` says whether the order was searched for to the end. Where the time did not
    suffice it is false: the steps are right and complete, but others may be simpler.
    """

    explained: bool

    def __new__(cls, steps: Iterable[Step] = (), *, explained: bool = True) -> Self:
        """Return *steps* as the steps of an explanation."""
        made = super().__new__(cls, steps)
        made.explained = explained
        return made
