"""What is best in a position: the rules' question put to the solver, its answer as plays.

What is found here the referee accepts. A single play is meant, or for a player who has not
opened, the opening and the play after it if the rules let it be made in the same turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from tilerummy.melds import Group, Meld, Run, Table, fits
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
from tilerummy.tiles import JOKER, Rack, Tile, TileSet


@dataclass(frozen=True, slots=True)
class Best:
    """The best plays found, in their order: none, one, or an opening and one more.

    ``tables`` are the tables after each of them. ``proven`` says that nothing better places
    tiles, ``points`` counts a joker at its rack value.
    """

    plays: tuple[Play, ...]
    tables: tuple[Table, ...]
    placed: Rack
    points: int
    proven: bool


def best_play(rules: Ruleset, view: State, objective: Objective = Objective.TILES) -> Best:
    """Return what the mover of *view* had best play. Face-up free tiles are left out of it.

    Needs a view in which the mover's rack is known.
    """
    question = problem(rules, view, objective)
    answer = solve(question)
    if question.kind is not Kind.OPEN:
        return _best(question, [answer.after] if answer else [], answer.proven)
    if not rules.opening.same_turn or not answer:
        return _best(question, [answer.after] if answer else [], answer.proven)
    return _opening_and_more(rules, question, answer)


def problem(rules: Ruleset, view: State, objective: Objective = Objective.TILES) -> Problem:
    """Return what the solver is asked about the mover of *view*."""
    rack, opened = view.mover.rack, view.mover.opened
    due = rules.jokers_due and opened is not None and opened < view.turn
    asked = Problem(
        rack=rack,
        table=view.table,
        tiles=rules.tiles,
        kind=Kind.EXTEND if isinstance(rules.table, Extend) else Kind.REARRANGE,
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


def _best(question: Problem, tables: list[Table], proven: bool) -> Best:  # noqa: FBT001
    plays, before = [], question.table
    for after in tables:
        plays.append(Play.between(before, after))
        before = after
    placed = before.tiles - question.table.tiles
    return Best(tuple(plays), tuple(tables), placed, question.points(placed), proven)


def _opening_and_more(rules: Ruleset, question: Problem, opening: Solution) -> Best:
    """Return the opening and the play after it that are best together.

    Of the openings only those matter of which no meld could be spared: the others can be laid
    by the play that follows. No pair is better than a play without the rule of the opening.
    """
    kind = Kind.EXTEND if isinstance(rules.table, Extend) else Kind.REARRANGE
    freely = replace(question, kind=kind, at_least=0, joker_opens=True)
    bound = solve(freely)
    best, tables, proven = opening.rank, [opening.after], opening.proven
    for melds in _least_openings(question):
        if bound.proven and best[:2] >= bound.rank[:2]:
            break
        after = question.table + melds
        rack = question.rack - Table(melds).tiles
        more = solve(replace(freely, rack=rack, table=after, leave=question.leave & rack))
        proven = proven and more.proven
        rank = question.rank(more.after)
        if rank > best:
            best, tables = rank, [after, more.after] if more else [after]
    return _best(question, tables, proven)


def _least_openings(question: Problem) -> Iterator[tuple[Meld, ...]]:
    """Yield the sets of melds of the rack that open and of which none can be spared."""
    melds = list(_melds_of(question))

    def add(
        start: int, chosen: tuple[Meld, ...], left: Rack, points: int
    ) -> Iterator[tuple[Meld, ...]]:
        if chosen and points >= question.at_least:
            if points - min(meld.points for meld in chosen) < question.at_least:
                yield chosen
            return
        for i in range(start, len(melds)):
            if left >= melds[i].tiles:
                new = (*chosen, melds[i])
                yield from add(i, new, left - melds[i].tiles, points + melds[i].points)

    seen = set()
    for opening in add(0, (), question.rack, 0):
        if Table(opening) not in seen:
            seen.add(Table(opening))
            yield opening


def _melds_of(question: Problem) -> Iterator[Meld]:
    """Yield every meld that the rack can lay."""
    rack, tiles = Counter(question.rack), question.tiles
    jokers = rack[JOKER] if question.joker_opens else 0
    melds: list[Meld] = [*_runs(rack, jokers, tiles), *_groups(rack, jokers, tiles)]
    for meld in dict.fromkeys(melds):
        if fits(meld, tiles):
            yield meld


def _runs(rack: Counter[Tile], jokers: int, tiles: TileSet) -> Iterator[Run]:
    order = [*range(1, tiles.numbers + 1), *([1] if tiles.one_high else [])]
    for letter in tiles.letters:
        faces = tuple(Tile.of(letter, number) for number in order)
        for first in range(len(faces)):
            for last in range(first + 3, len(faces) + 1):
                part = faces[first:last]
                lacking = tuple(face for face in part if not rack[face])
                if len(lacking) > jokers:
                    break
                others = [face for face in part if rack[face]]
                for count in range(jokers - len(lacking) + 1):
                    for more in combinations(others, count):
                        wild = {*lacking, *more}
                        yield Run(part, tuple(face for face in part if face in wild))


def _groups(rack: Counter[Tile], jokers: int, tiles: TileSet) -> Iterator[Group]:
    for number in range(1, tiles.numbers + 1):
        held = [t for letter in tiles.letters if rack[t := Tile.of(letter, number)]]
        for count in range(1, len(held) + 1):
            for naturals in combinations(held, count):
                for wild in range(jokers + 1):
                    yield Group(naturals, wild)
