"""Finds the plays that lead from one table to another, because players show only the last table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise, product

from tilerummy.analysis.best_plays.best import best_play, problem
from tilerummy.analysis.best_plays.openings import TooManyOpeningsError, minimal_openings
from tilerummy.analysis.positions import after_table, check_arguments
from tilerummy.analysis.solving import solve_by
from tilerummy.analysis.turns.reachable import Tried, ruled_out, try_out
from tilerummy.arguments import check_argument
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.jokers.two_plays import TwoPlays
from tilerummy.melds import Meld, Run, Table, fits
from tilerummy.rules import Reason, Refusal, Ruleset, faults
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.solver import Kind, Problem
from tilerummy.state import Play, State
from tilerummy.state.events import tables_after
from tilerummy.tiles import JOKER, Rack, TileSet

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
"""Reasons against a single play that do not rule out several plays."""

MOST_PLAYS = 3
"""The maximum number of plays in the turns that ``best_turn`` searches."""

MOST_CUTS = 1000
"""The maximum number of tables to try. Even two long runs can be cut in millions of ways."""

_SHORTEST = 3
"""The minimum number of tiles in a meld."""

_JUDGING = 10
"""The time in milliseconds allowed for judging a single play, even after the deadline."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The plays that lead from one table to another, or the reasons against them.

    A turn is truthy if plays were found. Otherwise ``proven`` is True if it is certain that no
    plays lead there. If ``proven`` is False, such plays may exist, and the reasons, if known, are
    those against a single play.
    """

    plays: tuple[Play, ...]
    reasons: tuple[Reason, ...] = ()
    proven: bool = True

    def __bool__(self) -> bool:
        """Return whether plays were found that lead to the table in this turn."""
        return bool(self.plays)

    def tables(self, before: Table) -> Iterator[Table]:
        """Yield the table after each play. *before* is the table before the first play."""
        return tables_after(before, self.plays)


def opening_first(play: Play) -> tuple[Play, Play] | None:
    """Split *play* into an opening and the rest; return None if either would be empty.

    The opening lays all new melds that consist of placed tiles. Most players do the same when they
    open and change the table in one turn. The two plays may be illegal.
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
    rules: Ruleset | str, view: State, after: Iterable[Meld], *, deadline: Deadline = NEVER
) -> Turn:
    """Return the shortest turn of the mover of *view* that leads to the melds *after*.

    The turn starts from the table of *view*, so plays already made in this turn remain. The referee
    accepts the plays one after the other. Only the first play of a turn has to lay a tile. If the
    search fails, the result contains the reasons against a single play. For a player who has not
    opened, they are the reasons against the opening melds, or against the changes after the
    opening.

    Turns of these forms are found. (1) An opening and a play. (2) Two plays: the first frees jokers
    into melds of rack tiles (see :mod:`tilerummy.jokers.freeing_plays`), or into a part of a run
    that the second play completes. (3) An opening and two such plays. If face-up tiles may be used
    only after the mover's last jokers are laid, the first of the two may also be a play that lays
    these jokers in melds of rack tiles. (4) Any turn that changes few tiles. (5) Up to three plays.
    All but the last lay as many of the tiles as possible, as in many hints. The result is unproven
    if other turns may exist. This happens on large tables if the joker rules restrict freed jokers
    or allow taking apart melds with jokers, and if the *deadline* passes before plays are found.
    Even after the deadline a single play is judged for some milliseconds, so the reasons against it
    are usually known.

    >>> from tilerummy import read_state, table, turn_for
    >>> state = read_state("table r3 r4 r5 | rack r6 k7 b7 o7")
    >>> turn_for("sabra", state, table("r3 r4 r5 r6 / k7 b7 o7")).plays
    (Play(lift=r3 r4 r5, lay=r3 r4 r5 r6 / k7 b7 o7),)
    """
    rules = check_arguments(rules, view)
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
    """Return the first turn of several plays that is found, or the *reasons* against any turn."""
    proven = True
    try:
        if search.may_go_on(view):
            for plays in search.turns(view, reasons[0].code):
                return Turn(plays)
            tried = search.any_turn(view)
            if tried.tables:
                tables = (view.table, *tried.tables)
                return Turn(tuple(Play.between(one, two) for one, two in pairwise(tables)))
            proven = tried.proven
            if not proven and (plays := search.laying_most(view)):
                return Turn(plays)
        if reasons[0].code is Refusal.TABLE_CLOSED:
            reasons = search.reasons_after_opening(view) or reasons
    except OutOfTimeError:
        return Turn((), reasons, proven=False)
    return Turn((), reasons, proven=proven)


class _TurnSearch:
    """A search for several plays that lead from the table *before* to the table *after*."""

    def __init__(self, rules: Ruleset, before: Table, after: Table, deadline: Deadline) -> None:
        self.rules, self.after, self.placed = rules, after, after.tiles - before.tiles
        self.deadline = deadline
        self.jokers = TwoPlays(
            rules.table.jokers,
            rules.tiles,
            before,
            after,
            rearranges=isinstance(rules.table, Rearrange),
            deadline=deadline,
        )

    def may_go_on(self, view: State) -> bool:
        """Return whether the rules allow several plays in this turn."""
        return self.rules.opening.same_turn or view.mover.opened not in (None, view.turn)

    def any_turn(self, view: State) -> Tried:
        """Return a turn of any form, if one is found, and whether the result is proven."""
        if ruled_out(self.rules, view, self.after, deadline=self.deadline):
            return Tried((), proven=True)
        if view.mover.opened is None and not solve_by(self._opening(view), self.deadline):
            self.deadline.check()
            return Tried((), proven=True)
        return try_out(self.rules, view, self.after, deadline=self.deadline)

    def laying_most(self, view: State) -> tuple[Play, ...]:
        """Return a turn whose plays, but the last, lay as many tiles as possible, or ().

        ``best_turn`` adds plays in the same way, so this finds its turns on large tables.
        """
        state, so_far = view, tuple[Play, ...]()
        while len(so_far) < MOST_PLAYS - 1:
            self.deadline.check()
            best = best_play(self.rules, self._with_only_these(state), deadline=self.deadline)
            for table in best.tables[: MOST_PLAYS - 1 - len(so_far)]:
                then = self._then(state, table)
                if then is None:
                    return ()
                so_far = (*so_far, Play.between(state.table, table))
                if self._code(then) is None:
                    return (*so_far, Play.between(table, self.after))
                state = then
            if not best:
                break
        return ()

    def _with_only_these(self, state: State) -> State:
        """Return *state* as if there were no tiles to lay but those that ``after`` still needs."""
        needed = self.after.tiles - state.table.tiles
        rack = needed & state.mover.rack
        mover = replace(state.mover, rack=rack)
        return replace(state, free=needed - rack).with_seat(state.to_move, mover)

    def turns(self, view: State, code: Refusal) -> Iterator[tuple[Play, ...]]:
        """Yield turns of several plays in the common forms, shortest first."""
        if view.mover.opened is not None:
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
        """Return whether two plays after an opening could achieve more than one play.

        *freely* is the view as if the player had already opened: the tiles of the opening can do as
        much from the rack as from the table.
        """
        return any(True for _ in self._two(freely, code or Refusal.JOKER_REUSE))

    def _opened(self, view: State) -> Iterator[tuple[Play, ...]]:
        """Yield turns that consist of an opening and another play."""
        if plays := opening_first(Play.between(view.table, self.after)):
            state = self._then(view, view.table + plays[0].lay)
            if state is not None and self._code(state) is None:
                yield plays
        for opening, state in self._openings(view):
            if self._code(state) is None:
                yield opening, Play.between(state.table, self.after)

    def _openings(self, view: State) -> Iterator[tuple[Play, State]]:
        """Yield the openings that use only tiles laid in this turn, with the states after them."""
        question = self._opening(view)
        answer = solve_by(question, self.deadline)
        if not answer:
            self.deadline.check()
            return
        known, free = answer.after - view.table, self.placed - view.mover.rack
        openings = minimal_openings(question, free, known=known, deadline=self.deadline)
        try:
            for melds in openings:
                if all(self.jokers.may_last(meld) for meld in melds if meld.jokers):
                    after = self._then(view, view.table + melds)
                    if after is not None:
                        yield Play.between(view.table, after.table), after
        except TooManyOpeningsError:
            return  # turns of any kind are tried afterwards, as far as possible

    def _opening(self, view: State) -> Problem:
        """Return the solver problem for an opening that lays only tiles of this turn."""
        start = problem(self.rules, view)
        return replace(start, rack=self.placed, kind=Kind.OPEN, leave=Rack())

    def reasons_after_opening(self, view: State) -> tuple[Reason, ...]:
        """Return the reasons against the changes after an opening, or against the opening itself.

        A single play that changes the table before the opening is always refused, regardless of its
        actual faults, so the reasons against it would be misleading. The result is empty if none of
        the melds laid could open.
        """
        if view.mover.opened is not None or not self.rules.opening.same_turn:
            return ()
        against: tuple[Reason, ...] = ()
        if plays := opening_first(Play.between(view.table, self.after)):
            state = self._then(view, view.table + plays[0].lay)
            if state is not None:
                return tuple(self._against(state))
            against = tuple(faults(self.rules, view, plays[0], deadline=self.deadline))
        return next((tuple(self._against(state)) for _, state in self._openings(view)), against)

    def _two(self, state: State, code: Refusal) -> Iterator[tuple[Play, ...]]:
        """Yield turns of two plays, if the player has opened and one play fails with *code*."""
        for between in self._between(state, code):
            self.deadline.check()
            then = self._then(state, between)
            if then is not None and self._code(then) is None:
                yield Play.between(state.table, between), Play.between(between, self.after)

    def _between(self, state: State, code: Refusal) -> Iterator[Table]:
        """Yield tables that the first of the two plays may leave."""
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
            if isinstance(self.rules.table, Rearrange):
                yield from before_joining(
                    state.table, self.after, self.rules.tiles, deadline=self.deadline
                )

    def _code(self, state: State) -> Refusal | None:
        """Return the reason code if ``after`` cannot be reached in one play, or None if it can."""
        return next((reason.code for reason in self._against(state)), None)

    def _against(self, state: State) -> Iterator[Reason]:
        """Yield the reasons against reaching ``after`` from *state* in one play."""
        play = Play.between(state.table, self.after)
        return faults(self.rules, state, play, deadline=self.deadline)

    def _then(self, state: State, table: Table) -> State | None:
        return None if table == self.after else after_table(self.rules, state, table)


def before_joining(
    before: Table, after: Table, tiles: TileSet, *, deadline: Deadline = NEVER
) -> Iterator[Table]:
    """Yield variants of *after* that cut new runs with a joker into shorter melds.

    New runs are those that are not on the table *before*. A freed joker that must be in a new meld
    may first go into a short meld, which the second play then joins with melds on the table (RULES
    2.1, 2.2.4). The number of tables is limited to :data:`MOST_CUTS`, and they may be illegal.
    Raises OutOfTimeError if the *deadline* passes.
    """
    new = [m for m in after - before if isinstance(m, Run) and m.jokers]
    rest = after - new
    ways = [tuple(islice(_cuts(run, tiles), MOST_CUTS)) for run in new]
    for parts in islice(product(*ways), 1, MOST_CUTS + 1):
        deadline.check()
        yield rest + chain.from_iterable(parts)


def _cuts(run: Run, tiles: TileSet) -> Iterator[tuple[Meld, ...]]:
    """Yield the ways to cut a run into melds, starting with the uncut run."""
    yield (run,)
    for at in range(_SHORTEST, len(run) - _SHORTEST + 1):
        first, rest = _part(run, 0, at), _part(run, at, len(run))
        if fits(first, tiles):
            yield from ((first, *parts) for parts in _cuts(rest, tiles) if fits(parts[0], tiles))


def _part(run: Run, start: int, end: int) -> Run:
    faces = run.faces[start:end]
    return Run(faces, tuple(face for face in run.wild if face in faces))
