from tilerummy.state.actions import (
    Action as Action,
)
from tilerummy.state.actions import (
    Declare as Declare,
)
from tilerummy.state.actions import (
    Discard as Discard,
)
from tilerummy.state.actions import (
    Draw as Draw,
)
from tilerummy.state.actions import (
    Foul as Foul,
)
from tilerummy.state.actions import (
    GoOut as GoOut,
)
from tilerummy.state.actions import (
    NewDeal as NewDeal,
)
from tilerummy.state.actions import (
    Pass as Pass,
)
from tilerummy.state.actions import (
    Play as Play,
)
from tilerummy.state.actions import (
    Source as Source,
)
from tilerummy.state.actions import (
    TimeOut as TimeOut,
)
from tilerummy.state.events import (
    Announced as Announced,
)
from tilerummy.state.events import (
    Dealt as Dealt,
)
from tilerummy.state.events import (
    Declared as Declared,
)
from tilerummy.state.events import (
    Discarded as Discarded,
)
from tilerummy.state.events import (
    Drew as Drew,
)
from tilerummy.state.events import (
    Ended as Ended,
)
from tilerummy.state.events import (
    Ending as Ending,
)
from tilerummy.state.events import (
    Event as Event,
)
from tilerummy.state.events import (
    Exposed as Exposed,
)
from tilerummy.state.events import (
    Lots as Lots,
)
from tilerummy.state.events import (
    Moved as Moved,
)
from tilerummy.state.events import (
    Passed as Passed,
)
from tilerummy.state.events import (
    Penalised as Penalised,
)
from tilerummy.state.events import (
    Phase as Phase,
)
from tilerummy.state.events import (
    Played as Played,
)
from tilerummy.state.events import (
    Redealt as Redealt,
)
from tilerummy.state.events import (
    Released as Released,
)
from tilerummy.state.events import (
    Restored as Restored,
)
from tilerummy.state.events import (
    TimedOut as TimedOut,
)
from tilerummy.state.events import (
    Win as Win,
)
from tilerummy.state.reducer import (
    ImpossibleEventError as ImpossibleEventError,
)
from tilerummy.state.reducer import (
    apply as apply,
)
from tilerummy.state.reducer import (
    fold as fold,
)
from tilerummy.state.state import (
    Seat as Seat,
)
from tilerummy.state.state import (
    State as State,
)
from tilerummy.state.state import (
    TurnStart as TurnStart,
)
from tilerummy.state.view import (
    conceal as conceal,
)
from tilerummy.state.view import (
    redact as redact,
)
