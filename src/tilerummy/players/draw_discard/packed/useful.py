"""Useful kinds of tiles: those that make melds with tiles of a rack."""

from __future__ import annotations

from functools import lru_cache

from tilerummy.players.draw_discard.packed.packing import FIELD, MARK, Packing

ONE, TWO = FIELD, 2 * FIELD
"""The distances of neighbours and of next neighbours in a run."""


def completing(p: Packing, marks: int) -> int:
    """Return the kinds that make a meld with two of the kinds marked."""
    line = marks | (marks & p.high_ones) << p.high_shift
    below, above = line << ONE, line >> ONE
    fits = (below & line << TWO | above & line >> TWO | below & above) & p.places
    found = fits & p.kinds | fits >> p.high_shift & p.high_ones
    if pairs := p.colour_counts(marks) + 6 * p.column & 8 * p.column:
        found |= p.in_all_colours(pairs) & ~marks
    return found


@lru_cache(maxsize=4096)
def growing(p: Packing, meld: int) -> int:
    """Return the kinds that make a meld with two of the tiles of *meld*: it may grow by them."""
    return completing(p, meld << MARK)


def near(p: Packing, marks: int) -> int:
    """Return the kinds that could lie in a meld of three with one of the kinds marked."""
    line = marks | (marks & p.high_ones) << p.high_shift
    beside = (line << ONE | line >> ONE | line << TWO | line >> TWO) & p.places
    found = beside & p.kinds | beside >> p.high_shift & p.high_ones
    alike = p.colour_counts(marks) + 7 * p.column & 8 * p.column
    return found | p.in_all_colours(alike) & ~marks


def copies(kinds: int, ones: int, twos: int) -> int:
    """Return how many tiles of *kinds* there are, where *ones* are there and *twos* twice."""
    return (kinds & ones).bit_count() + (kinds & twos).bit_count()


def pairs_with(p: Packing, unit: int, there: int) -> int:
    """Return how many pairs of the kinds *there* make a meld with the tile of that unit."""
    mark = unit << MARK
    line = there | (there & p.high_ones) << p.high_shift
    places = [mark]
    if mark & p.high_ones:
        places.append(mark << p.high_shift)
    pairs = 0
    for place in places:
        down, up = place >> ONE & line, place << ONE & line
        pairs += bool(down and place >> TWO & line)
        pairs += bool(up and place << TWO & line)
        pairs += bool(down and up)
    column = FIELD * ((unit.bit_length() - 1) % p.stride // FIELD) + MARK
    alike = p.in_all_colours(1 << column) & there & ~mark
    return pairs + alike.bit_count() * (alike.bit_count() - 1) // 2
