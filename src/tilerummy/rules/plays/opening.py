"""The initial meld: rule 2 of RULES, section 2.2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tilerummy.jokers.reasons import Reason, Refusal, reason
from tilerummy.melds import Meld, Table
from tilerummy.tiles import JOKER


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The requirements for the first melds that a player lays.

    ``same_turn`` is True if the player may make further plays in the same turn.
    """

    points: int = 30
    jokers: bool = True
    same_turn: bool = True

    def faults(self, lay: Table) -> Iterator[Reason]:
        """Yield the reasons why the melds *lay*, all from the rack, are not a valid opening.

        A joker counts as the tile that it represents: S0 "it counts as the number of the tile".
        """
        if not self.jokers and JOKER in lay.tiles:
            yield joker_in_opening(m for m in lay if m.jokers)
        if lay.points < self.points:
            yield too_low(lay.points, self.points)


def joker_in_opening(melds: Iterable[Meld]) -> Reason:
    """Return the reason to refuse an initial meld whose *melds* contain a joker."""
    held = Table(melds)
    return reason(
        Refusal.INITIAL_MELD_JOKER, f"the initial meld may not contain a joker: {held}", melds=held
    )


def too_low(have: int, want: int) -> Reason:
    """Return the reason to refuse an initial meld of *have* points if *want* are required."""
    return reason(
        Refusal.INITIAL_MELD_TOO_LOW,
        f"the initial meld has {have} points but needs {want}",
        have=have,
        want=want,
    )
