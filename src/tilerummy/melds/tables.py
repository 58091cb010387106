"""Tables of melds, in canonical order."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from itertools import chain
from typing import Self

from tilerummy.arguments import check_argument
from tilerummy.melds.values import Meld, Run
from tilerummy.pictures import Pictured
from tilerummy.tiles import JOKER, Rack, Tile, taken


def _order(meld: Meld) -> tuple[int, tuple[Tile, ...], tuple[Tile, ...]]:
    if isinstance(meld, Run):
        return (0, meld.faces, meld.wild)
    return (meld.numbered[0].number, meld.numbered, (JOKER,) * meld.jokers)


class Table(Pictured, tuple[Meld, ...]):
    """Melds in canonical order: runs by colour and number, then groups by number.

    The order has no meaning: tables with the same melds are always equal.

    >>> from tilerummy.melds import table
    >>> table("k4 r4 o4 / b5 b6 *b7") == table("b5 b6 * / o4 r4 k4")
    True
    """

    __slots__ = ()

    def __new__(cls, melds: Iterable[Meld] = ()) -> Self:
        """Return the table made up of these melds, which may be given in any order."""
        try:
            return super().__new__(cls, sorted(melds, key=_order))
        except (AttributeError, TypeError):
            raise _no_melds(melds) from None

    def __contains__(self, meld: object) -> bool:
        check_argument(meld, Meld, 'a table contains melds, such as meld("k1 k2 k3")')
        return super().__contains__(meld)

    def count(self, meld: object) -> int:
        """Return the number of times that a meld occurs on the table."""
        check_argument(meld, Meld, 'a table contains melds, such as meld("k1 k2 k3")')
        return super().count(meld)

    @classmethod
    def in_order(cls, melds: Iterable[Meld]) -> Self:
        """Return *melds* as a table, without checking that they are in canonical order."""
        return super().__new__(cls, melds)

    @property
    def tiles(self) -> Rack:
        """All tiles on the table, with jokers as plain jokers."""
        return Rack(chain.from_iterable([meld.tiles for meld in self]))

    @property
    def points(self) -> int:
        """The total points of all melds."""
        return sum(m.points for m in self)

    def __add__(self, melds: Iterable[Meld]) -> Table:  # type: ignore[override]
        both = [*self]
        try:
            for meld in melds:
                insort(both, meld, key=_order)
        except (AttributeError, TypeError):
            raise _no_melds(melds) from None
        return Table.in_order(both)

    def __sub__(self, melds: Iterable[Meld]) -> Table:
        """Return the table without *melds*. Each of these is removed once, if it is present."""
        if not self or not melds:
            return self
        kept, _ = taken(self, melds)
        return self if len(kept) == len(self) else Table.in_order(kept)

    def changed(self, after: Table) -> tuple[Table, Table]:
        """Return the melds that are only in this table, and the melds that are only in *after*.

        Both differences are computed in a single pass that compares each meld once.

        >>> from tilerummy.melds import table
        >>> table("k1 k2 k3 / b5 r5 o5").changed(table("k1 k2 k3 k4 / b5 r5 o5"))
        (k1 k2 k3, k1 k2 k3 k4)
        """
        new = dict.fromkeys(after)
        if len(new) < len(after):  # equal melds count separately
            return self - after, after - self
        none = object()
        gone = Table.in_order([meld for meld in self if new.pop(meld, none) is none])
        return gone, Table.in_order(new)

    def __ge__(self, melds: Iterable[Meld]) -> bool:
        """Return whether the table contains all *melds*, each at least as often as given."""
        return not taken(self, melds)[1]

    def __le__(self, melds: Iterable[Meld]) -> bool:
        return not taken(melds, self)[1]

    def __repr__(self) -> str:
        return " / ".join(map(repr, self))

    __str__ = __repr__


def _no_melds(value: object) -> TypeError:
    """Return the error to raise if *value*, which is usually a string, does not contain melds."""
    return TypeError(
        f'melds are read from a string, as in table("k1 k2 k3 / r5 b5 o5"), not {value!r}'
    )
