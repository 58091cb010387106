"""``tilerummy puzzles make``: mines puzzles from self-play or from records."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tilerummy.cli.arena.executors import cores, in_processes, on_ray
from tilerummy.cli.files import OutputFile, read_record_file, writing
from tilerummy.puzzles import puzzle_json
from tilerummy.puzzles.mining.collecting import PuzzleCollector
from tilerummy.puzzles.mining.jobs import MinedRound, MiningJob, mine, mining_jobs
from tilerummy.quoting import install_command

_Executor = Callable[[Iterable[MiningJob]], Iterator[MinedRound]]


@click.group("puzzles")
def puzzles_command() -> None:
    """Make puzzles: `tilerummy puzzles make --help`. To solve one: `tilerummy puzzle`."""


@puzzles_command.command("make")
@click.option("--seed", default="", metavar="WORDS", help="Other rounds: any words.")
@click.option("--count", type=click.IntRange(1), default=100, help="How many puzzles.  [100]")
@click.option(
    "--from",
    "files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="From this recorded game instead of self-play; can be given several times.",
)
@click.option("--jobs", type=click.IntRange(1), help="Processes.  [one for each core]")
@click.option("--ray", "cluster", metavar="ADDRESS", help="Work on this Ray cluster, or: local.")
@click.option(
    "--out",
    type=OutputFile(),
    metavar="FILE",
    help="Write to this file instead of the terminal.",
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
    """Write puzzles, a line of JSON for each, the easiest first.

    They come from self-play, or from recorded games, at most two of a round. Every one is proven to
    have one set of tiles that reaches its goal, no two are alike, and they are spread over
    difficulties and themes. The same options give the same puzzles, on any number of processes.
    From records there may be fewer than were asked for.
    """
    records = [read_record_file(file) for file in files]
    collector = PuzzleCollector(count)
    mined = _executor(jobs, cluster)(mining_jobs(seed, records))
    _collect(mined, collector)
    lines = [json.dumps(puzzle_json(p), separators=(",", ":")) for p in collector.puzzles()]
    text = "".join(f"{line}\n" for line in lines)
    if out is None:
        click.echo(text, nl=False)
        return
    with writing(out):
        out.write_text(text, encoding="utf-8")


def _executor(jobs: int | None, cluster: str | None) -> _Executor:
    if cluster is not None:
        if find_spec("ray") is None:
            raise click.ClickException(f"--ray needs the package ray: {install_command('ray')}")
        return on_ray(cluster, mine)
    count = jobs or cores()
    return _here if count == 1 else in_processes(count, mine)


def _here(jobs: Iterable[MiningJob]) -> Iterator[MinedRound]:
    """Look through the rounds in this process."""
    yield from map(mine, jobs)


def _collect(mined: Iterator[MinedRound], collector: PuzzleCollector) -> None:
    """Collect puzzles until there are enough, with a progress bar in a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("Puzzles"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    hidden = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        bar = progress.add_task("puzzles", total=collector.count)
        for found in mined:
            collector.add(found)
            progress.update(bar, completed=len(collector))
            if collector.is_full:
                break
