"""Lists the lines of play that the master compares in games with discards.

Each line starts with a draw, or with plays followed by a discard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from tilerummy.analysis.positions import after_play, is_legal
from tilerummy.players.decisions import DecisionContext
from tilerummy.players.evaluation.worked_racks import HandTarget, TileNeeds, tile_needs
from tilerummy.simulator import Line, Policy, PolicyPlayer
from tilerummy.state import Action, Discard, Draw, Phase, Play, Source, State
from tilerummy.tiles import JOKER, Tile

HUNTING = (Policy.HUNT,)
"""The policies for the master's later turns while a closed hand is still possible."""

MELDING = (Policy.HUNT, Policy.HOLD_AFTER_OPENING)
"""The policies if no closed hand is possible: to lay everything possible, or to hold tiles back."""

DISCARDS, OF_EACH_HUNT = 5, 2
"""The number of discards to compare: in total, or per target hand if closed hands are possible."""


def lines(context: DecisionContext) -> list[Line]:
    """Return the lines of play to compare, starting with the first policy's choice."""
    rules, view = context.rules, context.view
    hunting = rules.closed_hands and view.mover.opened is None
    policies = HUNTING if hunting else MELDING
    turns = [PolicyPlayer(p, Random(0)).choose(rules, view, view.to_move) for p in policies]
    find = _draws if view.phase is Phase.DRAW else partial(_discards, hunting=hunting)
    usual = [Line(turn, policy) for turn, policy in zip(turns, policies, strict=True)]
    return [*dict.fromkeys((*usual, *find(context, usual)))]


def _draws(context: DecisionContext, usual: Sequence[Line]) -> Iterator[Line]:
    for draw in (Draw(), Draw(Source.DISCARD)):
        if is_legal(context.rules, context.view, draw):
            yield from (Line((draw,), line.policy) for line in usual)


def _discards(context: DecisionContext, usual: Sequence[Line], *, hunting: bool) -> Iterator[Line]:
    """Yield variants of the *usual* lines that end with a different discard."""
    needs = tile_needs(context.rules.tiles)
    for line in usual:
        *plays, last = line.actions
        if not isinstance(last, Discard):
            continue
        after = _after(context.view, plays)
        for tile in _least_needed(needs, Counter(after.mover.rack), hunting=hunting):
            if is_legal(context.rules, after, Discard(tile)):
                yield Line((*plays, Discard(tile)), line.policy)


def _after(view: State, plays: Sequence[Action]) -> State:
    for play in plays:
        assert isinstance(play, Play)
        view = after_play(view, play)
    return view


def _least_needed(needs: TileNeeds, rack: Counter[Tile], *, hunting: bool) -> Iterator[Tile]:
    def need(tile: Tile, target: HandTarget) -> tuple[int, int]:
        return needs.need(rack, tile, target), -tile.number if tile != JOKER else 0

    for target in HandTarget if hunting else (HandTarget.MELDS,):
        yield from sorted(rack, key=partial(need, target=target))[
            : OF_EACH_HUNT if hunting else DISCARDS
        ]
