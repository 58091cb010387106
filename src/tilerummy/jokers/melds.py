"""The jokers in one meld: the tiles they represent, their replacements, and the meld's origins.

``replacements`` yields the melds that a play can make by replacing jokers, and ``origins`` does the
reverse.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from tilerummy.jokers.options import GroupOfThree, JokerLaw
from tilerummy.melds import Group, Meld, Run, fits
from tilerummy.tiles import Tile, TileSet


@dataclass(frozen=True, slots=True)
class Replacement:
    """One possible way for a play to replace jokers in a meld.

    ``was`` is the meld before the play, and ``now`` is the meld after the ``replacing`` tiles have
    replaced ``freed`` jokers. If there are no replacing tiles, no joker moves.
    """

    was: Meld
    now: Meld
    replacing: tuple[Tile, ...] = ()
    freed: int = 0


def represented(meld: Meld, tiles: TileSet) -> tuple[Tile, ...]:
    """Return the tiles that the jokers in *meld* represent, or all that they may represent."""
    return meld.wild if isinstance(meld, Run) else meld.missing(tiles)


def joker_numbers(melds: Iterable[Meld]) -> Iterator[int]:
    """Yield the number that each joker in *melds* represents."""
    for meld in melds:
        match meld:
            case Run(wild=wild):
                yield from (face.number for face in wild)
            case Group(jokers=jokers):
                yield from (meld.number,) * jokers


def may_represent(meld: Meld, face: Tile, tiles: TileSet) -> bool:
    """Return whether a joker in *meld* may represent *face*."""
    if isinstance(meld, Run):
        return face in meld.wild
    return meld.jokers > 0 and face in meld.missing(tiles)


def covers(meld: Meld, old: Meld) -> bool:
    """Return whether *meld* contains *old* with its jokers in the same positions.

    A high 1 and a low 1 are different positions.

    >>> from tilerummy.melds import meld
    >>> covers(meld("b4 b5 *b6 b7"), meld("b5 *b6 b7")), covers(meld("b5 b6 b7"), meld("b5 *b6 b7"))
    (True, False)
    """
    match meld, old:
        case Run(wild=wild), Run():
            return spans(meld, old) and all((f in wild) == (f in old.wild) for f in old.faces)
        case Group(numbered, jokers), Group():
            same = old.number == meld.number
            return same and set(old.numbered) <= set(numbered) and old.jokers <= jokers
    return False


def spans(run: Run, old: Run) -> bool:
    """Return whether *run* covers all the numbers of *old*.

    >>> from tilerummy.melds import meld
    >>> spans(meld("r3 r4 *r5 r6"), meld("r3 r4 r5")), spans(meld("r3 r4 *r5 r6"), meld("r2 r3 r4"))
    (True, False)
    """
    return any(
        run.faces[at : at + len(old)] == old.faces
        for at, face in enumerate(run.faces)
        if face == old.faces[0]
    )


def replacements(meld: Meld, law: JokerLaw, tiles: TileSet) -> list[Replacement]:
    """Return the possible ways to replace jokers in *meld*. The first one replaces no jokers.

    >>> from tilerummy.melds import meld
    >>> from tilerummy.tiles import STANDARD
    >>> [each.now for each in replacements(meld("k4 r4 *4"), JokerLaw(), STANDARD)]
    [k4 r4 *4, k4 r4 b4, k4 r4 o4]
    """
    if not meld.jokers:
        return [Replacement(meld, meld)]
    if isinstance(meld, Run):
        return [
            Replacement(
                meld, Run(meld.faces, tuple(w for w in meld.wild if w not in by)), by, len(by)
            )
            for by in subsets(meld.wild)
        ]
    missing = meld.missing(tiles)
    if law.group_of_three is GroupOfThree.ALL and len(meld) < tiles.colours:
        full = Group(tuple(sorted(meld.numbered + missing)))
        return [Replacement(meld, meld), Replacement(meld, full, missing, meld.jokers)]
    return [
        Replacement(
            meld, Group(tuple(sorted(meld.numbered + by)), meld.jokers - len(by)), by, len(by)
        )
        for by in subsets(missing, maximum=meld.jokers)
    ]


def origins(
    meld: Meld, law: JokerLaw, tiles: TileSet, rack: Collection[Tile]
) -> Iterator[Replacement]:
    """Yield the replacements with tiles in *rack* that may have produced *meld*.

    If each tile replaces a single joker, only one replacement is undone. To undo more, call this
    again.
    """
    replacing = [tile for tile in meld.numbered if tile in rack]
    every = isinstance(meld, Group) and len(meld.numbered) == tiles.colours
    together = every and law.group_of_three is GroupOfThree.ALL
    for by in subsets(replacing, 1, len(replacing) if together else 1):
        for freed in range(1, len(by) + 1):
            was = with_jokers(meld, by, freed)
            if was.numbered and fits(was, tiles):
                found = Replacement(was, meld, by, freed)
                if found in replacements(was, law, tiles):
                    yield found


def with_jokers(meld: Meld, gone: Collection[Tile], jokers: int) -> Meld:
    """Return *meld* with *jokers* jokers instead of the tiles in *gone*."""
    match meld:
        case Run(faces, wild):
            return Run(faces, tuple(face for face in faces if face in wild or face in gone))
        case Group(numbered, already):
            return Group(tuple(tile for tile in numbered if tile not in gone), already + jokers)


def without(meld: Meld, gone: Collection[Tile], tiles: TileSet) -> tuple[Meld, ...] | None:
    """Return the melds that remain after removing the tiles in *gone* from *meld*.

    Returns None if any remaining part is not a valid meld.
    """
    match meld:
        case Group(numbered, jokers):
            left: list[Meld] = [Group(tuple(t for t in numbered if t not in gone), jokers)]
        case Run(faces, wild):
            parts: list[tuple[Tile, ...]] = [()]
            for face in faces:
                if face in gone:
                    parts.append(())
                else:
                    parts[-1] = (*parts[-1], face)
            left = [Run(part, tuple(f for f in wild if f in part)) for part in parts if part]
    return tuple(left) if all(fits(part, tiles) for part in left) else None


def subsets(
    tiles: Sequence[Tile], minimum: int = 0, maximum: int | None = None
) -> Iterator[tuple[Tile, ...]]:
    """Yield every subset of *minimum* to *maximum* tiles, with smaller subsets first."""
    top = len(tiles) if maximum is None else min(maximum, len(tiles))
    return chain.from_iterable(combinations(tiles, n) for n in range(minimum, top + 1))
