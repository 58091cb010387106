"""Readings of a play: which jokers were replaced, and where every joker is now.

A play is recorded only as two tables, so several readings may be possible. The joker rules allow a
play if they allow at least one of its readings. If it matters whether a tile or its copy moved, the
player gets the benefit of the doubt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers.melds import (
    Replacement,
    covers,
    may_represent,
    replacements,
    represented,
)
from tilerummy.jokers.options import JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.jokers.table_change import TableChange
from tilerummy.melds import Group, Meld, Run
from tilerummy.tiles import JOKER, Tile, TileSet


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to explain a play: the jokers it replaced, and where the remaining ones are now.

    ``lifted`` contains the replacement of jokers in each lifted meld. ``kept`` contains two indices
    for each joker that was not replaced: the index of its old meld in ``lifted``, and the index of
    the laid meld that it is in now.
    """

    law: JokerLaw
    play: TableChange
    lifted: tuple[Replacement, ...]
    kept: tuple[tuple[int, int], ...]

    @property
    def freed(self) -> int:
        """The number of replaced jokers."""
        return sum(each.freed for each in self.lifted)

    def room(self, target: int) -> int:
        """Return the number of jokers in a laid meld that were freed or came from the rack."""
        return self.play.lay[target].jokers - sum(there == target for _, there in self.kept)

    def is_locked(self, meld: Meld) -> bool:
        """Return whether a joker locks *meld*, so that none of its tiles can be taken."""
        return self.law.melds is JokerMelds.LOCKED and meld.jokers > 0


def readings(law: JokerLaw, play: TableChange, deadline: Deadline = NEVER) -> Iterator[Reading]:
    """Yield the readings of *play* that obey rule 3, without deciding where freed jokers went.

    A meld may have given up a joker and received another one without any visible change. Therefore
    all melds with jokers count as lifted and laid again. Raises OutOfTimeError when the *deadline*
    passes.
    """
    play = _with_jokers_lifted(play)
    placements = _locked if law.melds is JokerMelds.LOCKED else _open
    for lifted in _all_lifted(law, play, deadline):
        for kept in placements(play, lifted):
            deadline.check()
            yield Reading(law, play, lifted, kept)


def _with_jokers_lifted(play: TableChange) -> TableChange:
    jokered = [m for m in play.rest if m.jokers]
    return replace(play, rest=play.rest - jokered, lift=play.lift + jokered, lay=play.lay + jokered)


def _all_lifted(
    law: JokerLaw, play: TableChange, deadline: Deadline
) -> Iterator[tuple[Replacement, ...]]:
    """Yield the combinations of replacements in all lifted melds that the available tiles allow."""
    choices = [
        [h for h in replacements(m, law, play.tiles) if _has_target(law, play, h)]
        for m in play.lift
    ]
    limit = _freed_limit(law, play)
    untouched = Counter(play.lift) & Counter(play.lay)
    order = sorted(range(len(choices)), key=lambda i: (play.lift[i] in untouched, len(choices[i])))
    back = sorted(range(len(choices)), key=lambda n: order[n])

    def extend(
        done: tuple[Replacement, ...], supply: Counter[Tile], left: int
    ) -> Iterator[tuple[Replacement, ...]]:
        if len(done) == len(choices):
            lifted = tuple(done[n] for n in back)
            if _are_replaceable(law, play, lifted):
                yield lifted
            return
        deadline.check()
        for h in choices[order[len(done)]]:
            if h.freed <= left and all(supply[t] >= h.replacing.count(t) for t in h.replacing):
                yield from extend((*done, h), supply - Counter(h.replacing), left - h.freed)

    return extend((), _supply(law, play), limit)


def _freed_limit(law: JokerLaw, play: TableChange) -> int:
    """Return an upper bound on the number of freed jokers that can find a target under rule 4."""
    placed, wild = Counter(play.placed), play.placed.count(JOKER)
    room = 0
    for meld in play.lay:
        racked = sum((Counter(meld.numbered) & placed).values())
        match law.reuse:
            case Reuse.RACK_ONLY:
                fits_in = racked == len(meld.numbered) >= 2 - wild
            case Reuse.NEW_MELD_WITH_RACK:
                fits_in = racked + min(wild, meld.jokers - 1) >= 2
            case _:
                fits_in = True
        room += meld.jokers if fits_in else 0
    return room


def _has_target(law: JokerLaw, play: TableChange, found: Replacement) -> bool:
    """Quickly check whether the laid melds have room for the jokers that were not replaced."""
    if not found.now.jokers:
        return True
    if law.melds is JokerMelds.LOCKED:
        return any(covers(m, found.now) for m in play.lay)
    faces = represented(found.now, play.tiles)
    targets = [f for f in faces if any(may_represent(m, f, play.tiles) for m in play.lay)]
    return len(targets) >= found.now.jokers


def _supply(law: JokerLaw, play: TableChange) -> Counter[Tile]:
    """Return the maximum supply of tiles for replacing jokers."""
    supply = Counter(play.placed)
    if law.replace_from is ReplaceFrom.ANY:
        for meld in (*play.rest, *play.lift):
            supply.update(meld.numbered)
    return supply


def _are_replaceable(law: JokerLaw, play: TableChange, lifted: tuple[Replacement, ...]) -> bool:
    """Return whether there are enough replacing tiles outside melds that are locked by a joker."""
    if law.replace_from is ReplaceFrom.RACK or law.melds is not JokerMelds.LOCKED:
        return True
    locked = Counter(t for h in lifted if h.now.jokers for t in h.was.numbered)
    return Counter(t for h in lifted for t in h.replacing) <= _supply(law, play) - locked


def _locked(
    play: TableChange, lifted: tuple[Replacement, ...]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the possible laid melds for the jokers that were not replaced, if melds are locked.

    Each laid meld must contain the old melds that its jokers come from. There may be several.
    """
    keepers = [i for i, h in enumerate(lifted) if h.now.jokers]
    targets = [[n for n, m in enumerate(play.lay) if covers(m, lifted[i].now)] for i in keepers]
    for there in product(*targets):
        inside: dict[int, list[Meld]] = {}
        for i, target in zip(keepers, there, strict=True):
            inside.setdefault(target, []).append(lifted[i].now)
        if all(_side_by_side(play.lay[target], melds) for target, melds in inside.items()):
            pairs = zip(keepers, there, strict=True)
            yield tuple((i, target) for i, target in pairs for _ in range(lifted[i].now.jokers))


def _side_by_side(meld: Meld, old_melds: list[Meld]) -> bool:
    """Return whether all *old_melds* fit into *meld* without sharing a tile."""
    if isinstance(meld, Run):
        faces = [f for old in old_melds if isinstance(old, Run) for f in old.faces]
        return len(set(faces)) == len(faces)
    numbered = [t for old in old_melds for t in old.numbered]
    return len(set(numbered)) == len(numbered) and sum(o.jokers for o in old_melds) <= meld.jokers


def _open(
    play: TableChange, lifted: tuple[Replacement, ...]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the possible laid melds for the jokers that were not replaced, if melds are open.

    Each of these jokers must still represent the same tile.
    """
    jokers = [
        (i, face)
        for i, h in enumerate(lifted)
        for face in (h.now.wild if isinstance(h.now, Run) else (None,) * h.now.jokers)
    ]
    jokers.sort(key=lambda joker: _target_choice(play, lifted, *joker))
    seen = set()
    for there in _joker_placements(play, lifted, jokers, {}):
        if there not in seen:
            seen.add(there)
            yield tuple((i, target) for (i, _), target in zip(jokers, there, strict=True))


def _joker_placements(
    play: TableChange,
    lifted: tuple[Replacement, ...],
    jokers: list[tuple[int, Tile | None]],
    taken: dict[tuple[int, Tile], int],
) -> Iterator[tuple[int, ...]]:
    """Yield all ways to assign each joker to a laid meld. *taken* counts the faces already used.

    A joker in a group may represent any colour that the group lacks, and two jokers in a group
    represent different colours: each face belongs to one joker in the old group and one in the new.
    """
    if not jokers:
        yield ()
        return
    (owner, face), *others = jokers
    old = lifted[owner].now
    faces = [face] if face else old.missing(play.tiles) if isinstance(old, Group) else ()
    for target, meld in enumerate(play.lay):
        for tile in faces:
            if face is None and any(o == owner and f == tile for (_, f), o in taken.items()):
                continue
            if (target, tile) not in taken and _has_place(meld, tile, target, taken, play.tiles):
                then = {**taken, (target, tile): owner}
                for rest in _joker_placements(play, lifted, others, then):
                    yield (target, *rest)
                if face is None and old.jokers == meld.jokers == 1:
                    break  # another colour would have the same result


def _target_choice(
    play: TableChange, lifted: tuple[Replacement, ...], owner: int, face: Tile | None
) -> tuple[int, int]:
    """Return a sort key that puts jokers next to each other if they compete for the same melds."""
    old = lifted[owner].now
    faces = [face] if face else old.missing(play.tiles) if isinstance(old, Group) else ()
    targets = sum(any(may_represent(m, f, play.tiles) for f in faces) for m in play.lay)
    return targets, faces[0].number


def _has_place(
    meld: Meld, face: Tile, target: int, taken: dict[tuple[int, Tile], int], tiles: TileSet
) -> bool:
    used = sum(there == target for there, _ in taken)
    return used < meld.jokers and may_represent(meld, face, tiles)
