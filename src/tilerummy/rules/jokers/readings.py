"""How a play may be read: which jokers were kept, which were replaced, and where those went.

A play only compares two tables, so that is not written down. The law allows a play if it allows
one of its readings: "whatever depends on which copy was moved is decided in the player's favour".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, product

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.tiles import JOKER, Rack, Tile, TileSet


@dataclass(frozen=True, slots=True)
class Difference:
    """Two tables compared: *rest* stays, *lift* becomes *lay* with the tiles *placed*."""

    rest: Table
    lift: Table
    lay: Table
    placed: Rack
    tiles: TileSet


@dataclass(frozen=True, slots=True)
class Held:
    """A lifted meld as one reading has it.

    ``now`` is the meld with the replacing tiles in it; ``paid`` are those tiles,
    ``freed`` is how many jokers they replaced.
    """

    was: Meld
    now: Meld
    paid: tuple[Tile, ...] = ()
    freed: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of every joker that lay in a lifted meld.

    ``kept`` names, for each kept joker, its place in ``held`` and the place in the laid melds
    of the one where it lies now.
    """

    law: JokerLaw
    play: Difference
    held: tuple[Held, ...]
    kept: tuple[tuple[int, int], ...]

    @property
    def freed(self) -> int:
        """How many jokers were replaced."""
        return sum(h.freed for h in self.held)

    def room(self, home: int) -> int:
        """Return how many jokers of that laid meld are not kept ones."""
        return self.play.lay[home].jokers - sum(there == home for _, there in self.kept)

    def pins(self, meld: Meld) -> bool:
        """Return whether *meld* holds its tiles fast: a locked one that keeps a joker."""
        return self.law.melds is JokerMelds.LOCKED and meld.jokers > 0


def readings(law: JokerLaw, play: Difference, deadline: Deadline = NEVER) -> Iterator[Reading]:
    """Yield the readings of *play* that obey rule 3; where the freed jokers go is left open.

    A meld with a joker that looks the same afterwards may have given its joker and got another,
    so here all melds with jokers count as lifted and laid again. Raises OutOfTimeError.
    """
    play = _with_jokers_lifted(play)
    placements = _locked if law.melds is JokerMelds.LOCKED else _open
    for held in _all_held(law, play, deadline):
        for kept in placements(play, held):
            deadline.check()
            yield Reading(law, play, held, kept)


def _with_jokers_lifted(play: Difference) -> Difference:
    jokered = [m for m in play.rest if m.jokers]
    return replace(play, rest=play.rest - jokered, lift=play.lift + jokered, lay=play.lay + jokered)


def _all_held(law: JokerLaw, play: Difference, deadline: Deadline) -> Iterator[tuple[Held, ...]]:
    """Yield what may have become of all lifted melds, every replaced joker paid for."""
    choices = [
        [h for h in _choices(m, law, play.tiles) if _has_home(law, play, h)] for m in play.lift
    ]
    most = _most_freed(law, play)
    untouched = Counter(play.lift) & Counter(play.lay)
    order = sorted(range(len(choices)), key=lambda i: (play.lift[i] in untouched, len(choices[i])))
    back = sorted(range(len(choices)), key=lambda n: order[n])

    def extend(
        done: tuple[Held, ...], supply: Counter[Tile], left: int
    ) -> Iterator[tuple[Held, ...]]:
        if len(done) == len(choices):
            held = tuple(done[n] for n in back)
            if _paid_for(law, play, held):
                yield held
            return
        deadline.check()
        for h in choices[order[len(done)]]:
            if h.freed <= left and all(supply[t] >= h.paid.count(t) for t in h.paid):
                yield from extend((*done, h), supply - Counter(h.paid), left - h.freed)

    return extend((), _supply(law, play), most)


def _most_freed(law: JokerLaw, play: Difference) -> int:
    """Return a bound on how many freed jokers can lie where rule 4 lets them."""
    placed, wild = Counter(play.placed), play.placed.count(JOKER)
    room = 0
    for meld in play.lay:
        racked = sum((Counter(meld.naturals) & placed).values())
        match law.reuse:
            case Reuse.RACK_ONLY:
                fits_in = racked == len(meld.naturals) >= 2 - wild
            case Reuse.NEW_MELD_WITH_RACK:
                fits_in = racked + min(wild, meld.jokers - 1) >= 2
            case _:
                fits_in = True
        room += meld.jokers if fits_in else 0
    return room


def _has_home(law: JokerLaw, play: Difference, held: Held) -> bool:
    """Return whether what *held* keeps could lie anywhere: a quick look before the search."""
    if not held.now.jokers:
        return True
    if law.melds is JokerMelds.LOCKED:
        return any(_covers(m, held.now) for m in play.lay)
    faces = held.now.wild if isinstance(held.now, Run) else held.now.missing(play.tiles)
    homes = [f for f in faces if any(_may_represent(m, f, play.tiles) for m in play.lay)]
    return len(homes) >= held.now.jokers


def _choices(meld: Meld, law: JokerLaw, tiles: TileSet) -> list[Held]:
    """Return what may have become of the jokers of one meld: kept, or replaced by which tiles."""
    if not meld.jokers:
        return [Held(meld, meld)]
    if isinstance(meld, Run):
        return [
            Held(
                meld, Run(meld.faces, tuple(w for w in meld.wild if w not in paid)), paid, len(paid)
            )
            for paid in _subsets(meld.wild, meld.jokers)
        ]
    missing = meld.missing(tiles)
    if law.group_of_three is GroupOfThree.ALL and len(meld) < tiles.colours:
        full = Group(tuple(sorted(meld.naturals + missing)))
        return [Held(meld, meld), Held(meld, full, missing, meld.jokers)]
    return [
        Held(
            meld,
            Group(tuple(sorted(meld.naturals + paid)), meld.jokers - len(paid)),
            paid,
            len(paid),
        )
        for paid in _subsets(missing, meld.jokers)
    ]


def _subsets(tiles: Sequence[Tile], most: int) -> Iterator[tuple[Tile, ...]]:
    return chain.from_iterable(combinations(tiles, n) for n in range(most + 1))


def _supply(law: JokerLaw, play: Difference) -> Counter[Tile]:
    """Return the tiles that may at most replace jokers."""
    supply = Counter(play.placed)
    if law.replace_from is ReplaceFrom.ANY:
        for meld in (*play.rest, *play.lift):
            supply.update(meld.naturals)
    return supply


def _paid_for(law: JokerLaw, play: Difference, held: tuple[Held, ...]) -> bool:
    """Return whether no replacing tile comes from a locked meld that keeps a joker."""
    if law.replace_from is ReplaceFrom.RACK or law.melds is not JokerMelds.LOCKED:
        return True
    fast = Counter(t for h in held if h.now.jokers for t in h.was.naturals)
    return Counter(t for h in held for t in h.paid) <= _supply(law, play) - fast


def _locked(play: Difference, held: tuple[Held, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield where the melds that keep a joker lie whole: each in a laid meld, several in one."""
    keepers = [i for i, h in enumerate(held) if h.now.jokers]
    homes = [[n for n, m in enumerate(play.lay) if _covers(m, held[i].now)] for i in keepers]
    for there in product(*homes):
        inside: dict[int, list[Meld]] = {}
        for i, home in zip(keepers, there, strict=True):
            inside.setdefault(home, []).append(held[i].now)
        if all(_side_by_side(play.lay[home], melds) for home, melds in inside.items()):
            pairs = zip(keepers, there, strict=True)
            yield tuple((i, home) for i, home in pairs for _ in range(held[i].now.jokers))


def _covers(meld: Meld, old: Meld) -> bool:
    """Return whether *old* lies in *meld* whole and in its configuration."""
    match meld, old:
        case Run(faces, wild), Run():
            return set(old.faces) <= set(faces) and all(
                (f in wild) == (f in old.wild) for f in old.faces
            )
        case Group(naturals, jokers), Group():
            same = old.number == meld.number
            return same and set(old.naturals) <= set(naturals) and old.jokers <= jokers
    return False


def _side_by_side(meld: Meld, olds: list[Meld]) -> bool:
    """Return whether all *olds* fit into *meld* without sharing a tile."""
    if isinstance(meld, Run):
        faces = [f for old in olds if isinstance(old, Run) for f in old.faces]
        return len(set(faces)) == len(faces)
    naturals = [t for old in olds for t in old.naturals]
    return len(set(naturals)) == len(naturals) and sum(o.jokers for o in olds) <= meld.jokers


def _open(play: Difference, held: tuple[Held, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield where the kept jokers lie: each still represents the same tile."""
    wishes = [
        (i, face)
        for i, h in enumerate(held)
        for face in (h.now.wild if isinstance(h.now, Run) else (None,) * h.now.jokers)
    ]
    wishes.sort(key=lambda wish: _choice_of_homes(play, held, *wish))
    seen = set()
    for there in _seats(play, held, wishes, {}):
        if there not in seen:
            seen.add(there)
            yield tuple((i, home) for (i, _), home in zip(wishes, there, strict=True))


def _seats(
    play: Difference,
    held: tuple[Held, ...],
    wishes: list[tuple[int, Tile | None]],
    taken: dict[tuple[int, Tile], int],
) -> Iterator[tuple[int, ...]]:
    """Yield a laid meld for each joker; *taken* are the faces already represented in one.

    A joker of a group may settle on any colour that its group lacks, two of one group on
    different ones: a face belongs to one joker of the old group and one of the new.
    """
    if not wishes:
        yield ()
        return
    (owner, face), *others = wishes
    old = held[owner].now
    faces = [face] if face else old.missing(play.tiles) if isinstance(old, Group) else ()
    for home, meld in enumerate(play.lay):
        for wanted in faces:
            if face is None and any(o == owner and f == wanted for (_, f), o in taken.items()):
                continue
            if (home, wanted) not in taken and _has_place(meld, wanted, home, taken, play.tiles):
                then = {**taken, (home, wanted): owner}
                for rest in _seats(play, held, others, then):
                    yield (home, *rest)
                if face is None and old.jokers == meld.jokers == 1:
                    break  # another colour would come to the same


def _choice_of_homes(
    play: Difference, held: tuple[Held, ...], owner: int, face: Tile | None
) -> tuple[int, int]:
    """Return how many laid melds a kept joker may lie in, and its number: rivals come together."""
    old = held[owner].now
    faces = [face] if face else old.missing(play.tiles) if isinstance(old, Group) else ()
    homes = sum(any(_may_represent(m, f, play.tiles) for f in faces) for m in play.lay)
    return homes, faces[0].number


def _has_place(
    meld: Meld, face: Tile, home: int, taken: dict[tuple[int, Tile], int], tiles: TileSet
) -> bool:
    used = sum(there == home for there, _ in taken)
    return used < meld.jokers and _may_represent(meld, face, tiles)


def _may_represent(meld: Meld, face: Tile, tiles: TileSet) -> bool:
    """Return whether a joker in *meld* may represent *face*."""
    if isinstance(meld, Run):
        return face in meld.wild
    return meld.jokers > 0 and face in meld.missing(tiles)
