"""Facts that explain why another choice was better, based only on the seat's own view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from itertools import combinations, islice

from tilerummy.analysis.hints.discards import completing, unseen
from tilerummy.analysis.merits import MeritCode, merits
from tilerummy.analysis.positions import after_play
from tilerummy.analysis.solving import can_lay_off, solve_by
from tilerummy.analysis.turns.winning import ending_points, ends_round
from tilerummy.deadline import NEVER, Deadline
from tilerummy.review.decision_points import DecisionPoint
from tilerummy.review.proven_errors import plays_of
from tilerummy.rules import Ruleset
from tilerummy.rules.choices import TakeDiscard
from tilerummy.solver import Problem
from tilerummy.state import Action, Declare, Discard, Draw, Phase, Source, State
from tilerummy.state.state import with_seat
from tilerummy.tiles import JOKER, Rack, Tile

MAX_CLOSE = 4
"""A player with this many tiles or fewer counts as close to going out."""

MAX_FACTS = 5
"""The maximum number of facts about a choice."""

_PAIRS = 2
"""The maximum number of pairs to list with the tiles that complete them."""


class FactCode(StrEnum):
    """The codes of facts, in addition to ``analysis.MeritCode``."""

    CLOSE = "close"
    """The ``seat`` had only ``count`` tiles left."""
    WAITS = "waits"
    """The ``tiles`` stay on the rack, and each tile in ``draws`` would complete a meld."""
    SCORES = "scores"
    """It ends the round with ``count`` points more."""
    NEXT_LAYS = "next_lays"
    """The next player can lay the discarded ``tiles`` immediately."""
    COMPLETES = "completes"
    """The face-up tile completes a meld, which consists of these ``tiles``."""
    FITS = "fits"
    """The face-up tile, in ``tiles``, fits the table."""
    NO_MELD = "no_meld"
    """The face-up tile, in ``tiles``, neither completes a meld nor fits the table."""
    MEASURED = "measured"
    """It wins ``count`` of 100 simulated rounds, and the seat's choice ``instead``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A fact in favour of the better choice. Its *code* determines which fields are used.

    ``draws`` lists tiles, each with the probability that a draw from the pool produces it.
    """

    code: str
    tiles: Rack = Rack()
    count: int = 0
    instead: int = 0
    seat: int | None = None
    draws: tuple[tuple[Tile, float], ...] = ()


def facts(
    rules: Ruleset, point: DecisionPoint, better: Sequence[Action], deadline: Deadline = NEVER
) -> tuple[Fact, ...]:
    """Return the facts in favour of the *better* actions over the seat's choice, strongest first.

    If the *deadline* passes, the facts found so far are returned.
    """
    view, chosen = point.view, point.chosen
    if ends_round(rules, view, better):
        found = _about_endings(rules, view, chosen, better)
    elif view.phase is Phase.DRAW:
        found = _about_drawing(rules, view, better, deadline)
    else:
        found = _about_turns(rules, view, chosen, better, deadline)
    return (*islice(found, MAX_FACTS),)


def _about_endings(
    rules: Ruleset, view: State, chosen: Sequence[Action], better: Sequence[Action]
) -> Iterator[Fact]:
    """Yield the facts about *better* actions that end the round."""
    if ends_round(rules, view, chosen):
        more = ending_points(rules, view, better) - ending_points(rules, view, chosen)
        yield Fact(code=FactCode.SCORES, count=round(more))
        return
    yield Fact(code=MeritCode.GOES_OUT)
    yield from _close(view)


def _about_turns(
    rules: Ruleset,
    view: State,
    chosen: Sequence[Action],
    better: Sequence[Action],
    deadline: Deadline,
) -> Iterator[Fact]:
    """Yield the facts about *better* actions that continue the round."""
    mine, theirs = (_after(view, actions) for actions in (chosen, better))
    yield from _waits(rules, view, mine.mover.rack, theirs.mover.rack)
    yield from _next_lays(rules, mine, chosen, better, deadline)
    for merit in merits(rules, view, better, chosen, deadline=deadline):
        if not merit.is_drawback:
            yield Fact(code=merit.code, tiles=merit.tiles, count=merit.count)
    if len(theirs.mover.rack) < len(mine.mover.rack):
        yield from _close(view)


def _after(view: State, actions: Sequence[Action]) -> State:
    """Return *view* after these actions, without any tile that they discard."""
    after = reduce(after_play, plays_of(actions), view)
    match actions[-1]:
        case Discard(tile) | Declare(tile):
            mover = with_seat(after.mover, rack=after.mover.rack - (tile,))
            return after.with_seat(view.to_move, mover)
        case _:
            return after


def _waits(rules: Ruleset, view: State, mine: Rack, theirs: Rack) -> Iterator[Fact]:
    """Yield the pairs that only the better choice preserves, with the tiles that complete them."""
    left = unseen(rules, view)
    total, held = sum(left.values()), Counter(mine)
    found: list[tuple[float, Fact]] = []
    for one, other in combinations([*dict.fromkeys(theirs - [JOKER] * theirs.count(JOKER))], 2):
        if held[one] and held[other]:
            continue
        draws = tuple(
            (tile, left[tile] / total)
            for tile in completing(one, other, rules.tiles)
            if left[tile] and tile not in theirs
        )
        if draws:
            chance = sum(each for _, each in draws)
            found.append(
                (-chance, Fact(code=FactCode.WAITS, tiles=Rack((one, other)), draws=draws))
            )
    found.sort(key=lambda each: (each[0], str(each[1].tiles)))
    yield from (fact for _, fact in found[:_PAIRS])


def _next_lays(
    rules: Ruleset,
    mine: State,
    chosen: Sequence[Action],
    better: Sequence[Action],
    deadline: Deadline,
) -> Iterator[Fact]:
    """Yield the discard if the next player can take and lay it, unlike the better discard."""
    following = mine.seats[(mine.to_move + 1) % len(mine.seats)]
    ours, other = chosen[-1], better[-1]
    if not isinstance(ours, Discard) or ours == other or following.opened is None:
        return
    if rules.take_discard is TakeDiscard.NEVER:
        return
    safe = not isinstance(other, Discard) or not can_lay_off(
        rules, mine.table, other.tile, deadline=deadline
    )
    if safe and can_lay_off(rules, mine.table, ours.tile, deadline=deadline):
        yield Fact(code=FactCode.NEXT_LAYS, tiles=Rack((ours.tile,)))


def _close(view: State) -> Iterator[Fact]:
    """Yield the seat with the fewest tiles if it is close to going out."""
    seats = [seat for seat in range(len(view.seats)) if seat != view.to_move]
    count = view.fewest_of_others
    if count <= MAX_CLOSE:
        nearest = min(seats, key=lambda seat: len(view.seats[seat].rack))
        yield Fact(code=FactCode.CLOSE, seat=nearest, count=count)


def _about_drawing(
    rules: Ruleset, view: State, better: Sequence[Action], deadline: Deadline
) -> Iterator[Fact]:
    """Yield the facts about the face-up tile that was taken or left."""
    (tile,) = view.seats[view.previous].discards[-1:] or (JOKER,)
    takes = better[-1] == Draw(Source.DISCARD)
    rack = Rack((*view.mover.rack, tile))
    melds = solve_by(
        Problem(rack=rack, tiles=rules.tiles, required=Rack((tile,)), tidy=False), deadline
    )
    meld = next((meld for meld in melds.after if tile in meld.tiles), None)
    fits = can_lay_off(rules, view.table, tile, deadline=deadline)
    if takes and meld is not None:
        yield Fact(code=FactCode.COMPLETES, tiles=Rack(meld.tiles))
    elif takes and fits:
        yield Fact(code=FactCode.FITS, tiles=Rack((tile,)))
    elif takes:
        yield from _waits(rules, view, view.mover.rack, rack)
    elif meld is None and not fits and not deadline.is_over:
        yield Fact(code=FactCode.NO_MELD, tiles=Rack((tile,)))
