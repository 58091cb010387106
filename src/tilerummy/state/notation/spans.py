"""Spans of text with their offsets, so that errors can point into the original text."""

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
    """The characters of *whole* from *start* to *end*, without surrounding blanks."""

    whole: str
    start: int
    end: int

    @classmethod
    def of(cls, whole: str, start: int = 0, end: int | None = None) -> TextSpan:
        """Return the span from *start* to *end* in *whole*, without surrounding blanks."""
        text = whole[start:end]
        start += len(text) - len(text.lstrip())
        return cls(whole, start, start + len(text.strip()))

    @property
    def text(self) -> str:
        """The characters of the span."""
        return self.whole[self.start : self.end]

    def split(self, mark: str) -> list[TextSpan]:
        """Return the spans between the occurrences of *mark*."""
        parts, start = [], self.start
        for piece in self.text.split(mark):
            parts.append(TextSpan.of(self.whole, start, start + len(piece)))
            start += len(piece) + len(mark)
        return parts

    def words(self) -> Iterator[TextSpan]:
        """Yield each word as a span."""
        for match in _WORD.finditer(self.whole, self.start, self.end):
            yield TextSpan(self.whole, match.start(), match.end())

    def first_word(self) -> tuple[str, TextSpan]:
        """Return the first word in lower case (or "" if the span is empty) and the rest."""
        word = next(self.words(), self)
        return word.text.lower(), TextSpan.of(self.whole, word.end, self.end)

    def error(self, message: str) -> NotationError:
        """Return an error that points to this span."""
        return NotationError(message, self.whole, self.start, self.end)

    def read(self, reader: Callable[[str, TileSet], Value], tiles: TileSet) -> Value:
        """Parse this span with *reader*, making errors point into the original text."""
        try:
            return reader(self.text, tiles)
        except NotationError as error:
            raise error.within(self.whole, self.start) from None

    def face(self, tiles: TileSet) -> Tile:
        """Return the face-up tile written in this span."""
        return self._known(self.read(tile, tiles))[0]

    def faces(self, tiles: TileSet) -> tuple[Tile, ...]:
        """Return the face-up tiles written in this span, in order."""
        return self._known(*self.read(tile_list, tiles))

    def _known(self, *read: Tile) -> tuple[Tile, ...]:
        if HIDDEN in read:
            place = self.whole.index(str(HIDDEN), self.start)
            why = "expected a face-up tile"
            raise NotationError(why, self.whole, place, place + 1)
        return read


def each_read(
    parts: Iterable[TextSpan], reader: Callable[[str, TileSet], Value], tiles: TileSet
) -> list[Value]:
    """Parse each of *parts* with *reader*. If several parts fail, raise the most severe error."""
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
