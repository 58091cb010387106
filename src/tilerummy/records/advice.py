"""Which commands of a record were laid by a hint, or were what a hint or the teacher advised.

They are listed in a record's tags, so that programs without support for hints can also read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from tilerummy.records.record import Record


class UsedAdvice(StrEnum):
    """The part of advice in a command. The value is the tag that lists the commands."""

    FOLLOWED = "followed"
    """The player did by hand what a hint or the teacher had advised."""
    HINTED = "hinted"
    """A hint laid the tiles."""


Place = tuple[int, int]
"""The position of a command: its round, and its number within the round. Both count from 0."""


def advice_tags(given: Mapping[Place, UsedAdvice]) -> Iterator[tuple[str, str]]:
    """Yield the tags that list commands with advice by round and number, both counted from 1.

    >>> [*advice_tags({(0, 2): UsedAdvice.HINTED, (1, 0): UsedAdvice.HINTED})]
    [('hinted', '1.3 2.1')]
    """
    for kind in UsedAdvice:
        places = [place for place, advice in given.items() if advice is kind]
        if places:
            yield kind.value, " ".join(f"{number + 1}.{step + 1}" for number, step in places)


def advice_in(record: Record) -> dict[Place, UsedAdvice]:
    """Return the advice in a record's commands. Words that are not positions are ignored."""
    tags = dict(record.tags)
    return {
        place: kind for kind in UsedAdvice for place in _places(tags.get(kind.value, "").split())
    }


def _places(words: Iterable[str]) -> Iterator[Place]:
    for word in words:
        number, _, step = word.partition(".")
        if all(each.isdecimal() and len(each) < 7 for each in (number, step)):
            yield int(number) - 1, int(step) - 1
