"""A round in one object: play it, ask what is legal, take back, write it down.

Everything else in the library is a value. A :class:`Round` is a convenience on top of these values:
it holds the rules and the events so far, and changes when an action is pushed or popped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Self

from tilerummy import analysis, records, rules_text  # each loads what it holds when it is used
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
    """How a round began: its chance where that is known, and the events of the deal."""

    state: State
    chance: Chance | None = None
    events: tuple[Event, ...] = ()
    starter: int | None = None
    seed: bytes | None = None


@dataclass(frozen=True, slots=True)
class _Pushed:
    """Actions that were pushed together, who did them, their events, and the state after them."""

    seat: int | None
    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    state: State


class Round(Pictured):
    """A round of a game: its state, what is legal, and everything that happened.

    *rules* are a ruleset, or the text of one. All chance is taken from *seed*: bytes, or a number
    from 0 on. Without a *starter* the seats draw lots for the start.

    >>> game = Round("sabra", seats=2, seed=7)
    >>> game.to_move, game.is_legal("draw"), len(game.state.mover.rack)
    (1, True, 14)
    >>> events = game.push("draw")
    >>> game.to_move, len(game.state.seats[1].rack)
    (0, 15)
    >>> game.pop()
    (Draw(source=<Source.POOL: 'pool'>),)

    A round is equal to another with the same rules, beginning and actions. Iterating yields its
    events. Raises ValueError for a number of seats that the rules do not allow.
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
        """Return a round that goes on from *state*, or from a view of it.

        What was before is unknown: such a round has no ``record``. In a view the tiles of the pool
        and of the other racks are unknown, and a drawn tile is unknown too.

        >>> from tilerummy import read_state
        >>> game = Round.from_state("sabra", read_state("table r3 r4 r5 | rack r6 k1"))
        >>> [play.placed for play in game.legal_plays()]
        [r6]
        """
        check_argument(state, State, 'a state is a State, as in read_state("rack k1 k2 k3")')
        return cls._of(as_ruleset(rules), _Start(state))

    @classmethod
    def from_record(cls, record: records.Record, number: int = -1) -> Self:
        """Return the round with that *number* of a *record*, the last one if none is given.

        The recorded events are taken as they are; the rules are those of the record. Raises
        ValueError for a ruleset that is not known, IndexError for a round that is not there.
        """
        played = record.rounds[number]
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

    # What is

    @property
    def state(self) -> State:
        """The whole state, face-down tiles included."""
        return self._pushed[-1].state if self._pushed else self._start.state

    def view(self, seat: int | None) -> State:
        """Return the state as *seat* may know it; None is a spectator."""
        return conceal(self.state, seat)

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.state.seats)

    @property
    def to_move(self) -> int:
        """The seat to move; after the end the one that would have moved next."""
        return self.state.to_move

    @property
    def phase(self) -> Phase:
        """What the seat to move may do."""
        return self.state.phase

    @property
    def outcome(self) -> Ended | None:
        """How the round ended and the scores, or None while it is being played."""
        return self.state.ended

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return (*self._start.events, *chain.from_iterable(p.events for p in self._pushed))

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that were pushed, in order."""
        return tuple(chain.from_iterable(p.actions for p in self._pushed))

    # What is legal

    def legal_plays(self, *, complete: bool = False, deadline: Deadline = NEVER) -> analysis.Plays:
        """Return an iterator over legal plays of the seat to move; each is made when asked for.

        They are one play for each set of rack tiles that can be placed, the best first, so the
        first few are cheap. With *complete* they are all: one for each table that a play may leave,
        in no order, which may be millions where many tiles lie on the table. Free tiles beside the
        table (McGraw) are left out. At the *deadline* there are no more. Where plays were left out,
        then or because a rack is too large to be looked through, ``proven`` of the iterator is
        false at the end.
        """
        view = self.view(self.to_move)
        if complete:
            return analysis.every_play(self.rules, view, deadline=deadline)
        return analysis.plays(self.rules, view, deadline=deadline)

    def legal_actions(
        self, *, complete: bool = False, deadline: Deadline = NEVER
    ) -> Iterator[Action]:
        """Yield legal actions of the seat to move: plays as ``legal_plays`` does, then the others.

        Time-outs, fouls and going out with the trump in one action are left out.
        """
        yield from self.legal_plays(complete=complete, deadline=deadline)
        rack = dict.fromkeys(self.state.mover.rack)
        others: Iterator[Action] = chain(
            (Draw(source) for source in Source),
            (Pass(),),
            map(Discard, rack),
            map(Declare, rack),
        )
        yield from (action for action in others if self.is_legal(action))

    def is_legal(self, action: Action | str) -> bool:
        """Return whether the seat to move may do *action* now; a text is read as notation."""
        return not self.faults(action)

    def faults(self, action: Action | str) -> tuple[Reason, ...]:
        """Return every reason why *action* is illegal now, the most important first; () if none.

        >>> Round("sabra", seed=1).faults("pass")
        (cannot_pass: draw, or play a tile: the pool is not empty,)
        """
        return tuple(faults(self.rules, self.state, self._read(action)))

    # What happens

    def problems(self) -> tuple[Flaw, ...]:
        """Return why the position cannot occur by the rules; () if it looks possible."""
        return problems(self.rules, self.state)

    def push(self, *actions: Action | str) -> tuple[Event, ...]:
        """Do *actions* of the seat to move, all or none, and return the events that they make.

        A text is read as notation, as ``"play k1 k2 k3 => k1 k2 k3 k4"``. Raises
        IllegalActionError with every reason for the first that is refused, NotationError for a
        text that is no action.
        """
        if not actions:
            raise ValueError("push takes at least one action")
        read = tuple(map(self._read, actions))
        clock = {isinstance(action, TimeOut | Foul) for action in read}
        if len(clock) > 1:
            raise ValueError("a time-out or foul is pushed alone: it is no action of a seat")
        state, events = self.state, list[Event]()
        seat = None if clock == {True} else state.to_move
        for action in read:
            new = decide(self.rules, state, action, seat=seat)
            events += new
            state = fold(new, state)
        self._pushed.append(_Pushed(seat, read, tuple(events), state))
        return tuple(events)

    def pop(self) -> tuple[Action, ...]:
        """Take back what was pushed last, and return those actions.

        Raises IndexError if nothing was pushed.
        """
        if not self._pushed:
            raise IndexError("nothing was pushed that could be taken back")
        return self._pushed.pop().actions

    def explain(self, *plays: Play, deadline: Deadline = NEVER) -> tuple[str, ...]:
        """Return how *plays* are made from the table as it is, in steps, each an English sentence.

        :func:`tilerummy.explain` returns the steps as values.

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
        """Return the round so far as a record of one round; *players* are named "Player 1" … else.

        Raises ValueError for a round from a position, and for rules that cannot be written.
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

    # What every object has

    def copy(self) -> Self:
        """Return a round that is equal and goes on by itself."""
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
        """Return the rules, the table, the racks and the pool, a line each."""
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
        """Return the table, and below it the rack of the seat to move."""
        return self.state._rows()

    def _read(self, action: Action | str) -> Action:
        if isinstance(action, str):
            return read_action(action, self.rules.tiles)
        check_argument(action, Action, 'an action is an Action or its notation, as "draw"')
        return action
