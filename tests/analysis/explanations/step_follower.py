"""Follows steps piece by piece, and judges how they treat jokers: RULES 2.2.

Equal picked-up tiles, and jokers of one group, are indistinguishable in a step, so there may be
several ways to follow steps. The law allows the steps if it allows one way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations

from tests.differential.by_hand import JokerOptions, Piece, Position

from tilerummy.analysis import Step, StepKind
from tilerummy.melds import Group, Meld, Run
from tilerummy.tiles import JOKER, Tile


@dataclass(frozen=True)
class Freed:
    """A joker that was picked up, its notation, and the pieces that had replaced it (``by``)."""

    joker: Piece
    word: str
    by: tuple[Piece, ...]
    others: tuple[Piece, ...]
    """All pieces that had joined the joker's pile by then, including the last ones."""


Lying = tuple[tuple[Piece, str], ...]
"""The pieces of a pile, each with its notation."""


@dataclass(frozen=True)
class Followed:
    """The positions of all pieces after some steps."""

    melds: tuple[Lying, ...]
    """The initial melds."""
    piles: tuple[Lying, ...]
    picked_up: tuple[Piece, ...] = ()
    rack: tuple[Piece, ...] = ()
    freed: tuple[Freed, ...] = ()
    came: tuple[tuple[int, Piece], ...] = ()
    """The numbered pieces that joined a pile, each with the pile's index."""
    apart: frozenset[int] = field(default_factory=frozenset)
    """The initial melds that were split at some point."""


def tile_of(word: str) -> Tile:
    return JOKER if word.startswith("*") else Tile.of(word[0], int(word[1:]))


def start(position: Position) -> Followed:
    """Return the initial table, with the placed tiles as the rack."""
    piles = tuple(
        tuple((Piece(tile_of(word), i), word) for word in repr(meld).split())
        for i, meld in enumerate(position.before)
    )
    placed = position.after.tiles - position.before.tiles
    return Followed(piles, piles, rack=tuple(Piece(tile) for tile in placed))


def followed(now: Followed, steps: Sequence[Step]) -> Iterator[Followed]:
    """Yield a result for each way to follow *steps* from *start*."""
    if not steps:
        yield now
        return
    for then in _ways(now, steps[0]):
        yield from followed(then, steps[1:])


def _ways(now: Followed, step: Step) -> Iterator[Followed]:
    if step.kind is StepKind.TURN:
        yield from _turned(now, step)
        return
    rack, picked_up = [*now.rack], [*now.picked_up]
    racked = _pick(rack, [tile_of(w) for w in step.rack])
    arrive = [] if step.target is None else [*step.tiles]
    moved = Counter(map(tile_of, arrive)) - Counter(map(tile_of, (*step.rack, *step.held)))
    away = [*step.taken] if step.kind is StepKind.TAKE else []
    for held in _choices([(p, str(p.tile)) for p in picked_up], [tile_of(w) for w in step.held]):
        source = () if step.origin is None else now.piles[step.origin]
        wanted = [tile_of(w) for w in away] or [*moved.elements()]
        for gone in _choices(source, wanted, prefer=[*away, *arrive]):
            left = sorted(word for piece, word in source if piece not in gone)
            if step.origin not in (None, step.target) and left != sorted(step.table[step.origin]):
                continue  # another joker of the pile is meant
            there = step.target is not None and step.target < len(now.piles)
            target = now.piles[step.target or 0] if there else ()
            out = [] if step.kind is StepKind.TAKE else [*step.taken]
            for replaced in _choices(target, [tile_of(w) for w in out], prefer=out, exact=True):
                yield _made(now, step, (racked, held, gone, replaced), tuple(rack))


def _made(
    now: Followed,
    step: Step,
    parts: tuple[Sequence[Piece], ...],
    rack: tuple[Piece, ...],
) -> Followed:
    racked, held, gone, replaced = parts
    piles = [*now.piles]
    while step.target is not None and step.target >= len(piles):
        piles.append(())
    words = {piece: word for pile in now.piles for piece, word in pile}
    picked_up = [p for p in now.picked_up if p not in held]
    if step.origin is not None:
        piles[step.origin] = tuple(each for each in piles[step.origin] if each[0] not in gone)
    if step.kind is StepKind.TAKE:
        return _checked(now, step, piles, (*picked_up, *gone), rack, ())
    assert step.target is not None
    came = [*racked, *held, *gone]
    stay = [each for each in piles[step.target] if each[0] not in replaced]
    moved = [*(Counter(step.tiles) - Counter((*step.rack, *step.held))).elements()]
    placed = []
    for pieces, new in ((racked, [*step.rack]), (held, [*step.held]), (gone, moved)):
        for piece in pieces:
            word = next(w for w in new if tile_of(w) == piece.tile)
            new.remove(word)
            placed.append((piece, word))
    piles[step.target] = tuple(stay + placed)
    numbered = tuple((step.target, p) for p in came if p.tile.is_numbered)
    now = replace(now, came=now.came + numbered)
    freed = tuple(
        Freed(
            joker,
            words[joker],
            by=tuple(p for p in came if p.tile.is_numbered),
            others=tuple(p for pile, p in now.came if pile == step.target),
        )
        for joker in replaced
        if joker.tile == JOKER and joker.home is not None
    )
    return _checked(now, step, piles, (*picked_up, *replaced), rack, freed)


def _turned(now: Followed, step: Step) -> Iterator[Followed]:
    assert step.origin is not None
    pile, word = now.piles[step.origin], step.tiles[0]
    for piece, old in pile:
        if piece.tile == JOKER and old not in step.table[step.origin]:
            piles = [*now.piles]
            piles[step.origin] = tuple((p, word if p is piece else w) for p, w in pile)
            yield _checked(now, step, piles, now.picked_up, now.rack, ())


def _checked(
    now: Followed,
    step: Step,
    piles: Sequence[Lying],
    picked_up: Sequence[Piece],
    rack: tuple[Piece, ...],
    freed: tuple[Freed, ...],
) -> Followed:
    for pile, row in zip(piles, step.table, strict=True):
        assert sorted(word for _, word in pile) == sorted(row)
    assert Counter(p.tile for p in picked_up) == Counter(map(tile_of, step.picked_up))
    where = {p: n for n, pile in enumerate(piles) for p, _ in pile}
    homes = {p.home for p in (*where, *picked_up)} - {None}
    apart = {
        home
        for home in homes
        if home is not None
        and len(
            {
                where.get(p, -1)
                for p in (*where, *picked_up)
                if p.home == home and p.tile.is_numbered
            }
        )
        > 1
    }
    return replace(
        now,
        piles=tuple(piles),
        picked_up=tuple(picked_up),
        rack=rack,
        freed=now.freed + freed,
        apart=now.apart | apart,
    )


def _pick(heap: list[Piece], tiles: Sequence[Tile]) -> list[Piece]:
    picked = []
    for tile in tiles:
        piece = next(p for p in heap if p.tile == tile)
        heap.remove(piece)
        picked.append(piece)
    return picked


def _choices(
    pile: Sequence[tuple[Piece, str]],
    tiles: Sequence[Tile],
    prefer: Sequence[str] = (),
    *,
    exact: bool = False,
) -> Iterator[list[Piece]]:
    """Yield the pieces of a pile that *tiles* may mean, exact notation first."""
    if not tiles:
        yield []
        return
    first, *others = tiles
    fitting = [each for each in pile if each[0].tile == first]
    if exact or (first == JOKER and any(word in prefer for _, word in fitting)):
        fitting = [each for each in fitting if each[1] in prefer]
    assert fitting, (pile, tiles)
    for each in fitting:
        left = [other for other in pile if other is not each]
        for rest in _choices(left, others, prefer, exact=exact):
            yield [each[0], *rest]


def allows(position: Position, options: JokerOptions, end: Followed) -> bool:
    """Return whether the law allows the treatment of the jokers: RULES 2.2, rules 3 and 4."""
    if options.group_of_three == "all":
        full = [position.before[f.joker.home or 0] for f in end.freed]
        wants = [isinstance(m, Group) and len(m) < position.tiles.colours for m in full]
        each = zip(end.freed, wants, strict=True)
        end = replace(end, freed=tuple(replace(f, by=f.others) if w else f for f, w in each))
    return _rule_3(position, options, end) and _rule_4(options, end)


def _rule_3(position: Position, options: JokerOptions, end: Followed) -> bool:
    freed = {each.joker: each for each in end.freed}
    if len(freed) < len(end.freed):
        return False  # a joker is replaced once
    payers = [piece for each in end.freed for piece in each.by]
    if any(n > len(by) for by, n in Counter(each.by for each in end.freed).items()):
        return False  # every replaced joker needs a tile of its own
    if options.replace_from == "rack" and any(p.home is not None for p in payers):
        return False
    where = {p: (n, word) for n, pile in enumerate(end.piles) for p, word in pile}
    for pieces, meld in zip(end.melds, position.before, strict=True):
        kept = [(p, word) for p, word in pieces if p.tile == JOKER and p not in freed]
        gone = [freed[p] for p, _ in pieces if p in freed]
        if not all(_replaced(meld, each, options, position) for each in gone):
            return False
        for joker, word in kept:
            pile, now = where[joker]
            others = {p.tile for p, _ in end.piles[pile]}
            if not _represents_the_same(meld, word, now, others):
                return False
            numbered = [p for p, _ in pieces if p.tile.is_numbered]
            if options.melds == "locked" and (
                pieces[0][0].home in end.apart
                or any(where[p][0] != pile for p in numbered)
                or any(p.home == joker.home for p in payers)
            ):
                return False
    return True


def _replaced(meld: Meld, freed: Freed, options: JokerOptions, position: Position) -> bool:
    """Return whether a joker's tile replaced it, or one of each missing colour if required."""
    tiles = {p.tile for p in freed.by}
    if isinstance(meld, Run):
        return tile_of(freed.word[1:]) in tiles
    missing = {*meld.missing(position.tiles)}
    every = options.group_of_three == "all" and len(meld) < position.tiles.colours
    return missing <= tiles if every else bool(tiles & missing)


def _represents_the_same(meld: Meld, was: str, now: str, others: set[Tile]) -> bool:
    """Return whether a joker represents the same tile, in a group any tile it could be."""
    if isinstance(meld, Run):
        if now == was:
            return True
        face = tile_of(was[1:])
        return now == f"*{face.number}" and face not in others
    return now == was or (now[2:] == was[1:] and tile_of(now[1:]) not in meld.numbered)


def _rule_4(options: JokerOptions, end: Followed) -> bool:
    """Return whether all freed jokers went to melds that are new or were changed."""
    if options.reuse == "any":
        return True
    freed = {each.joker: each for each in end.freed}
    options_of_pairs = permutations(range(max((len(f.by) for f in end.freed), default=1)))
    down = [frozenset(p for p, _ in pile) for pile in end.piles]
    homes = [pieces for pieces in down if not pieces.isdisjoint(freed)]
    for order in options_of_pairs:
        melds = []
        for lying in end.melds:
            pieces = frozenset(p for p, _ in lying)
            gone = [freed[p] for p, _ in lying if p in freed]
            pairs = [
                {each.joker, each.by[order[k % len(order)] % len(each.by)]}
                for k, each in enumerate(gone)
            ]
            melds.append((pieces - {*freed}, pairs))
        if all(_may_lie(options, pieces, melds, freed) for pieces in homes):
            return True
    return False


def _may_lie(
    options: JokerOptions,
    pieces: frozenset[Piece],
    melds: list[tuple[frozenset[Piece], list[set[Piece]]]],
    freed: dict[Piece, Freed],
) -> bool:
    racked = {p for p in pieces if p.home is None}
    if options.reuse == "rack_only":
        return len(racked) >= 2 and pieces <= racked | {*freed}
    new = not any(
        stayed <= pieces and all(not pieces.isdisjoint(pair) for pair in pairs)
        for stayed, pairs in melds
    )
    return new and (options.reuse == "new_meld" or len(racked) >= 2)
