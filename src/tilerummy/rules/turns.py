"""The two turn tables: they define the actions allowed in each phase, and the next phase."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.state.actions import Action, Declare, Discard, Draw, GoOut, Pass, Play
from tilerummy.state.events import Phase


@dataclass(frozen=True, slots=True)
class TurnTable:
    """A table of phases, actions and next phases. Turns start in ``first`` and end in DONE."""

    first: Phase
    rows: tuple[tuple[Phase, type[Action], Phase], ...]

    def after(self, phase: Phase, action: Action) -> Phase | None:
        """Return the phase after *action* in *phase*, or None if *action* is not allowed."""
        for row, kind, then in self.rows:
            if row is phase and type(action) is kind:
                return then
        return None


PLAY_OR_DRAW = TurnTable(
    Phase.ACT,
    (
        (Phase.ACT, Play, Phase.MORE),
        (Phase.ACT, Draw, Phase.DONE),
        (Phase.ACT, Pass, Phase.DONE),
        (Phase.MORE, Play, Phase.MORE),
        (Phase.MORE, Pass, Phase.DONE),
    ),
)
"""For Tile Rummy, Rummikub, Sabra and McGraw: S0 "either drawing one tile … or melding"."""

DRAW_MELD_DISCARD = TurnTable(
    Phase.DRAW,
    (
        (Phase.DRAW, Draw, Phase.MELD),
        (Phase.DRAW, GoOut, Phase.DONE),
        (Phase.MELD, Play, Phase.MELD),
        (Phase.MELD, Discard, Phase.DONE),
        (Phase.MELD, Declare, Phase.DONE),
    ),
)
"""American, International: S4 "drawing one tile", "optionally melding", "discarding one tile"."""
