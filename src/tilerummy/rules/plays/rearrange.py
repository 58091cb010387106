"""The manipulation of table melds: RULES 2.2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import JokerLaw
from tilerummy.jokers.law import joker_faults
from tilerummy.jokers.reasons import Reason
from tilerummy.jokers.table_change import TableChange


@dataclass(frozen=True, slots=True)
class Rearrange:
    """Any meld may be taken apart and rebuilt: the manipulation family."""

    jokers: JokerLaw

    def faults(self, play: TableChange, deadline: Deadline = NEVER) -> Iterator[Reason]:
        """Yield the reasons to refuse this change to a player who has opened.

        Raises OutOfTimeError after the *deadline*.
        """
        yield from joker_faults(self.jokers, play, deadline)
