"""``tilerummy puzzles make``: creates puzzles from self-play or from records."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tilerummy.cli.files import OutputFile, read_record_file, writing
from tilerummy.cli.options import RECORD_FILE, cluster, jobs, progress_bar
from tilerummy.cli.parallel import executor_of
from tilerummy.puzzles import puzzle_json
from tilerummy.puzzles.mining import PuzzleCollector, mine, mining_jobs


@click.group("puzzles")
def puzzles_command() -> None:
    """Make puzzles: `tilerummy puzzles make --help`. To solve one: `tilerummy puzzle`."""


@puzzles_command.command("make")
@click.option("--seed", default="", metavar="WORDS", help="Seed for the rounds: any text.")
@click.option("--count", type=click.IntRange(1), default=100, help="Number of puzzles.  [100]")
@click.option(
    "--from",
    "files",
    multiple=True,
    type=RECORD_FILE,
    metavar="FILE",
    help="Search this recorded game instead of self-play; can be repeated.",
)
@jobs
@cluster
@click.option(
    "--out",
    type=OutputFile(),
    metavar="FILE",
    help="The output file.  [standard output]",
)
def make_command(
    *,
    seed: str,
    count: int,
    files: tuple[str, ...],
    jobs: int | None,
    cluster: str | None,
    out: Path | None,
) -> None:
    """Write puzzles, one line of JSON each, easiest first.

    They come from self-play or from recorded games, at most two per round. Each is proven to have
    exactly one set of tiles that reaches its goal, all are distinct, and they cover all
    difficulties and themes. The same options give the same puzzles with any number of processes.
    Records may yield fewer puzzles than requested.
    """
    records = [read_record_file(file) for file in files]
    collector = PuzzleCollector(count)
    with progress_bar("Puzzles", collector.count) as show:
        for found in executor_of(mine, jobs, cluster)(mining_jobs(seed, records)):
            collector.add(found)
            show(completed=len(collector))
            if collector.is_full:
                break
    lines = [json.dumps(puzzle_json(p), separators=(",", ":")) for p in collector.puzzles()]
    text = "".join(f"{line}\n" for line in lines)
    if out is None:
        click.echo(text, nl=False)
        return
    with writing(out):
        out.write_text(text, encoding="utf-8")
