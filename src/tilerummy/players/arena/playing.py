"""Plays one round of a contest, measuring the players' times and handling their faults."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Final, Protocol

from tilerummy.players.arena.jobs import Forfeit, ForfeitKind, RoundJob, RoundReport, SeatReport
from tilerummy.players.arena.turn_times import TurnTimes
from tilerummy.players.interface import Player
from tilerummy.players.self_play import chosen_actions
from tilerummy.rules import (
    IllegalActionError,
    Ruleset,
    begin,
    chance,
    decide,
    decide_all,
    read_ruleset,
)
from tilerummy.rules.rounds.scoring import points_ahead
from tilerummy.simulator import Policy, simulate
from tilerummy.state import Action, Event, Phase, State, TimeOut, conceal, fold
from tilerummy.state.notation import action_text

GRACE: Final = 20.0
"""The number of milliseconds after a deadline that do not yet count as late."""

MOST_LATE: Final = 3
"""The number of missed deadlines that makes a player forfeit the round."""

_rules = cache(read_ruleset)


class PlayerError(Exception):
    """Raised if a player cannot continue. The message is a sentence that explains why."""


class TooLateError(PlayerError):
    """Raised if a player misses its deadline. The turn then continues without the player."""


class IllegalAnswerError(PlayerError):
    """Raised if a player's reply is not a possible action."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player in a seat, the clock that measures its time in seconds, and its limit per decision.

    For players in this process, the clock measures CPU time, because other programs share the
    machine. For external programs, it measures the time until they reply. Nothing is enforced here
    without ``milliseconds``, or if the player itself raises TooLateError.
    """

    player: Player
    clock: Callable[[], float]
    milliseconds: float | None = None


class EntrantMaker(Protocol):
    """A function that creates an entrant from the text that names a player."""

    def __call__(self, text: str, rng: Random, *, seat: int, job: RoundJob) -> Entrant:
        """Return the entrant that *text* describes, which plays on *seat* in the round of *job*."""


def play_job(job: RoundJob, make: EntrantMaker) -> RoundReport:
    """Play the round that *job* specifies, and return the report on it."""
    entrants = [
        make(text, job.chance_of(seat), seat=seat, job=job) for seat, text in enumerate(job.players)
    ]
    return RoundReport(job.key, play_reported(_rules(job.ruleset), entrants, seed=job.deal_seed))


def play_simulated(job: RoundJob) -> RoundReport:
    """Play the round that *job* specifies in the simulator, without measuring times.

    Raises ValueError if a player is not a simulator policy.
    """
    rules = _rules(job.ruleset)
    played = simulate(rules, [*map(Policy, job.players)], [job.deal_seed])
    scores = played.scores_of(0)
    seats = (
        SeatReport(
            played.winners[0] == seat, points_ahead(rules.scoring, scores, seat), TurnTimes()
        )
        for seat in range(len(scores))
    )
    return RoundReport(job.key, tuple(seats))


def play_reported(
    rules: Ruleset, entrants: Sequence[Entrant], *, seed: bytes
) -> tuple[SeatReport, ...]:
    """Play a round and return a report for each seat.

    An illegal action, an exception or a third missed deadline makes a player forfeit the round: it
    loses, regardless of the result. The other players continue, and the rules treat the forfeited
    seat as timed out in every turn. If all players have forfeited, the round ends immediately.
    After a single missed deadline, the player is treated as timed out in that turn only.
    """
    seats = [_ArenaSeat(entrant) for entrant in entrants]
    drawn = chance(rules.deal, rules.tiles, seats=len(seats), seed=seed, lots=True)
    events = [*begin(rules, drawn, seats=len(seats))]
    state = fold(events, State.before_deal(len(seats)))
    while state.phase is not Phase.OVER and any(seat.forfeit is None for seat in seats):
        new = seats[state.to_move].decided(rules, state, events)
        events += new
        state = fold(new, state)
    return tuple(seat.report(rules, state, number) for number, seat in enumerate(seats))


@dataclass(slots=True)
class _ArenaSeat:
    """A seat during a round. ``spent`` maps turn numbers to the milliseconds used in each turn."""

    entrant: Entrant
    spent: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    timeouts: int = 0
    missed: int = 0
    forfeit: Forfeit | None = None

    def decided(self, rules: Ruleset, state: State, events: Sequence[Event]) -> tuple[Event, ...]:
        """Return the events that follow from the player's decision, or from a timeout."""
        if self.forfeit is None and (actions := self._actions(rules, state, events)):
            try:
                return decide_all(rules, state, actions, seat=state.to_move)
            except IllegalActionError as error:
                self.forfeit = Forfeit(ForfeitKind.ILLEGAL, _refused(actions, error))
        return decide(rules, state, TimeOut())

    def _actions(self, rules: Ruleset, state: State, events: Sequence[Event]) -> tuple[Action, ...]:
        """Return the player's choice, or () if it was late or failed, and record the time used."""
        entrant, seat = self.entrant, state.to_move
        view = conceal(state, seat)
        begun = entrant.clock()
        try:
            return chosen_actions(entrant.player, rules, view, seat, events)
        except TooLateError as error:
            self.missed += 1
            self.timeouts += 1
            if self.missed == MOST_LATE:
                self.forfeit = Forfeit(ForfeitKind.TIMEOUT, f"{error} (third time)")
        except IllegalAnswerError as error:
            self.forfeit = Forfeit(ForfeitKind.ILLEGAL, str(error))
        except Exception as error:  # noqa: BLE001  a player can be any program
            self.forfeit = Forfeit(ForfeitKind.CRASH, _described(error))
        finally:
            milliseconds = 1000 * (entrant.clock() - begun)
            self.spent[state.turn] += milliseconds
            limit = entrant.milliseconds
            self.timeouts += limit is not None and milliseconds > limit + GRACE
        return ()

    def report(self, rules: Ruleset, state: State, seat: int) -> SeatReport:
        """Return the final report for *seat*. The round must have ended."""
        won, ahead = False, 0.0
        if state.ended is not None:
            won = state.ended.winner == seat
            ahead = points_ahead(rules.scoring, state.ended.scores, seat)
        if self.forfeit is not None:
            won, ahead = False, min(ahead, 0.0)
        times = TurnTimes.of(self.spent.values())
        return SeatReport(won, ahead, times, self.timeouts, self.forfeit)


def _refused(actions: Iterable[Action], error: IllegalActionError) -> str:
    """Return a description of the choice that was rejected, and of the reason for rejecting it."""
    return f"{' then '.join(map(action_text, actions))}: {error.reasons[0].message}"


def _described(error: Exception) -> str:
    """Return a description of an error raised by a player."""
    return str(error) if isinstance(error, PlayerError) else f"{type(error).__name__}: {error}"
