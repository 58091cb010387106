"""Converts turns that policies have played to actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tilerummy.melds import Table
from tilerummy.rules import Ruleset
from tilerummy.simulator.packing import round_numbers, rules_numbers, source_of
from tilerummy.simulator.policies import Policy
from tilerummy.solver import HAS_KERNEL
from tilerummy.solver.kernel import unpacked_meld
from tilerummy.state import Action, Declare, Discard, Draw, GoOut, Pass, Play, Source, State
from tilerummy.tiles import Tile

if HAS_KERNEL:
    from tilerummy import _kernel  # a compiled module, outside the layers


ALL: Final = 2**31 - 1
"""The maximum number of turns in a round."""


@dataclass(frozen=True, slots=True)
class LoggedTurn:
    """A turn played by a policy: the source of its draw, the table after each play, and its ending.

    ``placed`` is the number of tiles laid from the rack.
    """

    source: Source | None
    tables: tuple[Table, ...]
    placed: int
    end: Discard | Declare | None

    def actions(self, table: Table) -> tuple[Action, ...]:
        """Return the turn's actions, given the *table* at the start of the turn."""
        plays = [*_plays(table, self.tables)]
        if self.end is None:  # a game without discards
            return (*plays, Pass() if self.source is None else Draw())
        if self.source is Source.TRUMP:
            tile = self.end.discard if isinstance(self.end, Declare) else self.end.tile
            return (GoOut(tuple(plays), tile),)
        drawn = () if self.source is None else (Draw(self.source),)
        return (*drawn, *plays, self.end)


def logged_turns(
    rules: Ruleset,
    state: State,
    policies: Sequence[Policy],
    seed: int,
    *,
    turns: int = ALL,
) -> Iterator[LoggedTurn]:
    """Continue a round from *state* with the given policies, and yield up to *turns* turns."""
    start = round_numbers(rules, state, policies, seed)
    numbers = rules_numbers(rules, len(policies))
    for source, logged, tile, declared in _kernel.play_logged(numbers, start, turns):
        plays = logged[: len(logged) - declared]
        tables = tuple(Table(map(unpacked_meld, packed)) for packed, _, _ in plays)
        end = None if tile is None else (Declare if declared else Discard)(Tile(tile))
        placed = sum(len(tiles) for _, tiles, _ in plays)
        yield LoggedTurn(source_of(source), tables, placed, end)


def _plays(table: Table, tables: Sequence[Table]) -> Iterator[Play]:
    for after in tables:
        yield Play.between(table, after)
        table = after
