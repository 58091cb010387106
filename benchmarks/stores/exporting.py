"""The speed of ``tilerummy games export``: ``python -m benchmarks.stores.exporting [GAMES]``."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from benchmarks.stores.copying import fill
from benchmarks.stores.games import played, repeated
from tilerummy.cli.games.rows import COLUMNS, game_batches
from tilerummy.cli.simulate.rows import write_json_lines, write_parquet
from tilerummy.server.store.factory import open_archive

GAMES = 500
PLAYED = 20
"""The number of distinct games to play; the rest repeat them at other tables."""


def lines(games: int = GAMES) -> Iterator[str]:
    """Fill a store with public games, and write them in both formats."""
    yield "| format | rows | games/s | rows/s | CPU-µs per row | bytes per row |"
    yield "|---|---:|---:|---:|---:|---:|"
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:///{folder}/db"
        some = [*repeated(played(PLAYED), games)]
        with open_archive(store, copy=True) as archive:
            with archive.transaction():
                archive.insert("public_games", [(game[0].room, 0) for game in some])
            fill(archive, some)
        for form in ("JSON lines", "Parquet"):
            if form == "Parquet" and find_spec("pyarrow") is None:
                yield "| Parquet | pyarrow is not here: `pip install 'tilerummy[data]'` |||||"
                continue
            yield _line(form, store, Path(folder) / "out", games)


def _line(form: str, store: str, out: Path, games: int) -> str:
    """Write a store's games in one format, and return a row of the table."""
    began, cpu = time.perf_counter(), time.process_time()
    with open_archive(store) as archive:
        batches = game_batches(
            archive,
            names=False,
            progress=lambda _: None,
            damaged=_damaged,
            unfinished=lambda _: None,
        )
        if form == "Parquet":
            rows = write_parquet(batches, out, COLUMNS)
        else:
            with out.open("wb") as file:
                rows = write_json_lines(batches, file)
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    return (
        f"| {form} | {rows:,} | {games / seconds:,.0f} | {rows / seconds:,.0f} |"
        f" {cpu / rows * 1e6:.0f} | {out.stat().st_size / rows:.0f} |"
    )


def _damaged(game: str) -> None:
    raise AssertionError(game)


def main() -> None:
    """Print the figures."""
    for line in lines(*map(int, sys.argv[1:])):
        print(line, flush=True)


if __name__ == "__main__":
    main()
