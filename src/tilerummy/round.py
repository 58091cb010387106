"""A round as a mutable object: play, check legality, undo and record.

All other objects in the library are immutable values. A :class:`Round` is a convenient wrapper
around them: it contains the rules and the events so far, and changes when actions are pushed or
popped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Self

from tilerummy import analysis, records, rules_text  # loaded on first use
from tilerummy.arguments import as_seed, check_argument
from tilerummy.deadline import NEVER, Deadline
from tilerummy.pictures import Pictured
from tilerummy.rules import (
    Chance,
    Flaw,
    Reason,
    Ruleset,
    begin,
    chance,
    decide,
    faults,
    problems,
)
from tilerummy.rules.options import as_ruleset
from tilerummy.state import (
    Action,
    Declare,
    Discard,
    Draw,
    Ended,
    Event,
    Foul,
    NewDeal,
    Pass,
    Phase,
    Play,
    Source,
    State,
    TimeOut,
    conceal,
    fold,
)
from tilerummy.state.events import tables_after
from tilerummy.state.notation import read_action


@dataclass(frozen=True, slots=True)
class _Start:
    """The start of a round: its state, the deal's events and, if known, the random outcomes."""

    state: State
    chance: Chance | None = None
    events: tuple[Event, ...] = ()
    starter: int | None = None
    seed: bytes | None = None


@dataclass(frozen=True, slots=True)
class _Pushed:
    """Actions that were pushed together, with the seat, the events and the resulting state."""

    seat: int | None
    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    state: State


class Round(Pictured):
    """A round of a game: its state, its legal actions and its history.

    *rules* is a ruleset or its text. *seed*, which is bytes or a non-negative number, determines
    the deal. Without a *starter*, the seats draw lots to decide who starts.

    >>> game = Round("sabra", seats=2, seed=7)
    >>> game.to_move, game.is_legal("draw"), len(game.state.mover.rack)
    (1, True, 14)
    >>> events = game.push("draw")
    >>> game.to_move, len(game.state.seats[1].rack)
    (0, 15)
    >>> game.pop()
    (Draw(source=<Source.POOL: 'pool'>),)

    Rounds with the same rules, start and actions are equal. Iterating over a round yields its
    events. Raises ValueError if the rules do not allow this number of seats.
    """

    __slots__ = ("_pushed", "_start", "rules")

    def __init__(
        self,
        rules: Ruleset | str,
        *,
        seats: int = 2,
        seed: bytes | int,
        starter: int | None = None,
    ) -> None:
        self.rules = as_ruleset(rules)
        key = as_seed(seed)
        drawn = chance(
            self.rules.deal, self.rules.tiles, seats=seats, seed=key, lots=starter is None
        )
        events = begin(self.rules, drawn, seats=seats, starter=starter)
        state = fold(events, State.before_deal(seats))
        self._start = _Start(state, drawn, events, starter, key)
        self._pushed: list[_Pushed] = []

    @classmethod
    def from_state(cls, rules: Ruleset | str, state: State) -> Self:
        """Return a round that continues from *state*, which may be a seat's view.

        Such a round has no ``record``, because its history is unknown. If *state* is a view, the
        tiles in the pool and on other racks are unknown, and so is every tile that is drawn.

        >>> from tilerummy import read_state
        >>> game = Round.from_state("sabra", read_state("table r3 r4 r5 | rack r6 k1"))
        >>> [play.placed for play in game.legal_plays()]
        [r6]
        """
        check_argument(state, State, 'a state is a State, as in read_state("rack k1 k2 k3")')
        return cls._of(as_ruleset(rules), _Start(state))

    @classmethod
    def from_record(cls, record: records.Record, number: int = -1) -> Self:
        """Return round *number* of a *record*, which is the last one by default.

        The recorded events are not checked. Raises ValueError for an unknown ruleset and for a
        round that was counted only at its end, and IndexError if the record has no such round.
        """
        played = record.rounds[number]
        if played.count is not None:
            raise ValueError("this round was counted only at its end, so it has no turns")
        before = State.before_deal(record.seats)
        state = fold(played.deal, before)
        new = cls._of(
            record.rules, _Start(state, played.chance, played.deal, played.starter, played.seed)
        )
        for step in played.steps:
            state = fold(step.events, state)
            command = step.command
            new._pushed.append(_Pushed(command.seat, command.actions, step.events, state))
        return new

    @classmethod
    def _of(cls, rules: Ruleset, start: _Start) -> Self:
        new = cls.__new__(cls)
        new.rules, new._start, new._pushed = rules, start, []
        return new

    @property
    def state(self) -> State:
        """The complete state, including tiles that are face down."""
        return self._pushed[-1].state if self._pushed else self._start.state

    def view(self, seat: int | None) -> State:
        """Return the state as *seat* sees it. Pass None for the view of a spectator."""
        return conceal(self.state, seat)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.state.seats)

    @property
    def to_move(self) -> int:
        """The seat to move or, after the round has ended, the seat that would have moved next."""
        return self.state.to_move

    @property
    def phase(self) -> Phase:
        """The current phase of the turn."""
        return self.state.phase

    @property
    def outcome(self) -> Ended | None:
        """The ending and the scores, or None while the round is in progress."""
        return self.state.ended

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far, in order."""
        return (*self._start.events, *chain.from_iterable(p.events for p in self._pushed))

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions pushed so far, in order."""
        return tuple(chain.from_iterable(p.actions for p in self._pushed))

    def legal_plays(self, *, complete: bool = False, deadline: Deadline = NEVER) -> analysis.Plays:
        """Return a lazy iterator over legal plays for the seat to move.

        By default it yields one play for each set of rack tiles that can be placed, best first, so
        the first few are quick to compute. If *complete* is True, it yields one play for each table
        that can result, in no particular order. On a large table there may be millions. Plays that
        use the free tiles beside the table (McGraw) are not included. The iterator stops at the
        *deadline*. Once it has stopped, its ``proven`` attribute is False if plays may be missing,
        either because of the deadline or because the rack is too large for a complete search.
        """
        view = self.view(self.to_move)
        if complete:
            return analysis.every_play(self.rules, view, deadline=deadline)
        return analysis.plays(self.rules, view, deadline=deadline)

    def legal_actions(
        self, *, complete: bool = False, deadline: Deadline = NEVER
    ) -> Iterator[Action]:
        """Yield legal actions for the seat to move: first the ``legal_plays``, then other actions.

        Time-outs, fouls, and going out with the trump in a single action are not included.
        """
        yield from self.legal_plays(complete=complete, deadline=deadline)
        rack = dict.fromkeys(self.state.mover.rack)
        others: Iterator[Action] = chain(
            (Draw(source) for source in Source),
            (Pass(), NewDeal()),
            map(Discard, rack),
            map(Declare, rack),
        )
        yield from (action for action in others if self.is_legal(action))

    def is_legal(self, action: Action | str) -> bool:
        """Return whether *action* is legal now. A string is parsed as notation."""
        return not self.faults(action)

    def faults(self, action: Action | str) -> tuple[Reason, ...]:
        """Return every reason why *action* is illegal now, most important first, or () if legal.

        >>> Round("sabra", seed=1).faults("pass")
        (cannot_pass: draw, or play a tile: the pool is not empty,)
        """
        return tuple(faults(self.rules, self.state, self._read(action)))

    def problems(self) -> tuple[Flaw, ...]:
        """Return the reasons why this position cannot occur in a game, or () if none are known."""
        return problems(self.rules, self.state)

    def push(self, *actions: Action | str) -> tuple[Event, ...]:
        """Apply *actions* by the seat to move, either all or none, and return the resulting events.

        A string is parsed as notation, for example ``"play k1 k2 k3 => k1 k2 k3 k4"``. Raises
        IllegalActionError, listing every reason to refuse the first illegal action, and
        NotationError for a string that is not an action.
        """
        if not actions:
            raise ValueError("push takes at least one action")
        read = tuple(map(self._read, actions))
        clock = {isinstance(action, TimeOut | Foul) for action in read}
        if len(clock) > 1:
            raise ValueError("push a time-out or foul by itself: it is not an action of a seat")
        state, events = self.state, list[Event]()
        seat = None if clock == {True} else state.to_move
        for action in read:
            new = decide(self.rules, state, action, seat=seat)
            events += new
            state = fold(new, state)
        self._pushed.append(_Pushed(seat, read, tuple(events), state))
        return tuple(events)

    def pop(self) -> tuple[Action, ...]:
        """Undo the last push and return its actions.

        Raises IndexError if nothing was pushed.
        """
        if not self._pushed:
            raise IndexError("there is nothing to undo")
        return self._pushed.pop().actions

    def explain(self, *plays: Play, deadline: Deadline = NEVER) -> tuple[str, ...]:
        """Return English sentences that explain, step by step, how to make *plays* on the table.

        To get the steps as data instead, use :func:`tilerummy.explain`.

        >>> from tilerummy import read_state
        >>> game = Round.from_state("sabra", read_state("table r3 r4 r5 | rack r6 k1"))
        >>> for step in game.explain(*game.legal_plays()):
        ...     print(step)
        Add the red 6 from the rack to the end of the red run 3-5.
        """
        tables = [*tables_after(self.state.table, plays)]
        own = self.state.mover.rack
        placed = tables[-1].tiles - self.state.table.tiles if tables else own - own
        steps = analysis.explain(
            self.state.table,
            *tables,
            face_up=placed - own,
            law=self.rules.table.jokers,
            tiles=self.rules.tiles,
            deadline=deadline,
        )
        return tuple(map(rules_text.step_text, steps))

    def record(
        self, players: Iterable[records.Participant | str] | None = None, *, date: str = ""
    ) -> records.Record:
        """Return a record of the round so far. The default *players* are "Player 1" and so on.

        Raises ValueError if the round was created from a position, or if its rules have no text
        form.
        """
        start = self._start
        if start.chance is None:
            raise ValueError("a round from a position has no record: its deal is unknown")
        names = players or [f"Player {seat + 1}" for seat in range(self.seats)]
        record = records.Record.of(self.rules, names, date=date)
        record = record.begin(start.chance, start.events, starter=start.starter, seed=start.seed)
        for pushed in self._pushed:
            record = record.append(records.Command(pushed.seat, pushed.actions), pushed.events)
        return record

    def copy(self) -> Self:
        """Return an equal round that is independent of this one."""
        new = self._of(self.rules, self._start)
        new._pushed = [*self._pushed]
        return new

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Round):
            return NotImplemented
        mine, theirs = ((r.rules, r._start, r._pushed) for r in (self, other))
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __repr__(self) -> str:
        return f"<Round {self.rules!r}: {self.state!r}>"

    def __str__(self) -> str:
        """Return the rules, the table, the racks and the pool, one per line."""
        state = self.state
        rows = [("rules", repr(self.rules)), ("table", str(state.table) or "empty")]
        for number, seat in enumerate(state.seats):
            mark = " (to move)" if number == state.to_move and state.ended is None else ""
            opened = "" if seat.opened is not None else ", not opened"
            rows.append((f"seat {number}", f"{str(seat.rack) or 'no tiles'}{opened}{mark}"))
        rows.append(("pool", f"{len(state.pool)} tiles"))
        if state.ended is not None:
            rows.append(("scores", ", ".join(map(str, state.ended.scores))))
        return "\n".join(f"{name:<7}{text}" for name, text in rows)

    def _rows(self) -> Sequence[Sequence[str]]:
        """Return the rows of the table, followed by the mover's rack."""
        return self.state._rows()

    def _read(self, action: Action | str) -> Action:
        if isinstance(action, str):
            return read_action(action, self.rules.tiles)
        check_argument(action, Action, 'an action is an Action or its notation, as "draw"')
        return action
