"""The ports of a room: clock, workers, entropy, policy. The store's is in ``store.port``.

With ports of its own, a test plays whole matches in milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tilerummy.melds import Table
from tilerummy.players.decisions import Motive
from tilerummy.rules import Reason
from tilerummy.server.messages import AskHint, HintAnswer
from tilerummy.state import Action, Event, Play, State


class Timer(Protocol):
    """A scheduled call, which can be cancelled."""

    def cancel(self) -> None:
        """Cancel the call."""


class Clock(Protocol):
    """Monotonic time in milliseconds, and the time of day."""

    def now(self) -> int:
        """Return the monotonic time."""
        ...

    def wall(self) -> int:
        """Return the milliseconds since 1970, for people to read and for matches played by days."""
        ...

    def call_later(self, ms: int, call: Callable[[], None]) -> Timer:
        """Make the call after this number of milliseconds."""
        ...

    async def sleep(self, ms: int) -> None:
        """Return after this number of milliseconds."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """The actions of a computer player, the drafts that show them, and why it chose them."""

    actions: tuple[Action, ...]
    frames: tuple[tuple[tuple[str, ...], ...], ...] = ()
    motive: Motive | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The plays that lead to a table, or the reasons why there are none.

    If not ``proven``, there may be some: the reasons, if any, are those against a single play.
    """

    plays: tuple[Play, ...] = ()
    reasons: tuple[Reason, ...] = ()
    proven: bool = True


@dataclass(frozen=True, slots=True)
class Decided:
    """The events that the referee allows, or the reasons why it does not."""

    events: tuple[Event, ...] = ()
    reasons: tuple[Reason, ...] = ()


class ComputerPlayer(NamedTuple):
    """A computer player that is to move: its level, the seed of its random numbers.

    ``among_computers`` is whether all others at its table are computer players too. ``history`` are
    the events of the round as its seat could see them, for a level that needs them.
    """

    level: str
    seed: int
    among_computers: bool = False
    history: tuple[Event, ...] = ()


class Workers(Protocol):
    """Work off the event loop: computer players, hints, turns of several plays.

    A search gets a view; only the referee gets a state. Each call names its room, as work is shared
    fairly between rooms, and raises JobError if there is no answer.
    """

    async def choose(self, room: str, ruleset: str, view: State, player: ComputerPlayer) -> Choice:
        """Return the next move of a computer player."""
        ...

    async def turn(self, room: str, ruleset: str, view: State, after: Table) -> Found:
        """Return the plays that make the table *after*."""
        ...

    async def hint(self, room: str, ruleset: str, view: State, question: AskHint) -> HintAnswer:
        """Return a hint for the seat to move."""
        ...

    async def decide(
        self, room: str, ruleset: str, state: State, seat: int | None, actions: tuple[Action, ...]
    ) -> Decided:
        """Return the events of *actions*, all or none."""
        ...


class JobError(Exception):
    """A job has no answer; ``code`` is ``busy`` if it was not begun."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class RoomPolicy(Protocol):
    """What a room does without a message, as tasks that its actor starts."""

    async def deal(self) -> None:
        """Deal the round that is sealed."""

    async def time_over(self) -> None:
        """End the turn whose time is over."""

    async def review_proposal(self) -> None:
        """Resolve a proposal, now and after an absence of the people who left."""

    async def computer_turn(self, version: int, level: str) -> None:
        """Play the next move of the computer player to move."""


Entropy = Callable[[int], bytes]
"""Unpredictable random bytes, as from ``secrets.token_bytes``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Delays for people to follow the game, in milliseconds.

    ``frame`` is between two previews of a computer player's move, ``move`` the least time of a
    move, for a level that takes the usual time; ``ready`` is how long a deal waits for people to
    contribute to the shuffle.
    """

    frame: int = 260
    move: int = 1400
    ready: int = 4000

    def times(self, factor: float) -> Pace:
        """Return the pace at which computer players take *factor* times as long."""
        return Pace(
            frame=round(self.frame * factor), move=round(self.move * factor), ready=self.ready
        )


INSTANT = Pace(frame=0, move=0, ready=0)
"""No delays, for tests and simulations."""
