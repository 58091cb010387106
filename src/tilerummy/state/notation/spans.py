"""Spans of a text that know their place in it, so that errors point into the whole text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from tilerummy.tiles import HIDDEN, NotationError, Tile, TileSet, tile, tile_list

Value = TypeVar("Value")

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class TextSpan:
    """The characters of *whole* from *start* to *end*, without blanks around them."""

    whole: str
    start: int
    end: int

    @classmethod
    def of(cls, whole: str, start: int = 0, end: int | None = None) -> TextSpan:
        """Return that part of *whole*, the blanks around it left out."""
        text = whole[start:end]
        start += len(text) - len(text.lstrip())
        return cls(whole, start, start + len(text.strip()))

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.whole[self.start : self.end]

    def split(self, mark: str) -> list[TextSpan]:
        """Return the spans between the marks."""
        parts, start = [], self.start
        for piece in self.text.split(mark):
            parts.append(TextSpan.of(self.whole, start, start + len(piece)))
            start += len(piece) + len(mark)
        return parts

    def words(self) -> Iterator[TextSpan]:
        """Yield the words, which are separated by blanks."""
        for match in _WORD.finditer(self.whole, self.start, self.end):
            yield TextSpan(self.whole, match.start(), match.end())

    def first_word(self) -> tuple[str, TextSpan]:
        """Return the first word in lower case, "" if there is none, and the rest."""
        word = next(self.words(), self)
        return word.text.lower(), TextSpan.of(self.whole, word.end, self.end)

    def error(self, message: str) -> NotationError:
        """Return the error that this part is not what it should be."""
        return NotationError(message, self.whole, self.start, self.end)

    def read(self, reader: Callable[[str, TileSet], Value], tiles: TileSet) -> Value:
        """Return the value that *reader* reads; its errors point into the whole text."""
        try:
            return reader(self.text, tiles)
        except NotationError as error:
            raise error.within(self.whole, self.start) from None

    def face(self, tiles: TileSet) -> Tile:
        """Return the one tile that is written here, face up."""
        return self._known(self.read(tile, tiles))[0]

    def faces(self, tiles: TileSet) -> tuple[Tile, ...]:
        """Return the tiles that are written here, all face up, in their order."""
        return self._known(*self.read(tile_list, tiles))

    def _known(self, *read: Tile) -> tuple[Tile, ...]:
        if HIDDEN in read:
            place = self.whole.index(str(HIDDEN), self.start)
            why = "a tile is wanted here of which the face is known"
            raise NotationError(why, self.whole, place, place + 1)
        return read


def each_read(
    parts: Iterable[TextSpan], reader: Callable[[str, TileSet], Value], tiles: TileSet
) -> list[Value]:
    """Return what *reader* reads of the *parts*; of several errors the first rank is raised."""
    read: list[Value] = []
    errors: list[NotationError] = []
    for part in parts:
        try:
            read.append(part.read(reader, tiles))
        except NotationError as error:
            errors.append(error)
    if errors:
        raise min(errors, key=lambda error: error.rank)
    return read
