"""The plays that lead from one table to another, so that a player only shows the last table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from tilerummy.analysis.arguments import check_arguments
from tilerummy.analysis.best_plays.best import problem
from tilerummy.analysis.best_plays.openings import (
    TooManyOpeningsError,
    minimal_openings,
    without_spare_tiles,
)
from tilerummy.analysis.positions import after_table
from tilerummy.analysis.solving import solve_by
from tilerummy.arguments import check_argument
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.melds import Meld, Table
from tilerummy.rules import Reason, Refusal, Ruleset, faults
from tilerummy.rules.jokers.two_plays import TwoPlays
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.solver import Kind
from tilerummy.state import Play, State
from tilerummy.tiles import JOKER, Rack

_JOKER_CODES = {
    Refusal.JOKER_REUSE,
    Refusal.JOKER_NOT_REPLACED,
    Refusal.JOKER_LOCKED,
    Refusal.JOKER_CHANGED,
}
_BY_MORE_PLAYS = _JOKER_CODES | {
    Refusal.FREE_TILE_UNAVAILABLE,
    Refusal.TABLE_CLOSED,
    Refusal.INITIAL_MELD_JOKER,
    Refusal.INITIAL_MELD_TOO_LOW,
}
"""The reasons against one play that several plays may overcome."""

_JUDGING = 10
"""For so many milliseconds a single play is judged even if the deadline is over."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The plays that lead from one table to another, or the reasons why none do.

    It is true if there are plays. Without plays, ``proven`` says whether the search was complete;
    if time was short, there may be some, and the reasons, if known, are those against a single one.
    """

    plays: tuple[Play, ...]
    reasons: tuple[Reason, ...] = ()
    proven: bool = True

    def __bool__(self) -> bool:
        """Return whether the rules allow the table in this turn."""
        return bool(self.plays)


def opening_first(play: Play) -> tuple[Play, Play] | None:
    """Return *play* as an opening and what is left of it; None if there is not both.

    The opening lays every new meld that the tiles placed suffice for: what most players do who
    open and change the table in one turn. Only the referee knows whether these plays are legal.
    """
    left, opening = play.placed, []
    for new in play.lay:
        if left >= new.tiles:
            left -= new.tiles
            opening.append(new)
    if not opening or not play.lift:
        return None
    first = Table.in_order(opening)
    return Play(Table(), first), Play(play.lift, play.lay - first)


def turn_for(
    rules: Ruleset, view: State, after: Iterable[Meld], *, deadline: Deadline = NEVER
) -> Turn:
    """Return the fewest plays with which the mover of *view* can leave the melds *after*.

    They start from the table of *view*: plays already made in this turn stay made. The referee
    accepts them one after the other. Without any, the reasons are those against a single play.

    These turns of several plays are found: an opening and a play; two plays of which one frees
    jokers into melds of rack tiles, see :mod:`tilerummy.rules.jokers.freeing_plays`; an opening and
    these two; and where face-up tiles may be used only after the mover's last jokers, a play that
    lays those in melds of rack tiles instead of one that frees some. When the *deadline* is over
    before any are found, the answer says that it is not proven. A single play is judged for some
    milliseconds all the same, so that as a rule the reasons against it are known.
    """
    check_arguments(rules, view)
    melds = tuple(after)
    for meld in melds:
        check_argument(meld, Meld, 'the melds after are a table, as in table("k1 k2 k3")')
    table = Table(melds)
    play = Play.between(view.table, table)
    soon = deadline if deadline.left > _JUDGING else Deadline(_JUDGING)
    try:
        reasons = tuple(faults(rules, view, play, deadline=soon))
    except OutOfTimeError:
        return Turn((), proven=False)
    if not reasons:
        return Turn((play,))
    if all(reason.code in _BY_MORE_PLAYS for reason in reasons):
        return _several(_TurnSearch(rules, view.table, table, deadline), view, reasons)
    return Turn((), reasons)


def _several(search: _TurnSearch, view: State, reasons: tuple[Reason, ...]) -> Turn:
    """Return the first turn of several plays found, or the *reasons* against a single play."""
    try:
        for plays in search.turns(view, reasons[0].code):
            return Turn(plays)
    except OutOfTimeError:
        return Turn((), reasons, proven=False)
    return Turn((), reasons, proven=not search.cut)


class _TurnSearch:
    """The search for several plays that lead from the table *before* to that *after*."""

    def __init__(self, rules: Ruleset, before: Table, after: Table, deadline: Deadline) -> None:
        self.rules, self.after, self.placed = rules, after, after.tiles - before.tiles
        self.deadline, self.cut = deadline, False
        self.jokers = TwoPlays(
            rules.table.jokers,
            rules.tiles,
            before,
            after,
            rearranges=isinstance(rules.table, Rearrange),
            deadline=deadline,
        )

    def turns(self, view: State, code: Refusal) -> Iterator[tuple[Play, ...]]:
        """Yield turns of several plays, those of two first."""
        opened = view.mover.opened
        if not self.rules.opening.same_turn and opened in (None, view.turn):
            return
        if opened is not None:
            yield from self._two(view, code)
            return
        freely = view.with_seat(view.to_move, replace(view.mover, opened=view.turn))
        first = self._code(freely)
        if first is None:
            yield from self._opened(view)
        if self._hopeful(freely, first):
            for opening, state in self._openings(view):
                then = self._code(state)
                if then is not None:
                    for plays in self._two(state, then):
                        yield (opening, *plays)

    def _hopeful(self, freely: State, code: Refusal | None) -> bool:
        """Return whether two plays could do what one cannot after an opening.

        A tile of the opening could do the same on the rack, so a player who has opened already
        could do it too: *freely* is the view of such a player.
        """
        return any(True for _ in self._two(freely, code or Refusal.JOKER_REUSE))

    def _opened(self, view: State) -> Iterator[tuple[Play, ...]]:
        """Yield turns of an opening and a play."""
        if plays := opening_first(Play.between(view.table, self.after)):
            state = self._then(view, view.table + plays[0].lay)
            if state is not None and self._code(state) is None:
                yield plays
        for opening, state in self._openings(view):
            if self._code(state) is None:
                yield opening, Play.between(state.table, self.after)

    def _openings(self, view: State) -> Iterator[tuple[Play, State]]:
        """Yield openings with tiles that are placed, and the states after them."""
        question = replace(
            problem(self.rules, view), rack=self.placed, kind=Kind.OPEN, leave=Rack()
        )
        answer = solve_by(question, self.deadline)
        if not answer:
            self.deadline.check()
            return
        least = without_spare_tiles(tuple(answer.after - view.table), question)
        free = self.placed - view.mover.rack
        others = minimal_openings(question, free, deadline=self.deadline)
        try:
            for melds in chain((least,), others):
                if all(self.jokers.may_last(meld) for meld in melds if meld.jokers):
                    after = self._then(view, view.table + melds)
                    if after is not None:
                        yield Play.between(view.table, after.table), after
        except TooManyOpeningsError:
            self.cut = True

    def _two(self, state: State, code: Refusal) -> Iterator[tuple[Play, ...]]:
        """Yield turns of two plays of a player who has opened, where one is refused with *code*."""
        for between in self._between(state, code):
            self.deadline.check()
            then = self._then(state, between)
            if then is not None and self._code(then) is None:
                yield Play.between(state.table, between), Play.between(between, self.after)

    def _between(self, state: State, code: Refusal) -> Iterator[Table]:
        """Yield tables that may lie between two plays."""
        due = self.rules.jokers_due and state.mover.opened not in (None, state.turn)
        hand = self.after.tiles - state.table.tiles
        if code is Refusal.FREE_TILE_UNAVAILABLE:
            own = hand & state.mover.rack
            if JOKER in own:
                yield from self.jokers.laid_between(state.table, own, jokers_due=due)
        elif code in _JOKER_CODES:
            reuse = code is Refusal.JOKER_REUSE
            yield from self.jokers.freed_between(
                state.table, hand, jokers_due=due, reuse_forbidden=reuse
            )

    def _code(self, state: State) -> Refusal | None:
        """Return the code against making ``after`` of *state* in one play, None if it is legal."""
        play = Play.between(state.table, self.after)
        reason = next(faults(self.rules, state, play, deadline=self.deadline), None)
        return None if reason is None else reason.code

    def _then(self, state: State, table: Table) -> State | None:
        return None if table == self.after else after_table(self.rules, state, table)
