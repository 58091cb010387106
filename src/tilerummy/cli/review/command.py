"""``tilerummy review``: what a recorded game was for its players."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from tilerummy.cli.arena.executors import cores
from tilerummy.cli.files import OutputFile, read_record_file, writing
from tilerummy.cli.render.terminal import Screen
from tilerummy.cli.review.page import review_page
from tilerummy.cli.review.processes import workers
from tilerummy.cli.review.text import review_lines, together_lines
from tilerummy.records import Record
from tilerummy.records.text.seat_names import Names
from tilerummy.review import Depth, Review, ReviewSettings, is_written_down, review, review_json


@click.command("review")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--seat", "who", metavar="WHO", help="Of this player: name or number.  [all people]")
@click.option(
    "--depth",
    type=click.Choice([depth.value for depth in Depth]),
    default=Depth.QUICK.value,
    help="Only what is certain; besides, rounds played on; or many more rounds.  [quick]",
)
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), help="Take so long for each seat."
)
@click.option("--jobs", type=click.IntRange(1), help="Processes.  [one for each core]")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option(
    "--html",
    type=OutputFile(),
    metavar="OUT",
    help="Write a page with a graph to this file.",
)
@click.option("--no-color", is_flag=True, help="No colours; NO_COLOR does the same.")
def review_command(  # noqa: PLR0913  one parameter for each option
    *,
    file: str,
    who: str | None,
    depth: str,
    seconds: float | None,
    jobs: int | None,
    as_json: bool,
    html: Path | None,
    no_color: bool,
) -> None:
    """Tell what the game in FILE was: what each decision was worth, and what was luck.

    For every decision of a seat it compares what was done with what else could have been done, from
    what that seat could know. First comes what is certain: going out or an opening missed, a
    discard with which the next player goes out. Then rounds are played on in worlds that fit what
    the seat saw. An error of 2, 5 or 10 points of winning chance is an inaccuracy, a mistake or a
    blunder, if it is sure.

    Without --seat it is the review of every person whose tiles were written down, or of all where
    only computer players sit.
    """
    record = read_record_file(file)
    seats = _seats(record, who)
    count = 1 if depth == Depth.CERTAIN else jobs or cores()
    reviews = []
    try:
        with workers(count) as team, _progress() as show:
            for place, seat in enumerate(seats):
                settings = ReviewSettings(
                    depth=Depth(depth),
                    seconds=seconds,
                    workers=team,
                    progress=_part(show, place, len(seats)),
                )
                reviews.append(review(record, seat, settings))
    except ValueError as error:
        raise click.ClickException(f"{file}: {error}.") from None
    if html is not None:
        with writing(html):
            html.write_text(review_page(record, reviews), encoding="utf-8")
    if as_json:
        click.echo(json.dumps(review_json(record, reviews), ensure_ascii=False))
    elif html is None:
        _show(record, reviews, Screen(colour=not no_color))


def _seats(record: Record, who: str | None) -> list[int]:
    """Return the seats to review."""
    if who is not None:
        try:
            return [Names(record.names).read(f"seat {who}" if who.isdecimal() else who)]
        except ValueError as error:
            raise click.BadParameter(f"{error}.", param_hint="--seat") from None
    known = [seat for seat in range(record.seats) if is_written_down(record, seat)]
    if not known:
        raise click.ClickException("nobody's tiles were written down, so nothing can be reviewed.")
    return [seat for seat in known if record.players[seat].kind == "person"] or known


@contextmanager
def _progress() -> Iterator[Callable[[float], None]]:
    """Yield what shows the share that is done, on the terminal if there is one."""
    console = Console(stderr=True)
    columns = (TextColumn("Reviewing"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda share: bar.update(task, completed=share)


def _part(show: Callable[[float], None], place: int, number: int) -> Callable[[float], None]:
    """Return what shows the share of one of several reviews."""
    return lambda share: show((place + share) / number)


def _show(record: Record, reviews: list[Review], terminal: Screen) -> None:
    seats = len(record.players)
    terminal.show([f"{record.ruleset}, {seats} players, depth {reviews[0].depth}"])
    for found in reviews:
        terminal.show(["", *review_lines(record, found, terminal.width)])
    terminal.show([*together_lines(record, reviews, terminal.width)])
