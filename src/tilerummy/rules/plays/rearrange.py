"""What may be done with the melds of the table in the manipulation family: RULES 2.2."""

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
    """Every meld may be taken apart and put together anew: the manipulation family."""

    jokers: JokerLaw

    def faults(self, play: TableChange, deadline: Deadline = NEVER) -> Iterator[Reason]:
        """Yield the reasons why the melds may not be changed so by a player who has opened.

        Raises OutOfTimeError.
        """
        yield from joker_faults(self.jokers, play, deadline)
