"""The manipulation of table melds (RULES, section 2.2)."""

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
    """Allows players to take any table meld apart and rebuild it, as in the manipulation games."""

    jokers: JokerLaw

    def faults(self, play: TableChange, deadline: Deadline = NEVER) -> Iterator[Reason]:
        """Yield the reasons to refuse this change by a player who has already opened.

        Raises OutOfTimeError if the *deadline* passes.
        """
        yield from joker_faults(self.jokers, play, deadline)
