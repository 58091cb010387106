"""Reads the positions of the solver suite; run it to compare all results with the optimum."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from tilerummy.jokers import JokerLaw, JokerMelds
from tilerummy.melds import Group, Meld, Run, Table, fits
from tilerummy.solver import Problem, solve
from tilerummy.tiles import COLOURS, JOKER, Rack, Tile, TileSet

POSITIONS = Path(__file__).parents[2] / "tests" / "solver" / "positions.jsonl"


def suite() -> Iterator[tuple[str, Problem]]:
    """Yield the tier and the problem of every position."""
    for line in POSITIONS.read_text().splitlines():
        position = json.loads(line)
        yield position["tier"], suite_problem(position)


def main() -> None:
    """Print the positions whose stored optimum is not reached or not proven."""
    for line in POSITIONS.read_text().splitlines():
        position = json.loads(line)
        solution = solve(suite_problem(position))
        if len(solution.placed) != position["opt_tiles"] or not solution.proven:
            print(position["id"], len(solution.placed), "of", position["opt_tiles"], flush=True)


def suite_problem(position: Mapping[str, object]) -> Problem:
    """Return a position's problem, with free jokers and without the tie-break."""
    rules, melds, rack = position["rules"], position["table"], position["rack"]
    assert isinstance(rules, dict)
    assert isinstance(melds, list)
    assert isinstance(rack, list)
    tiles = TileSet(
        numbers=rules["numbers"],
        colours=rules["colors"],
        copies=rules["copies"],
        jokers=rules["jokers"],
    )
    return Problem(
        rack=Rack(map(_tile, rack)),
        table=Table(_meld([*map(_tile, meld)], tiles) for meld in melds),
        tiles=tiles,
        law=JokerLaw(melds=JokerMelds.FREE),
        tidy=False,
    )


def _tile(name: str) -> Tile:
    """Return the tile *name*, in the suite's notation with the colours a to h."""
    return JOKER if name == "J" else Tile.of(COLOURS["abcdefgh".index(name[0])], int(name[1:]))


def _meld(row: list[Tile], tiles: TileSet) -> Meld:
    """Return a row of tiles as a meld, preferring a run to a group."""
    place, first = next((i, tile) for i, tile in enumerate(row) if tile.is_numbered)
    start = first.number - place
    if 1 <= start <= tiles.numbers - len(row) + 1:
        faces = tuple(Tile.of(first.colour, start + i) for i in range(len(row)))
        wild = tuple(f for f, tile in zip(faces, row, strict=True) if tile == JOKER)
        run = Run(faces, wild)
        if fits(run, tiles) and all(t in (JOKER, f) for f, t in zip(faces, row, strict=True)):
            return run
    numbered = tuple(sorted(tile for tile in row if tile.is_numbered))
    return Group(numbered, row.count(JOKER))


if __name__ == "__main__":
    main()
