"""What a room needs of the world, so that whole matches can be played in a test in milliseconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tilerummy.melds import Table
from tilerummy.rules import Reason
from tilerummy.server.messages import AskHint, HintAnswer
from tilerummy.state import Action, Event, Play, State


class Timer(Protocol):
    """Something that will be called, unless it is cancelled."""

    def cancel(self) -> None:
        """Do not call it."""


class Clock(Protocol):
    """Time that only goes forward, in milliseconds from any moment."""

    def now(self) -> int:
        """Return the time."""
        ...

    def wall(self) -> int:
        """Return the time since 1970, for people and for games by days."""
        ...

    def call_later(self, ms: int, call: Callable[[], None]) -> Timer:
        """Call *call* after so long."""
        ...

    async def sleep(self, ms: int) -> None:
        """Return after so long."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """What a computer player does, and the tables in the making by which it shows it."""

    actions: tuple[Action, ...]
    frames: tuple[tuple[tuple[str, ...], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """The plays that lead to a table, or the reasons why there are none.

    Where that is not ``proven``, there was not enough time to look for all of them.
    """

    plays: tuple[Play, ...] = ()
    reasons: tuple[Reason, ...] = ()
    proven: bool = True


@dataclass(frozen=True, slots=True)
class Decided:
    """What the referee lets happen, or the reasons why not."""

    events: tuple[Event, ...] = ()
    reasons: tuple[Reason, ...] = ()


class ComputerPlayer(NamedTuple):
    """A computer player that is to move: its level, the seed of its chance.

    ``among_computers`` is whether all others at its table are computer players too.
    """

    level: str
    seed: int
    among_computers: bool = False


class Workers(Protocol):
    """Work off the event loop: computer players, hints, turns of several plays.

    Whatever searches gets views, the referee alone a state. All of it is told the room that it is
    for, as work is shared out fairly between rooms, and raises JobError where there is no answer.
    """

    async def choose(self, room: str, ruleset: str, view: State, player: ComputerPlayer) -> Choice:
        """Return what a computer player does next."""
        ...

    async def turn(self, room: str, ruleset: str, view: State, after: Table) -> Found:
        """Return the plays that make the table *after*."""
        ...

    async def hint(self, room: str, ruleset: str, view: State, question: AskHint) -> HintAnswer:
        """Return what the seat to move could do."""
        ...

    async def decide(
        self, room: str, ruleset: str, state: State, seat: int | None, actions: tuple[Action, ...]
    ) -> Decided:
        """Return what *actions* make happen, all or none."""
        ...


class JobError(Exception):
    """A job has no answer; ``code`` is ``busy`` where it was not even begun."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


Entropy = Callable[[int], bytes]
"""Bytes that nobody can foresee, as from ``secrets.token_bytes``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How fast things happen that need not take time: in milliseconds.

    ``frame`` is between two pictures of a computer player's move, ``move`` the least time of a
    move, ``ready`` how long a deal waits for people to put in their part of the chance.
    """

    frame: int = 260
    move: int = 1100
    ready: int = 4000


INSTANT = Pace(frame=0, move=0, ready=0)
"""No waiting, for tests and simulations."""


class LoopClock:
    """The time of the running event loop."""

    def __init__(self, wall: Callable[[], int]) -> None:
        self._wall = wall

    def now(self) -> int:
        """Return the loop's time."""
        return int(asyncio.get_running_loop().time() * 1000)

    def wall(self) -> int:
        """Return the time since 1970."""
        return self._wall()

    def call_later(self, ms: int, call: Callable[[], None]) -> Timer:
        """Have the loop call it."""
        return asyncio.get_running_loop().call_later(ms / 1000, call)

    async def sleep(self, ms: int) -> None:
        """Have the loop wait."""
        await asyncio.sleep(ms / 1000)
