"""Actions, events, the state of a round and what each seat may see of it.

The referee turns an action into events (``actions``, ``events``). A state changes only when an
event is applied to it (``state``, ``reducer``), without any rule. A view is a state or an event as
one seat may know it (``view``). ``notation/`` reads actions and positions.
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.state.actions import (
        Action,
        Declare,
        Discard,
        Draw,
        Foul,
        GoOut,
        Pass,
        Play,
        Source,
        TimeOut,
    )
    from tilerummy.state.events import (
        Announced,
        Dealt,
        Declared,
        Discarded,
        Drew,
        Ended,
        Ending,
        Event,
        Exposed,
        Lots,
        Moved,
        Passed,
        Penalised,
        Phase,
        Played,
        Released,
        Restored,
        TimedOut,
        Win,
    )
    from tilerummy.state.reducer import ImpossibleEventError, apply, fold
    from tilerummy.state.state import Seat, State, TurnStart
    from tilerummy.state.view import conceal, redact
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.state.actions": "Action Declare Discard Draw Foul GoOut Pass Play "
            "Source TimeOut",
            "tilerummy.state.events": "Announced Dealt Declared Discarded Drew Ended "
            "Ending Event Exposed Lots Moved Passed Penalised "
            "Phase Played Released Restored TimedOut Win",
            "tilerummy.state.reducer": "ImpossibleEventError apply fold",
            "tilerummy.state.state": "Seat State TurnStart",
            "tilerummy.state.view": "conceal redact",
        },
    )

__all__ = [
    "Action",
    "Announced",
    "Dealt",
    "Declare",
    "Declared",
    "Discard",
    "Discarded",
    "Draw",
    "Drew",
    "Ended",
    "Ending",
    "Event",
    "Exposed",
    "Foul",
    "GoOut",
    "ImpossibleEventError",
    "Lots",
    "Moved",
    "Pass",
    "Passed",
    "Penalised",
    "Phase",
    "Play",
    "Played",
    "Released",
    "Restored",
    "Seat",
    "Source",
    "State",
    "TimeOut",
    "TimedOut",
    "TurnStart",
    "Win",
    "apply",
    "conceal",
    "fold",
    "redact",
]
