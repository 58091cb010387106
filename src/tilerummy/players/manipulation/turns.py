"""A turn of a game in which one plays or draws: the plays, and how it ends."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from tilerummy.analysis.positions import after_play
from tilerummy.players.decisions import Decision, DecisionContext, Motive
from tilerummy.state import Draw, Pass, Phase, Play


def turn(context: DecisionContext, plays: Iterable[Play], motive: Motive | None = None) -> Decision:
    """Return the decision to make *plays* and to end the turn: without any, to draw.

    Without a *motive* it is that as many tiles were laid as could be, or none.
    """
    plays = tuple(plays)
    last = reduce(after_play, plays, context.view)
    if not last.mover.rack:
        return Decision(plays, Motive.of("went_out"))
    end = Pass() if last.phase is Phase.MORE or not last.pool else Draw()
    if motive is None:
        laid = len(context.view.mover.rack) - len(last.mover.rack)
        motive = Motive.of("most", n=laid) if plays else Motive.of("nothing")
    return Decision((*plays, end), motive)
