"""Plots the solver's cost against the size of the tile set and of the rack.

``python -m benchmarks.solver.growth`` writes ``growth.svg`` in this folder.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter

from tests.solver.problems.random_melds import random_meld

from tilerummy.jokers import JokerLaw, JokerMelds
from tilerummy.melds import Meld, Table
from tilerummy.solver import Problem, solve
from tilerummy.tiles import JOKER, Rack, Tile, TileSet

PICTURE = Path(__file__).with_name("growth.svg")
POSITIONS = 40
"""The number of random positions for each point in the plot."""
AXES: dict[str, dict[int, tuple[TileSet, int]]] = {
    "numbers": {n: (TileSet(numbers=n), 14) for n in (5, 9, 13, 17, 21, 26)},
    "colours": {n: (TileSet(colours=n), 14) for n in (3, 4, 5, 6, 7, 8)},
    "copies": {n: (TileSet(copies=n), 14) for n in (1, 2, 3, 4)},
    "jokers": {n: (TileSet(jokers=n), 14) for n in (0, 1, 2, 3, 4)},
    "tiles on the rack": {n: (TileSet(), n) for n in (4, 8, 14, 20, 28, 36)},
}
"""For each parameter, its values, each with the tile set and the rack size."""


def positions(tiles: TileSet, rack: int) -> Iterator[Problem]:
    """Yield random positions with half of the tiles on the table, including a joker if any."""
    rng = Random(11)
    for _ in range(POSITIONS):
        bag = [t for t in tiles if t.is_numbered]
        rng.shuffle(bag)
        wanted, jokers = len(bag) // 2, tiles.jokers
        melds: list[Meld] = []
        while sum(map(len, melds)) < wanted:
            made = random_meld(rng, tiles, bag, min(1, jokers - jokers // 2))
            if made is None:
                break
            jokers -= made.jokers
            melds.append(made)
        hand: list[Tile] = bag[: rack - min(jokers, rack)] + [JOKER] * min(jokers, rack)
        yield Problem(
            rack=Rack(hand),
            table=Table(melds),
            tiles=tiles,
            law=JokerLaw(melds=JokerMelds.FREE),
            tidy=False,
        )


def costs(tiles: TileSet, rack: int) -> list[float]:
    """Return the milliseconds for each position."""
    found = []
    for problem in positions(tiles, rack):
        start = perf_counter()
        solve(problem)
        found.append((perf_counter() - start) * 1000)
    return sorted(found)


def lines() -> Iterator[str]:
    """Draw the plot, and yield the medians along every axis as a Markdown list."""
    import matplotlib.pyplot as plt

    figure, panels = plt.subplots(1, len(AXES), figsize=(15, 3.4), sharey=True)
    for panel, (axis, points) in zip(panels, AXES.items(), strict=True):
        measured = {n: costs(*made) for n, made in points.items()}
        medians = [statistics.median(times) for times in measured.values()]
        worst = [times[-1] for times in measured.values()]
        panel.plot([*measured], medians, marker="o", color="#1f5f99", label="median")
        panel.plot([*measured], worst, marker="^", color="#b4541a", label="worst")
        panel.set(xlabel=axis, yscale="log", xticks=[*measured])
        panel.grid(alpha=0.3)
        values = ", ".join(f"{n}: {m:.2f}" for n, m in zip(measured, medians, strict=True))
        yield f"- {axis} (median ms): {values}"
    panels[0].set_ylabel("ms per solve")
    panels[0].legend(frameon=False)
    figure.suptitle("The cost of solving: most tiles, free jokers, half of the tiles on the table")
    figure.tight_layout()
    plt.rcParams["svg.hashsalt"] = "growth"
    figure.savefig(PICTURE, metadata={"Date": None})


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
