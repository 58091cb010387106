"""Builds the decision for a turn in a manipulation game: to make plays, or to draw."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from tilerummy.analysis.positions import after_play
from tilerummy.players.decisions import Decision, DecisionContext, Motive
from tilerummy.state import Draw, Pass, Phase, Play


def turn(context: DecisionContext, plays: Iterable[Play], motive: Motive | None = None) -> Decision:
    """Return the decision to make *plays* and end the turn, or to draw if there are no plays.

    The default *motive* states that the most tiles were laid, or that nothing could be laid.
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
