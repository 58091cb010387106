"""The steps of a play as plain data, which is enough to build sentences or pictures from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self, assert_never

from tilerummy.melds import Group, Meld, Run
from tilerummy.tiles import JOKER, Tile, names

Pile = tuple[str, ...]
"""The tiles in one pile, in notation: a meld, or a meld that is being formed."""


class TilePosition(NamedTuple):
    """A tile and its position in a pile.

    ``place`` determines the order in a pile: ascending in a run, with a high 1 last. ``face`` is
    the tile that this tile stands for. A joker in a group has no ``face``, because only its
    ``number`` is known. ``word`` is the tile in notation. For a joker it includes the tile it
    stands for.
    """

    place: int
    tile: Tile
    face: Tile | None
    number: int
    word: str
    in_run: bool


def positions_of(meld: Meld) -> tuple[TilePosition, ...]:
    """Return the tiles of *meld* with their positions.

    >>> from tilerummy.melds import meld
    >>> [position.word for position in positions_of(meld("b5 b6 *b7"))]
    ['b5', 'b6', '*b7']
    """
    match meld:
        case Run(faces, wild):
            first = faces[0].number
            return tuple(
                TilePosition(first + i, JOKER, face, face.number, f"*{word}", in_run=True)
                if face in wild
                else TilePosition(first + i, face, face, face.number, word, in_run=True)
                for i, (face, word) in enumerate(zip(faces, names(faces), strict=True))
            )
        case Group(numbered, jokers):
            number = meld.number
            positions = zip(numbered, names(numbered), strict=True)
            natural = tuple(
                TilePosition(t, t, t, number, word, in_run=False) for t, word in positions
            )
            return (
                *natural,
                *(TilePosition(JOKER, JOKER, None, number, f"*{number}", in_run=False),) * jokers,
            )
    assert_never(meld)


def pile_of(positions: Sequence[TilePosition]) -> Pile:
    """Return the tiles at these positions in notation, in order."""
    return tuple([position.word for position in sorted(positions)])


NO_MELD = 3
"""The disorder of a pile whose tiles can never be part of one meld."""


def disorder(positions: Sequence[TilePosition]) -> int:
    """Return the distance of a pile from being a meld, on a scale from 0 to ``NO_MELD``.

    The result is 0 for a meld or an empty pile, 1 for tiles that could become a meld, and 2 for
    single tiles and for runs with a gap.
    """
    places, numbered, numbers = [], [], set()
    runs = 0
    for place, tile, _, number, _, in_run in positions:
        places.append(place)
        numbers.add(number)
        runs += in_run
        if tile != JOKER:
            numbered.append(tile)
    size = len(places)
    if not size:
        return 0
    if runs == size:
        gaps = max(places) - min(places) + 1 != size or len({*places}) != size
        fault = NO_MELD if len({s.face.colour for s in positions if s.face}) > 1 else 2 * gaps
    elif runs or len(numbers) > 1:
        fault = NO_MELD
    else:
        fault = NO_MELD * (len({*numbered}) < len(numbered))
    return max(fault, max(0, 3 - size) if numbered else 2)


class StepKind(StrEnum):
    """The kind of a step."""

    LAY = "lay"
    """Tiles from the rack, or picked up earlier, form a new meld."""
    ADD = "add"
    """Tiles from the rack, or picked up earlier, join a meld."""
    TAKE = "take"
    """Tiles are picked up from a meld."""
    SPLIT = "split"
    """A meld is split in two."""
    JOIN = "join"
    """All remaining tiles of a meld join another meld."""
    MOVE = "move"
    """Tiles move from one meld to another."""
    REPLACE = "replace"
    """Tiles replace jokers, or jokers replace tiles. The replaced ones are picked up."""
    TURN = "turn"
    """A joker represents a different tile in its meld."""


class Side(StrEnum):
    """The side of a pile where tiles leave or join."""

    FRONT = "front"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step to carry out by hand, and the table after it.

    ``tiles`` are the tiles that are put down, in notation, which includes the tile that each joker
    stands for. Of these, ``rack`` come from the rack, ``free`` from the face-up tiles, and ``held``
    from the tiles picked up before. ``taken`` are the tiles that the step picks up.

    ``origin`` and ``target`` are the indices of the piles that the tiles leave and join, and
    ``source`` and ``onto`` are the contents of these piles before the step. ``off`` and ``on`` are
    the sides where the tiles leave and join, or None if the side makes no difference.

    ``table`` contains the piles after the step, and ``picked_up`` the tiles that are then off the
    table. The index of a pile never changes: a pile that is used up stays as an empty pile, and a
    new pile is appended. ``play`` is the index of the play that the step belongs to.
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
    picked_up: Pile = ()
    play: int = 0

    @property
    def hand(self) -> Pile:
        """The former name of ``picked_up``. It will be removed after one release."""
        return self.picked_up

    @property
    def code(self) -> str:
        """The kind of step as a stable code."""
        return self.kind.value


class Steps(tuple[Step, ...]):  # noqa: SLOT001, a tuple cannot have slots
    """A tuple of steps, which also records whether their order is known to be the best.

    ``explained`` is True if the search for the best order was complete. If it is False, time ran
    out, and there may be simpler steps.
    """

    explained: bool

    def __new__(cls, steps: Iterable[Step] = (), *, explained: bool = True) -> Self:
        """Create a tuple from *steps*."""
        made = super().__new__(cls, steps)
        made.explained = explained
        return made
