"""Where replaced jokers may go: RULES 2.2, rule 4.

A *home* is a laid meld that takes a freed joker. The law speaks of melds that were not there
before and of tiles from the rack, but equal tiles are interchangeable. So each tile of a home is
traced to a source, the rack or an old meld, and any way of tracing them will do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import assert_never

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import JokerMelds, Reuse
from tilerummy.rules.jokers.readings import Reading
from tilerummy.rules.jokers.tracing import Shares, Traced, Tracing


def all_have_homes(reading: Reading, deadline: Deadline = NEVER) -> bool:
    """Return whether the freed jokers of *reading* can all lie where the law lets them.

    Raises OutOfTimeError.
    """
    return any(True for _ in joker_homes(reading, deadline))


def joker_homes(reading: Reading, deadline: Deadline = NEVER) -> Iterator[tuple[Shares, Traced]]:
    """Yield how the freed jokers of *reading* can all lie where the law lets them.

    That is how many each laid meld takes, and where the tiles of these come from; nothing where the
    law lets them lie anywhere. Raises OutOfTimeError.
    """
    if reading.law.reuse is Reuse.ANY or not reading.freed:
        yield {}, {}
        return
    for shares in _shares(reading.freed, [*_rooms(reading)], 0):
        deadline.check()
        if _possible(reading, shares):
            for traced in Tracing(reading, shares, deadline).ways():
                yield shares, traced


def may_be_home(reuse: Reuse, *, from_rack: int, from_table: bool, holds_meld: bool) -> bool:
    """Return whether freed jokers may lie in a meld whose tiles are known to come from there.

    *from_rack* counts its tiles of the rack; *from_table* says whether other tiles of the table
    than freed jokers lie in it, *holds_meld* whether a whole meld of before does.
    """
    match reuse:
        case Reuse.ANY:
            return True
        case Reuse.NEW_MELD:
            return not holds_meld
        case Reuse.NEW_MELD_WITH_RACK:
            return from_rack >= 2 and not holds_meld
        case Reuse.RACK_ONLY:
            return from_rack >= 2 and not from_table
    assert_never(reuse)


def _rooms(reading: Reading) -> Iterator[tuple[int, int]]:
    """Yield the laid melds that may take freed jokers, each with how many, whatever others take."""
    placed = Counter(reading.play.placed)
    for home, meld in enumerate(reading.play.lay):
        room = reading.room(home) if meld.jokers else 0
        if room and reading.law.reuse is Reuse.NEW_MELD_WITH_RACK:
            racked = sum((Counter(meld.naturals) & placed).values())
            room = min(room, racked + room - 2)
        if room > 0:
            yield home, room


def _shares(freed: int, rooms: Sequence[tuple[int, int]], done: int) -> Iterator[Shares]:
    """Yield how the freed jokers may be shared among the melds after so many that are *done*."""
    if freed == 0:
        yield {}
    elif done < len(rooms):
        home, room = rooms[done]
        for here in range(min(freed, room) + 1):
            for others in _shares(freed - here, rooms, done + 1):
                yield {home: here, **others} if here else others


def _possible(reading: Reading, shares: Shares) -> bool:
    """Return whether the homes are possible at all, whatever their tiles are traced to."""
    lay = reading.play.lay
    alone = reading.law.reuse is Reuse.RACK_ONLY
    # a locked meld that keeps a joker lies whole in its home, so that is no new meld
    closed = alone or reading.law.melds is JokerMelds.LOCKED
    if closed and any(reading.room(home) < lay[home].jokers for home in shares):
        return False
    return not alone or all(len(lay[home]) - freed >= 2 for home, freed in shares.items())
