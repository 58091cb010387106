"""A second referee that moves tiles by hand: RULES 2.2, rules 1 to 4, by search.

It shares tiles, melds and their notation with the package, but none of the rules. Every tile and
every joker is a *piece*, an object of its own. A play is legal if some *handling* of the pieces
turns the table before into the table after:

1. Replace jokers: each joker on the table stays, showing one tile that it can represent, or is
   freed by one piece of just this tile that ``joker.replace_from`` allows (under
   ``joker.group_of_three = all`` together with a piece for every other missing colour).
2. Seat the jokers, whether they stayed, were freed or are from the rack, in the melds on the table
   after; a joker that stayed shows the same tile there.
3. Put down the tiles: a locked meld with a joker that stayed is moved intact, everything else is
   loose, and any piece may fill any slot that shows its tile.

Copies are separate pieces, jokers too, so verdicts that depend on the copy favour the player: it
suffices that *some* handling is found. A meld that is on the table before and after may also have
been touched: it may have given away one copy and received another. Whether a meld is new does not
depend on pieces: the tables show it.

Readings of gaps in the rules:

- A play is judged by before and after, so step 1 happens simultaneously: two melds may give each
  other the tiles that free their jokers, although neither could go first while both are locked. A
  tile that freed a joker may move again, even back to its origin. But a piece never frees two
  jokers.
- If ``group_of_three = all`` requires a tile of every missing colour, ``replace_from`` restricts
  each of these tiles.
- A freed joker that returns to the rest of its meld does not make it new, at either end. (In its
  old position it would simply stay.) If several jokers of a meld are freed, each counts by itself
  or by its tile.
- An old meld found elsewhere with its own tiles shares none with a locked meld with a joker that
  stayed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations, product

from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.tiles import STANDARD, Rack, Tile, TileSet


@dataclass(frozen=True, slots=True)
class JokerOptions:
    """The four options of RULES 2.2, rules 3 and 4, under the same names."""

    melds: str = "locked"
    replace_from: str = "rack"
    group_of_three: str = "any"
    reuse: str = "any"

    @property
    def named(self) -> dict[str, str]:
        """The options by their names in a ruleset."""
        return {f"joker.{field.name}": getattr(self, field.name) for field in fields(self)}


EVERY_OPTION = (
    *(
        JokerOptions(*values)
        for values in product(
            ("locked", "open"),
            ("rack", "any"),
            ("any", "all"),
            ("any", "new_meld", "new_meld_with_rack", "rack_only"),
        )
    ),
    JokerOptions(melds="free"),
)
"""Every combination; free jokers make the other three options irrelevant."""


@dataclass(frozen=True, slots=True)
class Position:
    """A table, a rack, and the complete table that the player intends to leave.

    ``opening`` is the points of the initial meld for a player who has not opened.
    """

    before: Table
    rack: Rack
    after: Table
    tiles: TileSet = STANDARD
    opening: int | None = None

    def __str__(self) -> str:
        return f"{self.before} | {self.rack} | {self.after}"


def fault(position: Position, options: JokerOptions) -> str | None:
    """Return the code of RULES section 4 that refuses the play, or None if it is legal."""
    before, after = position.before, position.after
    if Counter(before.tiles) - Counter(after.tiles):
        return "table_tile_missing"
    placed = after.tiles - before.tiles
    if placed - position.rack:
        return "not_on_rack"
    if not placed:
        return "no_tile_played"
    if position.opening is None:
        return joker_fault(position, options)
    if not after >= before:
        return "table_closed"
    return "initial_meld_too_low" if (after - before).points < position.opening else None


def joker_fault(position: Position, options: JokerOptions) -> str | None:
    """Return the options that must be relaxed to allow the play: section 4, joker codes."""
    if possible(position, options):
        return None
    for code, relaxed in (
        ("joker_reuse", {"reuse": "any"}),
        ("joker_not_replaced", {"group_of_three": "any", "replace_from": "any"}),
        ("joker_locked", {"melds": "open"}),
    ):
        options = replace(options, **relaxed)
        if possible(position, options):
            return code
    return "joker_changed"


def possible(position: Position, options: JokerOptions) -> bool:
    """Return whether any handling turns the table before the play into the one after it."""
    return options.melds == "free" or any(True for _ in handlings(position, options))


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """One physical tile or joker; ``home`` is its meld on the table before, None the rack."""

    tile: Tile
    home: int | None = None

    def __repr__(self) -> str:
        return f"{self.tile} from {'the rack' if self.home is None else f'meld {self.home}'}"


@dataclass(frozen=True, slots=True)
class Handled:
    """The way that step 1 handles ``lying``, a meld on the table before the play.

    ``kept`` maps its remaining jokers to the tiles they show; ``freed`` has its other jokers, each
    with the piece that replaced it; ``added`` are further pieces that were required.
    """

    lying: tuple[Piece, ...]
    kept: tuple[tuple[Piece, Tile], ...] = ()
    freed: tuple[tuple[Piece, Piece], ...] = ()
    added: tuple[Piece, ...] = ()

    @property
    def brought(self) -> frozenset[Piece]:
        """The pieces that were added to the meld in step 1."""
        return frozenset((*(piece for _, piece in self.freed), *self.added))

    @property
    def whole(self) -> frozenset[Piece]:
        """All pieces in the meld after step 1."""
        return frozenset(self.lying) - {joker for joker, _ in self.freed} | self.brought

    def looks(self) -> Iterator[tuple[Counter[Tile], int]]:
        """Yield each description of the meld: its numbered tiles, and a number of freed jokers."""
        stayed = Counter(piece.tile for piece in self.lying if piece.tile.is_numbered)
        yield stayed + Counter(piece.tile for piece in self.brought), 0
        for jokers in range(1, len(self.freed) + 1):
            for pairs in combinations(self.freed, len(self.freed) - jokers):
                yield stayed + Counter(piece.tile for _, piece in pairs), jokers


@dataclass(frozen=True, slots=True)
class Handling:
    """One way to turn the table before into the table after, as far as the rules require.

    ``melds`` has the handling of each meld on the table before, ``seats`` the new meld of each
    joker, and ``down`` all pieces in the melds that need tiles from the rack by rule 4.
    """

    melds: tuple[Handled, ...]
    seats: Mapping[Piece, int]
    down: Mapping[int, frozenset[Piece]]


def handlings(position: Position, options: JokerOptions) -> Iterator[Handling]:
    """Yield the handlings of the play that rules 3 and 4 allow."""
    hands = _Hands(position, options)
    for melds in hands.replacings():
        for seats in hands.seatings(melds):
            if not hands.are_new(melds, seats):
                continue
            for down in hands.fillings(melds, seats):
                handling = Handling(melds, seats, down)
                if all(hands.may_lie(index, handling) for index in down):
                    yield handling


def _lines_up(before: Meld, after: Meld) -> bool:
    """Return whether a meld moved intact fits into another: a high 1 stays at the high end."""
    if isinstance(before, Run) and isinstance(after, Run):
        old, new = (range(m.faces[0].number, m.faces[0].number + len(m)) for m in (before, after))
        return new.start <= old.start and old.stop <= new.stop
    return type(before) is type(after)


class _Hands:
    """The pieces of one position, and their possible movements."""

    def __init__(self, position: Position, options: JokerOptions) -> None:
        self.options, self.tiles = options, position.tiles
        self.before, self.after = position.before, position.after
        self.lying = [tuple(Piece(t, i) for t in m.tiles) for i, m in enumerate(self.before)]
        self.placed = [Piece(t) for t in self.after.tiles - self.before.tiles]
        self.pieces = [*self.placed, *(piece for meld in self.lying for piece in meld)]

    # Step 1: replace jokers.

    def replacings(self) -> Iterator[tuple[Handled, ...]]:
        """Yield the handlings of the jokers of all melds; locked melds give nothing away."""
        for melds in self._handle_all(len(self.before), frozenset()):
            homes = {piece.home for meld in melds for piece in meld.brought}
            if not any(i in homes and self._is_locked(meld) for i, meld in enumerate(melds)):
                yield melds

    def _handle_all(self, upto: int, used: frozenset[Piece]) -> Iterator[tuple[Handled, ...]]:
        if upto == 0:
            yield ()
            return
        for meld in self._handle(upto - 1, used):
            for melds in self._handle_all(upto - 1, used | meld.brought):
                yield (*melds, meld)

    def _handle(self, index: int, used: frozenset[Piece]) -> Iterator[Handled]:
        """Yield the ways to keep or free the jokers of one meld, each showing a different tile."""
        lying, faces = self.lying[index], self._faces(self.before[index])
        jokers = [piece for piece in lying if not piece.tile.is_numbered]
        for shown in combinations(faces, len(jokers)):
            showing = list(zip(jokers, shown, strict=True))
            for frees in product((False, True), repeat=len(jokers)):
                kept = tuple(j for j, free in zip(showing, frees, strict=True) if not free)
                freed = [j for j, free in zip(showing, frees, strict=True) if free]
                others = [face for face in faces if face not in shown]
                if not (freed and self._wants_all_colours(index)):
                    others = []
                elif kept:
                    continue
                wanted = [*(face for _, face in freed), *others]
                for came in product(*(self._within_reach(face, used) for face in wanted)):
                    own, added = came[: len(freed)], came[len(freed) :]
                    pairs = tuple((j, piece) for (j, _), piece in zip(freed, own, strict=True))
                    yield Handled(lying, kept, pairs, added)

    def _faces(self, meld: Meld) -> tuple[Tile, ...]:
        """Return the tiles that jokers in *meld* can represent."""
        return meld.wild if isinstance(meld, Run) else meld.missing(self.tiles)

    def _wants_all_colours(self, index: int) -> bool:
        """Return whether jokers of this meld are freed only when every missing colour is added.

        With four colours, a group of three can grow; otherwise any group with room left.
        """
        meld = self.before[index]
        every = self.options.group_of_three == "all"
        return every and isinstance(meld, Group) and len(meld) < self.tiles.colours

    def _within_reach(self, face: Tile, used: frozenset[Piece]) -> list[Piece]:
        """Return the pieces that may replace a joker showing *face*."""
        where = self.placed if self.options.replace_from == "rack" else self.pieces
        return [piece for piece in where if piece.tile == face and piece not in used]

    def _is_locked(self, meld: Handled) -> bool:
        return self.options.melds == "locked" and bool(meld.kept)

    # Step 2: seat the jokers.

    def seatings(self, melds: tuple[Handled, ...]) -> Iterator[dict[Piece, int]]:
        """Yield the ways to place all jokers in the melds on the table after the play."""
        kept = {joker: face for meld in melds for joker, face in meld.kept}
        free = [p for p in self.pieces if not p.tile.is_numbered and p not in kept]
        empty = [index for index, meld in enumerate(self.after) for _ in range(meld.jokers)]
        yield from self._seat([*kept.items(), *((joker, None) for joker in free)], empty, [])

    def _seat(
        self,
        jokers: Sequence[tuple[Piece, Tile | None]],
        empty: Sequence[int],
        shown: Sequence[tuple[int, Tile | None]],
    ) -> Iterator[dict[Piece, int]]:
        """Yield the ways to seat *jokers* in the melds *empty*, which already show some tiles."""
        if not jokers:
            yield {}
            return
        (joker, face), *rest = jokers
        for index in sorted(set(empty)):
            faces = self._faces(self.after[index])
            if face is None or (face in faces and (index, face) not in shown):
                left = list(empty)
                left.remove(index)
                for seats in self._seat(rest, left, [*shown, (index, face)]):
                    yield {joker: index} | seats

    # Step 3: put down the tiles.

    def fillings(
        self, melds: tuple[Handled, ...], seats: Mapping[Piece, int]
    ) -> Iterator[dict[int, frozenset[Piece]]]:
        """Yield the ways to fill the melds relevant to rule 4, with locked melds moved intact.

        The remaining loose pieces fill all other slots: the counts of each tile agree.
        """
        down = [[joker for joker in seats if seats[joker] == i] for i in range(len(self.after))]
        carried: set[Piece] = set()
        for before, meld in zip(self.before, melds, strict=True):
            if self._is_locked(meld):
                index, *apart = {seats[joker] for joker, _ in meld.kept}
                if apart or not _lines_up(before, self.after[index]):
                    return
                down[index] += (piece for piece in meld.whole if piece.tile.is_numbered)
                carried |= meld.whole
        for meld_after, pieces in zip(self.after, down, strict=True):
            if Counter(piece.tile for piece in pieces) - Counter(meld_after.tiles):
                return
        loose = [p for p in self.pieces if p.tile.is_numbered and p not in carried]
        racked = self.options.reuse in ("new_meld_with_rack", "rack_only")
        yield from self._fill(self._goals(melds, seats) if racked else [], loose, down)

    def _goals(self, melds: tuple[Handled, ...], seats: Mapping[Piece, int]) -> list[int]:
        """Return the melds on the table after the play that take freed jokers."""
        return sorted({seats[joker] for meld in melds for joker, _ in meld.freed})

    def _fill(
        self, goals: Sequence[int], loose: Sequence[Piece], down: Sequence[Sequence[Piece]]
    ) -> Iterator[dict[int, frozenset[Piece]]]:
        """Yield the ways to complete the melds *goals*, partly filled, with loose pieces."""
        if not goals:
            yield {}
            return
        goal, *rest = goals
        empty = self.after[goal].tiles
        for piece in down[goal]:
            empty = tuple(Rack(empty) - (piece.tile,))
        for chosen in product(*([p for p in loose if p.tile == tile] for tile in empty)):
            left = [piece for piece in loose if piece not in chosen]
            for filled in self._fill(rest, left, down):
                yield {goal: frozenset((*down[goal], *chosen))} | filled

    # Rule 4: the melds of freed jokers.

    def are_new(self, melds: tuple[Handled, ...], seats: Mapping[Piece, int]) -> bool:
        """Return whether the melds of the freed jokers are new, if they must be.

        An old meld seen in such a meld must also be seen in another.
        """
        if self.options.reuse in ("any", "rack_only"):
            return True
        goals = self._goals(melds, seats)
        freed = Counter(seats[joker] for meld in melds for joker, _ in meld.freed)
        after = [Counter(tile for tile in m.tiles if tile.is_numbered) for m in self.after]
        seen: list[list[tuple[int, Counter[Tile]]]] = []
        for meld in melds:
            kept = {seats[joker] for joker, _ in meld.kept}
            if self._is_locked(meld):
                for index in kept:
                    if index in goals:
                        return False
                    after[index] -= Counter(p.tile for p in meld.whole if p.tile.is_numbered)
                continue
            places = [(i, look, n) for look, n in meld.looks() for i in range(len(after))]
            places = [p for p in places if kept <= {p[0]}]
            if any(look <= after[i] and n <= freed[i] for i, look, n in places if i in goals):
                seen.append([(i, look) for i, look, n in places if i not in goals and not n])
        for elsewhere in product(*seen):
            lying = [Counter[Tile]() for _ in after]
            for index, look in elsewhere:
                lying[index] += look
            if all(some <= there for some, there in zip(lying, after, strict=True)):
                return True
        return False

    def may_lie(self, index: int, handling: Handling) -> bool:
        """Return whether a freed joker may be in that meld, which is new if it must be."""
        pieces = handling.down[index]
        racked = {piece for piece in pieces if piece.home is None}
        if self.options.reuse == "new_meld_with_rack":
            return len(racked) >= 2
        freed = {joker for meld in handling.melds for joker, _ in meld.freed}
        return len(racked) >= 2 and pieces <= racked | freed
