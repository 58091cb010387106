"""A turn in progress: the table that the mover is rearranging, with undo.

The referee never sees a draft. Equal tiles are interchangeable, so the piles determine the loose
tiles and the rest of the rack, and a tile can never get lost.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Self

from tilerummy.melds import AmbiguousJoker, InvalidMeld, Meld, Table, meld
from tilerummy.message_text import joined
from tilerummy.rules import Ruleset
from tilerummy.rules.choices import InvalidPlay
from tilerummy.state import Drew, Moved, Phase, Source, State, fold
from tilerummy.tiles import COLOURS, JOKER, Rack, Tile, TileSet, tile

Pile = tuple[str, ...]
"""Adjacent tiles in notation: a meld, or an incomplete one."""


class DraftError(ValueError):
    """Raised for an impossible change to the draft. The message suggests an alternative."""


def tile_of(word: str, tiles: TileSet) -> Tile:
    """Return the tile that a word in a pile denotes. All jokers count as the same tile."""
    return JOKER if word.startswith("*") else tile(word, tiles)


@lru_cache(maxsize=2048)
def tiles_of(pile: Pile, tiles: TileSet) -> tuple[Tile, ...]:
    """Return the tiles in a pile."""
    return tuple(tile_of(word, tiles) for word in pile)


@lru_cache(maxsize=2048)
def read_pile(pile: Pile, tiles: TileSet) -> Meld:
    """Return *pile* as a meld, moving jokers if the tiles they represent do not fit.

    >>> from tilerummy.tiles import STANDARD
    >>> read_pile(("r3", "r5", "*"), STANDARD), read_pile(("r3", "*9", "r5"), STANDARD)
    (r3 *r4 r5, r3 *r4 r5)

    If all jokers can represent the same tiles as before, they do. Raises NotationError if *pile* is
    not a meld.
    """
    try:
        return meld(" ".join(pile), tiles)
    except InvalidMeld:
        colour = next((word[0] for word in pile if not word.startswith("*")), "")
        numbered = [
            [re.sub(r"^\*\D?(\d)", rf"*{face}\1", word) for word in pile] for face in (colour, "")
        ]  # with the same numbers, in a run or in a group
        bare = ["*" if word.startswith("*") else word for word in pile]
        for words in (*numbered, bare):
            with suppress(InvalidMeld):
                return meld(" ".join(words), tiles)
        raise


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A turn in progress, relative to the table and the rack at its start.

    ``start`` is the table at the start and ``own`` the rack. ``free`` are the face-up tiles that
    may be used. ``piles`` keep their numbers, counted from 1, until the turn ends: picking up a
    meld leaves an empty pile, and a new meld is appended.
    """

    tiles: TileSet
    start: Table
    own: Rack
    free: Rack = Rack()
    piles: tuple[Pile, ...] = ()

    @classmethod
    def begin(cls, tiles: TileSet, start: Table, own: Rack, free: Rack = Rack()) -> Self:
        """Return the draft at the start of a turn, without any changes."""
        return cls(tiles=tiles, start=start, own=own, free=free, piles=_piles(start))

    @property
    def laid(self) -> Rack:
        """All tiles in the piles."""
        return Rack(t for pile in self.piles for t in tiles_of(pile, self.tiles))

    @property
    def loose(self) -> Rack:
        """The table's tiles that are not in a pile and must be laid again."""
        return self.start.tiles - self.laid

    @property
    def placed(self) -> Rack:
        """The tiles in the piles that did not come from the table."""
        return self.laid - self.start.tiles

    @property
    def rack(self) -> Rack:
        """The tiles still on the rack."""
        return self.own - self.placed

    @property
    def free_left(self) -> Rack:
        """The unused face-up tiles, assuming that a matching tile on the rack is used first."""
        return self.free - (self.placed - self.own)

    @property
    def broken(self) -> tuple[int, ...]:
        """The numbers of the piles that are not melds."""
        return tuple(i for i, pile in enumerate(self.piles, 1) if pile and not self._is_meld(pile))

    @property
    def complete(self) -> bool:
        """True if all piles are melds and there are no loose tiles."""
        return not self.broken and not self.loose

    @property
    def table(self) -> Table:
        """The table formed by all piles that are melds."""
        return Table(read_pile(p, self.tiles) for p in self.piles if p and self._is_meld(p))

    @property
    def changed(self) -> tuple[int, ...]:
        """The numbers of the piles that were not melds on the table when the turn started."""
        there = Counter(_piles(self.start))
        new = []
        for number, pile in enumerate(self.piles, 1):
            if pile and there[pile] > 0:
                there[pile] -= 1
            elif pile:
                new.append(number)
        return tuple(new)

    @property
    def untouched(self) -> bool:
        """True if nothing has changed since the start of the turn."""
        return not (self.placed or self.loose or self.changed)

    def _is_meld(self, pile: Pile) -> bool:
        try:
            read_pile(pile, self.tiles)
        except InvalidMeld:
            return False
        return True

    def pile(self, number: int) -> Pile:
        """Return the pile with this *number*. Raises DraftError if it does not exist."""
        if not 1 <= number <= len(self.piles):
            known = ("are none yet", "is only meld 1", f"are melds 1 to {len(self.piles)}")
            raise DraftError(f"There is no meld {number}; there {known[min(len(self.piles), 2)]}.")
        if not self.piles[number - 1]:
            raise DraftError(f"Meld {number} was picked up; undo restores it.")
        return self.piles[number - 1]

    def lay(self, *piles: Pile) -> Self:
        """Return the draft after laying new piles from loose, rack or face-up tiles."""
        self._require(w for pile in piles for w in pile)
        return self._with({}, piles)

    def lay_off(self, number: int, words: Pile) -> Self:
        """Return the draft after adding tiles to a pile.

        If a joker in a run represents an added tile, the tile replaces the joker, which becomes
        loose.
        """
        wild = {w[1:] for w in self.pile(number) if w.startswith("*")}
        draft = self
        if freeing := tuple(w for w in words if w in wild):
            draft = draft.replace(number, freeing)
            words = tuple(w for w in words if w not in wild)
        draft._require(words)
        return draft._with({number: (*draft.pile(number), *words)})

    def join(self, number: int, others: Iterable[int]) -> Self:
        """Return the draft after joining other piles to pile *number*."""
        joined, emptied = self.pile(number), {}
        for other in others:
            if other == number or other in emptied:
                raise DraftError(
                    f"Meld {other} is in the list twice; write {number} + another meld."
                )
            joined += self.pile(other)
            emptied[other] = ()
        return self._with({**emptied, number: joined})

    def take(self, number: int, words: Pile = ()) -> Self:
        """Return the draft after taking some tiles from a pile, or the entire pile by default.

        Taking a tile inside a run splits the run. Tiles from the table become loose. Other tiles
        return to the rack or the face-up tiles.
        """
        pile = self.pile(number)
        rest = list(pile) if words else []
        for word in words:
            rest[_place_in(rest, word, number)] = ""  # a gap, where a run is split
        parts = [tuple(part) for filled, part in groupby(rest, bool) if filled]
        if not self._is_meld(pile) or not _is_run(pile):
            parts = [tuple(filter(None, rest))]
        return self._with({number: parts[0] if parts else ()}, parts[1:])

    def split(self, number: int, word: str, *, after: bool = False) -> Self:
        """Return the draft after splitting a pile before (or after) one of its tiles."""
        pile = self.pile(number)
        place = _place_in(pile, word, number) + after
        if place in (0, len(pile)):
            side = "after" if after else "before"
            raise DraftError(f"There is nothing {side} {word} in meld {number}.")
        return self._with({number: pile[:place]}, [pile[place:]])

    def replace(self, number: int, words: Pile, jokers: int = 0) -> Self:
        """Return the draft after replacing jokers by tiles. The jokers become loose.

        *jokers* is the number of jokers to free, by default one per tile.
        """
        pile = self.pile(number)
        wild = [w for w in pile if w.startswith("*")]
        if not wild:
            raise DraftError(f"There is no joker in meld {number}: {' '.join(pile)}.")
        self._require(words)
        faces = [w for w in wild if w[1:] in words]
        going = (faces or wild)[: jokers or len(words)]
        if len(going) < jokers:
            raise DraftError(f"There is only {joined(wild)} in meld {number}.")
        if strange := [w for w in words if not any(_represents(joker, w) for joker in wild)]:
            raise DraftError(
                f"{joined(strange)} is not what {joined(wild)} in meld {number} stands for."
            )
        rest = list(pile)
        for word in going:
            rest.remove(word)
        return self._with({number: (*rest, *words)})

    def send_home(self, words: Pile, number: int | None = None) -> Self:
        """Return the draft after taking back tiles laid this turn."""
        draft = self
        for word in words:
            if tile_of(word, self.tiles) not in draft.placed:
                laid = f"laid in this turn: {draft.placed}" if draft.placed else "laid nothing yet"
                raise DraftError(f"{word} was not laid in this turn; you have {laid}.")
            draft = draft.take(number or draft._only_pile_with(word), (word,))
        return draft

    def rearrange(self, numbers: Sequence[int], piles: Sequence[Pile]) -> Self:
        """Return the draft after rearranging tiles from some piles and the rack into new piles."""
        taken = self._with({n: () for n in numbers if self.pile(n)})
        taken._require(w for pile in piles for w in pile)
        places = dict(zip(numbers, piles, strict=False))
        return taken._with(places, piles[len(numbers) :])

    def _with(self, changed: dict[int, Pile], more: Iterable[Pile] = ()) -> Self:
        piles = [changed.get(i, pile) for i, pile in enumerate(self.piles, 1)]
        piles += (pile for pile in more if pile)
        return replace(self, piles=tuple(self._ordered(pile) for pile in piles))

    def _ordered(self, pile: Pile) -> Pile:
        """Return a meld in canonical order, and any other pile unchanged."""
        try:
            return tuple(repr(read_pile(pile, self.tiles)).split())
        except InvalidMeld:
            return pile
        except AmbiguousJoker as error:
            raise DraftError(f"{error.message}.") from None

    def _require(self, words: Iterable[str]) -> None:
        """Raise DraftError unless each of these tiles is loose, on the rack or face up."""
        needed = Rack(tile_of(w, self.tiles) for w in words)
        if lacking := needed - self.loose - self.rack - self.free_left:
            raise DraftError(f"You do not have {joined(lacking)} at hand.{self._where(lacking[0])}")

    def _where(self, lacking: Tile) -> str:
        """Return a sentence about the melds with an unavailable tile, or "" if it is in no meld."""
        found = self._piles_with(lacking)
        if not found:
            return ""
        where = f"meld{'s' if len(found) > 1 else ''} {joined(found)}"
        if lacking == JOKER:
            return f" There is one in {where}: see help joker."
        return f" {lacking} is in {where}: pick it up first."

    def _piles_with(self, tile: Tile) -> list[int]:
        return [i for i, pile in enumerate(self.piles, 1) if tile in tiles_of(pile, self.tiles)]

    def _only_pile_with(self, word: str) -> int:
        """Return the index of the only pile with this tile, preferring piles changed this turn.

        Raises DraftError if there are several such piles.
        """
        found = self._piles_with(tile_of(word, self.tiles))
        found = [n for n in found if n in self.changed] or found
        if len(found) > 1:
            melds = " and ".join(map(str, found))
            raise DraftError(f"{word} is in melds {melds}; write back {word} from {found[0]}.")
        return found[0]


def _piles(table: Table) -> tuple[Pile, ...]:
    return tuple(tuple(repr(m).split()) for m in table)


def _is_run(pile: Pile) -> bool:
    """Return whether a meld is a run: all its tiles, including represented ones, share a colour."""
    colours = {w.lstrip("*")[:1] for w in pile}
    return len(colours) == 1 and not next(iter(colours)).isdigit()


def _represents(joker: str, word: str) -> bool:
    """Return whether a joker represents that tile or could represent any tile."""
    return joker == "*" or word == joker[1:] or word.lstrip(COLOURS) == joker[1:]


def _place_in(pile: Sequence[str], word: str, number: int) -> int:
    """Return the index of a tile or joker in *pile*, or raise DraftError. ``*`` means any joker."""
    for place, there in enumerate(pile):
        if there == word or (word == "*" and there.startswith("*")):
            return place
    raise DraftError(f"There is no {word} in meld {number}: {' '.join(filter(None, pile))}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTurn:
    """The mover's turn in *state*: the current draft with its undo and redo history.

    ``trying`` is True while the trump is tentatively on the rack. The trump is drawn only if the
    mover goes out with it.
    """

    rules: Ruleset
    state: State
    draft: Draft
    past: tuple[Draft, ...] = ()
    future: tuple[Draft, ...] = ()
    trying: bool = False

    @classmethod
    def begin(cls, rules: Ruleset, state: State) -> Self:
        """Return the mover's turn without any changes."""
        draft = Draft.begin(rules.tiles, state.table, state.mover.rack, state.free)
        return cls(rules=rules, state=state, draft=draft)

    def try_trump(self) -> Self:
        """Return the turn with the trump tentatively on the rack and no other changes."""
        begun = self.begin(self.rules, _with_trump(self.state))
        return replace(begun, state=self.state, trying=True)

    def step(self, draft: Draft) -> Self:
        """Return the turn with *draft* as the next step."""
        return replace(self, past=(*self.past, self.draft), draft=draft, future=())

    def undo(self) -> Self:
        """Return the turn after undoing one step. Raises DraftError if there is nothing to undo."""
        if not self.past:
            raise DraftError("There is nothing to undo.")
        *past, draft = self.past
        return replace(self, past=tuple(past), draft=draft, future=(self.draft, *self.future))

    def redo(self) -> Self:
        """Return the turn after redoing the last undone step.

        Raises DraftError if there is nothing to redo.
        """
        if not self.future:
            raise DraftError("There is nothing to redo.")
        draft, *future = self.future
        return replace(self, past=(*self.past, self.draft), draft=draft, future=tuple(future))

    def reset(self) -> Self:
        """Return the turn after a step that restores its first draft. This step can be undone."""
        return self.step(self.past[0]) if self.past else self

    @property
    def judged(self) -> State:
        """The state for judging plays. A trump tentatively on the rack counts as drawn."""
        return _with_trump(self.state) if self.trying else self.state

    @property
    def penalised(self) -> bool:
        """True if this game penalises illegal plays, so that the player must not be warned."""
        penalties = self.rules.penalties
        return penalties is not None and penalties.invalid_play is InvalidPlay.PENALTY

    @property
    def highest(self) -> Tile:
        """The highest tile on the rack, used as an example in messages. Jokers count as lowest."""
        return max(self.draft.rack or self.draft.own, key=height)


def height(tile: Tile) -> tuple[int, Tile]:
    """Return the key that sorts tiles by number, jokers first."""
    return (tile.number if tile.is_numbered else 0, tile)


def _with_trump(state: State) -> State:
    """Return the state after the mover draws the trump."""
    assert state.trump is not None
    drew = Drew(state.to_move, Source.TRUMP, (state.trump,))
    return fold((drew, Moved(state.to_move, Phase.MELD)), state)
