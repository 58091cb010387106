"""Finds the best play in a position with the solver.

The result is a single play, or an opening and a follow-up if the rules allow both in one turn. The
referee always accepts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tilerummy.analysis.best_plays.answer import NOTHING, Best
from tilerummy.analysis.best_plays.face_up_tiles import FaceUpChoice, usable_face_up
from tilerummy.analysis.best_plays.openings import TooManyOpeningsError, minimal_openings
from tilerummy.analysis.positions import check_arguments, is_legal, may_play
from tilerummy.analysis.solving import solve_by
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.jokers import Reuse
from tilerummy.jokers.extend import Extend
from tilerummy.jokers.table_change import table_change
from tilerummy.melds import Meld, Table
from tilerummy.rules import Ruleset
from tilerummy.rules.judging.faults import may_discard
from tilerummy.rules.options import as_ruleset
from tilerummy.solver import Kind, Objective, Problem, Solution
from tilerummy.state import Play, State
from tilerummy.tiles import JOKER, Rack

_NO_TILES = Rack()

_FIRST = 0.5
"""The share of the available time to spend on the first attempt."""


def best_play(
    rules: Ruleset | str,
    view: State,
    objective: Objective = Objective.TILES,
    *,
    leave: Rack | None = None,
    tidy: bool = True,
    deadline: Deadline = NEVER,
) -> Best:
    """Return the best play for the seat to move: a single play, or an opening and a follow-up.

    All kinds of plays that the rules currently allow are considered. If the phase allows no plays,
    for example before the draw in American, the result is empty. Face-up tiles may help to lay rack
    tiles but have no value themselves. Closed hands are not plays: see ``closed_hand``.

    Among equally good plays, the one that leaves the most table melds unchanged is returned. If
    *tidy* is false, the first one found is returned, which is faster. If the *deadline* passes, the
    flags of the result show what is unproven. The search for a tidy play is given up first. If a
    turn ends with a discard, a tile from *leave* stays on the rack to be discarded. By default that
    can be any tile that may be discarded.

    >>> from tilerummy import best_play, read_state
    >>> state = read_state("table k5 r5 b5 o5 | rack k1 b4 b6 b7")
    >>> best = best_play("rummikub", state)
    >>> best.placed, best.points, best.proven
    (b4 b6 b7, 17, True)
    >>> best.tables[-1]
    b4 b5 b6 b7 / k5 r5 o5
    """
    rules = check_arguments(rules, view, objective)
    if not may_play(rules, view):
        return NOTHING
    face_up = usable_face_up(view)
    if not face_up:
        question = problem(rules, view, objective, leave=leave, tidy=tidy)
        return _best_with(rules, view, question, face_up, deadline)

    def ask(face_up: Rack, *, tidy: bool = False) -> Best:
        question = problem(rules, view, objective, face_up, tidy=tidy)
        return _best_with(rules, view, question, face_up, deadline)

    search = FaceUpChoice(ask, view.mover.rack, objective)
    best = search.best_of(face_up, deadline.share(_FIRST))
    if not tidy or deadline.is_over:
        return best
    tidied = ask(best.placed - view.mover.rack, tidy=True)
    if search.rank(tidied) < search.rank(best):  # out of time
        return best
    proven = best.proven and tidied.proven
    return replace(tidied, proven=proven, tidy=proven and tidied.tidy)


def problem(
    rules: Ruleset | str,
    view: State,
    objective: Objective = Objective.TILES,
    face_up: Rack = _NO_TILES,
    *,
    leave: Rack | None = None,
    tidy: bool = True,
) -> Problem:
    """Return the solver problem for the mover of *view*, with *face_up* added to the rack.

    >>> from tilerummy import read_state
    >>> from tilerummy.analysis import problem
    >>> from tilerummy.solver import solve
    >>> solve(problem("sabra", read_state("table r3 r4 r5 | rack r6 r7 k1"))).placed
    r6 r7
    """
    rules = as_ruleset(rules)
    mover, opening = view.mover, rules.opening
    opens = mover.opened is None
    return Problem(
        rack=mover.rack + face_up if face_up else mover.rack,
        table=view.table,
        tiles=rules.tiles,
        kind=Kind.OPEN if opens else _kind(rules),
        law=rules.table.jokers,
        objective=objective,
        joker_value=rules.scoring.joker,
        at_least=opening.points if opens else 0,
        joker_opens=opening.jokers if opens else True,
        jokers_due=rules.jokers_due and mover.opened is not None and mover.opened < view.turn,
        leave=_to_discard(rules, view) if leave is None else leave & mover.rack,
        tidy=tidy,
    )


def _kind(rules: Ruleset) -> Kind:
    """Return the kind of changes that a player who has opened may make to the table."""
    return Kind.EXTEND if isinstance(rules.table, Extend) else Kind.REARRANGE


def _to_discard(rules: Ruleset, view: State) -> Rack:
    """Return the tiles that may be discarded, or none if turns do not end with a discard."""
    if not rules.draws_and_discards:
        return _NO_TILES
    return Rack(tile for tile in view.mover.rack if may_discard(view, tile))


def _best_with(
    rules: Ruleset, view: State, question: Problem, face_up: Rack, deadline: Deadline
) -> Best:
    """Return the best plays if the tiles *face_up* are treated as rack tiles."""
    answer = _answer(rules, question, deadline)
    best = _best(question, face_up, (answer.after,), proven=answer.proven, tidy=answer.tidy)
    if question.kind is Kind.OPEN and best and rules.opening.same_turn:
        best = _opening_and_more(rules, question, face_up, answer, deadline)
    if rules.closed_hands and len(view.mover.rack) == rules.deal.tiles + 1:
        best = _or_foot(rules, view, question, best, deadline)
    return best


def _best(
    question: Problem, face_up: Rack, tables: tuple[Table, ...], *, proven: bool, tidy: bool
) -> Best:
    plays, before = [], question.table
    for after in tables:
        plays.append(Play.between(before, after))
        before = after
    one = len(plays) == 1
    placed = plays[0].placed if one else before.tiles - question.table.tiles
    if not placed:
        return Best((), (), placed, 0, proven, tidy)
    own = placed & (question.rack - face_up) if face_up else placed
    return Best(tuple(plays), tables, placed, question.points(own), proven, tidy)


def _or_foot(
    rules: Ruleset, view: State, question: Problem, best: Best, deadline: Deadline
) -> Best:
    """Return *best*, or a Foot if one is equally good, because a Foot wins more (S4 "Foot")."""
    worth = question.worth(best.tables[-1] if best else question.table)
    try:
        for foot in foot_tables(rules, view, question, deadline):
            if question.worth(foot) >= worth:
                worth = question.worth(foot)
                best = _best(question, _NO_TILES, (foot,), proven=best.proven, tidy=best.tidy)
    except OutOfTimeError:
        return replace(best, proven=False, tidy=False)
    return best


def _answer(rules: Ruleset, question: Problem, deadline: Deadline) -> Solution:
    """Return the best play, first trying a faster search that ignores where replaced jokers may go.

    The full joker rules are applied only if that search does not prove a legal play to be the best.
    """
    if question.law.reuse is Reuse.ANY or question.kind is not Kind.REARRANGE:
        return solve_by(question, deadline)
    if not any(meld.jokers for meld in question.table):
        return solve_by(question, deadline)
    law = replace(question.law, reuse=Reuse.ANY)
    anywhere = solve_by(replace(question, law=law), deadline.share(_FIRST))
    allowed = _allowed(rules, question, anywhere.after, deadline.share(_FIRST))
    if allowed and anywhere.proven:
        return anywhere
    limited = solve_by(question, deadline)
    if allowed and question.rank(anywhere.after) > question.rank(limited.after):
        return anywhere
    return limited


def _allowed(rules: Ruleset, question: Problem, after: Table, deadline: Deadline) -> bool:
    """Return whether a play that leaves the table *after* is known to satisfy the joker rules."""
    play = Play.between(question.table, after)
    change = table_change(question.table, play.lift, play.lay, question.tiles, placed=play.placed)
    try:
        return not any(rules.table.faults(change, deadline))
    except OutOfTimeError:
        return False


def _opening_and_more(
    rules: Ruleset, question: Problem, face_up: Rack, opening: Solution, deadline: Deadline
) -> Best:
    """Return the best combination of an opening and a follow-up.

    Only minimal openings matter, because the follow-up can lay the rest. The combination cannot
    beat the best single play that would be possible if the player had already opened.
    """
    freely = replace(question, kind=_kind(rules), at_least=0, joker_opens=True, tidy=False)
    free_rein = solve_by(freely, deadline)
    bound = question.worth(free_rein.after) if free_rein.proven else None
    best, proven, tidy = question.worth(opening.after), opening.proven, opening.tidy
    chosen: tuple[Table, Problem, Solution] | None = None
    try:
        # try the known opening first, in case time runs out
        known = opening.after - question.table if deadline else ()
        openings = minimal_openings(question, face_up, known=known, deadline=deadline)
        for after, then in _after_openings(question, freely, face_up, openings):
            if bound is not None and best >= bound:
                break
            deadline.check()
            more = solve_by(then, deadline)
            proven = proven and more.proven
            worth = question.worth(more.after)
            if worth > best and more.placed & (question.rack - face_up):
                best, chosen = worth, (after, then, more)
    except (TooManyOpeningsError, OutOfTimeError):
        proven = False
    if chosen is None:
        return _best(question, face_up, (opening.after,), proven=proven, tidy=proven and tidy)
    after, then, more = chosen
    if question.tidy:
        tidied = solve_by(replace(then, tidy=True), deadline)
        if question.worth(tidied.after) >= best:
            more = tidied
    return _best(question, face_up, (after, more.after), proven=proven, tidy=proven and more.tidy)


def _after_openings(
    question: Problem, freely: Problem, face_up: Rack, openings: Iterable[tuple[Meld, ...]]
) -> Iterator[tuple[Table, Problem]]:
    """Yield the table after each of the *openings*, with the solver problem for the follow-up.

    A face-up tile can no longer be used once an equal tile is on the table.
    """
    own = question.rack - face_up
    for melds in openings:
        laid = Table(melds).tiles
        rack = own - laid
        if not laid & own or (question.leave and not question.leave & rack):
            continue
        still = Rack(tile for tile in face_up - (laid - own) if tile not in laid)
        after = question.table + melds
        yield after, replace(freely, rack=rack + still, table=after, leave=question.leave & rack)


def foot_tables(
    rules: Ruleset, view: State, question: Problem, deadline: Deadline = NEVER
) -> Iterator[Table]:
    """Yield the tables after plays that meld all tiles but one (S4 "Foot").

    Each tile that could be left yields at most one table. All other tiles are melded in a single
    play. Raises OutOfTimeError if the *deadline* passes.
    """
    if question.kind is not Kind.OPEN:
        return
    kept = Rack() if rules.opening.jokers else Rack(t for t in question.rack if t == JOKER)
    freely = replace(question, kind=Kind.EXTEND, at_least=0, joker_opens=True, leave=Rack())
    if len(kept) > 1 or len(solve_by(freely, deadline).placed) < rules.deal.tiles:
        deadline.check()
        return
    for tile in dict.fromkeys(kept or question.leave):
        deadline.check()
        answer = solve_by(replace(freely, rack=question.rack - [tile]), deadline)
        play = Play.between(view.table, answer.after)
        if len(answer.placed) == rules.deal.tiles and is_legal(rules, view, play):
            yield answer.after
