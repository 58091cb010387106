"""What is best in a position: the rules' question put to the solver, its answer as plays.

What is found here the referee accepts. A single play is meant, or for a player who has not
opened, the opening and the play after it if the rules let it be made in the same turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tilerummy.analysis.answer import Best
from tilerummy.analysis.asked import asked
from tilerummy.analysis.free_tiles import best_use, usable
from tilerummy.analysis.going_on import legal, may_play
from tilerummy.analysis.openings import CutError, least_openings
from tilerummy.melds import Table
from tilerummy.rules import Ruleset
from tilerummy.rules.extending import Extend
from tilerummy.rules.plays import may_discard
from tilerummy.solver import (
    GroupOfThree,
    JokerPolicy,
    Kind,
    Melds,
    Objective,
    Problem,
    ReplaceFrom,
    Reuse,
    Solution,
    solve,
)
from tilerummy.state import Play, State
from tilerummy.tiles import JOKER, Rack


def best_play(
    rules: Ruleset,
    view: State,
    objective: Objective = Objective.TILES,
    *,
    tidy: bool = True,
    milliseconds: float | None = None,
) -> Best:
    """Return what the mover of *view* had best play: one play, or an opening and one more.

    It is the best of all that the rules allow now, in every family; nothing where the turn has no
    place for a play, as before a tile is drawn in American. Free tiles help to place tiles of
    the rack, and for nothing else do they count. A closed hand is no play: see ``closed_hand``.
    Of equally good plays the one that leaves most melds of the table as they are is taken; if that
    does not matter, without *tidy*, the answer comes sooner. *milliseconds* limit the time of
    each search, of which most questions need one; where that is too little, the best found is
    returned and is not proven.

    Needs a view in which the mover's rack is known.
    """
    asked(rules, view, objective)
    if not may_play(rules, view):
        return _best(problem(rules, view, objective), Rack(), [], proven=True)

    def ask(free: Rack, *, tidy: bool = False) -> Best:
        asked = problem(rules, view, objective, free)
        return _best_with(rules, view, replace(asked, tidy=tidy, milliseconds=milliseconds), free)

    free = usable(view)
    if not free:
        return ask(free, tidy=tidy)
    best = best_use(ask, free, view.mover.rack, objective)
    if not tidy:
        return best
    tidied = ask(best.placed - view.mover.rack, tidy=True)
    return replace(tidied, proven=best.proven and tidied.proven)


def problem(
    rules: Ruleset, view: State, objective: Objective = Objective.TILES, free: Rack = Rack()
) -> Problem:
    """Return what the solver is asked about the mover of *view*, with *free* tiles to be used."""
    rack, opened = view.mover.rack, view.mover.opened
    due = rules.jokers_due and opened is not None and opened < view.turn
    asked = Problem(
        rack=rack + free,
        table=view.table,
        tiles=rules.tiles,
        kind=_kind(rules),
        policy=_policy(rules),
        objective=objective,
        joker_value=rules.scoring.joker,
        jokers_due=due,
        leave=_to_discard(rules, view),
    )
    if opened is None:
        opening = rules.opening
        return replace(asked, kind=Kind.OPEN, at_least=opening.points, joker_opens=opening.jokers)
    return asked


def _kind(rules: Ruleset) -> Kind:
    """Return what a player who has opened may do to the table."""
    return Kind.EXTEND if isinstance(rules.table, Extend) else Kind.REARRANGE


def _policy(rules: Ruleset) -> JokerPolicy:
    law = rules.table.jokers
    return JokerPolicy(
        melds=Melds(law.melds),
        replace_from=ReplaceFrom(law.replace_from),
        group_of_three=GroupOfThree(law.group_of_three),
        reuse=Reuse(law.reuse),
    )


def _to_discard(rules: Ruleset, view: State) -> Rack:
    """Return the tiles of which one must be left to be discarded; none where nothing is."""
    if not rules.draws_and_discards:
        return Rack()
    return Rack(tile for tile in view.mover.rack if may_discard(view, tile))


def _best(question: Problem, free: Rack, tables: list[Table], *, proven: bool) -> Best:
    plays, before = [], question.table
    for after in tables:
        plays.append(Play.between(before, after))
        before = after
    placed = before.tiles - question.table.tiles
    own = placed & (question.rack - free)
    return Best(tuple(plays), tuple(tables), placed, question.points(own), proven)


def _best_with(rules: Ruleset, view: State, question: Problem, free: Rack) -> Best:
    """Return the best plays with these *free* tiles, each of which counts as one of the rack."""
    answer = _answer(rules, view, question)
    tables, proven = [answer.after] if answer else [], answer.proven
    if question.kind is Kind.OPEN and answer and rules.opening.same_turn:
        tables, proven = _opening_and_more(rules, question, free, answer)
    if rules.closed_hands and len(view.mover.rack) == rules.deal.tiles + 1:
        best = question.rank(tables[-1] if tables else question.table)
        for foot in feet(rules, view, question):
            if question.rank(foot)[:2] >= best[:2]:  # worth more than an Open win
                tables, best = [foot], question.rank(foot)
    return _best(question, free, tables, proven=proven)


def _answer(rules: Ruleset, view: State, question: Problem) -> Solution:
    """Return the best play, sooner where it is one that puts no replaced joker where it may not go.

    Where those may go is asked only if the play that is best without asking is not legal.
    """
    limited = question.policy.reuse is not Reuse.ANY and any(m.jokers for m in question.table)
    if limited and question.kind is Kind.REARRANGE and question.milliseconds is None:
        anywhere = replace(question, policy=replace(question.policy, reuse=Reuse.ANY))
        found = solve(anywhere)
        play = Play.between(view.table, found.after)
        if not found or (found.proven and legal(rules, view, play)):
            return replace(found, problem=question)
    return solve(question)


def _opening_and_more(
    rules: Ruleset, question: Problem, free: Rack, opening: Solution
) -> tuple[list[Table], bool]:
    """Return the tables after the opening and the play after it that are best together.

    Of the openings only those matter of which nothing could be spared: the rest can be laid
    by the play that follows. No pair is better than a play without the rule of the opening.
    """
    freely = replace(question, kind=_kind(rules), at_least=0, joker_opens=True, tidy=False)
    free_rein = solve(freely)
    bound = question.worth(free_rein.after) if free_rein.proven else None
    best, chosen, proven = question.worth(opening.after), None, opening.proven
    try:
        for after, then in _after_openings(question, freely, free):
            if bound is not None and best >= bound:
                break
            more = solve(then)
            proven = proven and more.proven
            worth = question.worth(more.after)
            if worth > best and more.placed & (question.rack - free):
                best, chosen = worth, (after, then)
    except CutError:
        proven = False
    if chosen is None:
        return [opening.after], proven
    after, then = chosen
    return [after, solve(replace(then, tidy=question.tidy)).after], proven


def _after_openings(
    question: Problem, freely: Problem, free: Rack
) -> Iterator[tuple[Table, Problem]]:
    """Yield the table after each opening and what is asked then.

    A free tile whose equal lies on the table by then may not be used any more.
    """
    own = question.rack - free
    for melds in least_openings(question, free):
        laid = Table(melds).tiles
        rack = own - laid
        if not laid & own or (question.leave and not question.leave & rack):
            continue
        still = Rack(tile for tile in free - (laid - own) if tile not in laid)
        after = question.table + melds
        yield after, replace(freely, rack=rack + still, table=after, leave=question.leave & rack)


def feet(rules: Ruleset, view: State, question: Problem) -> Iterator[Table]:
    """Yield tables after melding all tiles but one at once, one for each tile left: S4 "Foot"."""
    if question.kind is not Kind.OPEN:
        return
    kept = Rack() if rules.opening.jokers else Rack(t for t in question.rack if t == JOKER)
    freely = replace(question, kind=Kind.EXTEND, at_least=0, joker_opens=True, leave=Rack())
    if len(kept) > 1 or len(solve(freely).placed) < rules.deal.tiles:
        return
    for tile in dict.fromkeys(kept or question.leave):
        answer = solve(replace(freely, rack=question.rack - [tile]))
        play = Play.between(view.table, answer.after)
        if len(answer.placed) == rules.deal.tiles and legal(rules, view, play):
            yield answer.after
