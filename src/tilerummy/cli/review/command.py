"""Defines the ``tilerummy review`` command."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from tilerummy.cli.files import OutputFile, read_record_file, writing
from tilerummy.cli.options import RECORD_FILE, jobs, no_color, progress_bar, read_seat
from tilerummy.cli.parallel import cores, worker_pool
from tilerummy.cli.render.terminal import Terminal
from tilerummy.cli.review.page import review_page
from tilerummy.cli.review.text import review_lines, together_lines
from tilerummy.records import Record
from tilerummy.review import (
    Depth,
    Review,
    ReviewSettings,
    ReviewWorkers,
    is_written_down,
    review,
    review_json,
)


@click.command("review")
@click.argument("file", type=RECORD_FILE)
@click.option(
    "--seat",
    "who",
    metavar="WHO",
    help="Review only this player, by name or number.  [all human players]",
)
@click.option(
    "--depth",
    type=click.Choice([depth.value for depth in Depth]),
    default=Depth.QUICK.value,
    help="certain: only proven errors; quick: also simulations; deep: more simulations.  [quick]",
)
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Time budget per seat.")
@jobs
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option(
    "--html",
    type=OutputFile(),
    metavar="OUT",
    help="Write a page with a graph to this file.",
)
@no_color
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
    """Review the game in FILE: the value of each decision, and how much was luck.

    Each decision is compared with its alternatives, using only what that seat could see. Proven
    errors are found first: a missed win or opening, or a discard that gives the next player a win.
    Then the rest of the round is simulated with sampled deals that fit the seat's view. A
    significant loss of 2, 5 or 10 percentage points in the chance of winning is an inaccuracy, a
    mistake or a blunder.

    By default, every human player whose tiles are recorded is reviewed, or every seat if only
    computers play.
    """
    record = read_record_file(file)
    seats = seats_to_review(record, who)
    count = 1 if depth == Depth.CERTAIN else jobs or cores()
    reviews = []
    try:
        with review_workers(count) as team, progress_bar("Reviewing", 100 * len(seats)) as show:
            for place, seat in enumerate(seats):
                settings = ReviewSettings(
                    depth=Depth(depth),
                    seconds=seconds,
                    workers=team,
                    progress=_part(show, place),
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
        _show(record, reviews, Terminal(colour=not no_color))


def seats_to_review(record: Record, who: str | None) -> list[int]:
    """Return the seats to review: *who*'s seat, by name or number, or every human player's seat.

    Raises ClickException if there is no such seat, or if the record shows no tiles.
    """
    if who is not None:
        return [read_seat(record, who)]
    known = [seat for seat in range(record.seats) if is_written_down(record, seat)]
    if not known:
        raise click.ClickException(
            "the record shows no player's tiles, so nothing can be reviewed."
        )
    return [seat for seat in known if record.players[seat].kind == "person"] or known


def _part(show: Callable[..., None], place: int) -> Callable[[float], None]:
    """Return a function that reports the progress of one review as part of the overall progress.

    *place* is the review's index.
    """
    return lambda share: show(completed=100 * (place + share))


@contextmanager
def review_workers(processes: int) -> Iterator[ReviewWorkers]:
    """Yield workers that run reviews in *processes* processes, or in the current one if it is 1."""
    if processes == 1:
        yield ReviewWorkers()
        return
    pool = worker_pool(processes)
    try:
        yield ReviewWorkers(pool.map, processes)
    finally:
        pool.shutdown(cancel_futures=True)


def _show(record: Record, reviews: list[Review], terminal: Terminal) -> None:
    seats = len(record.players)
    terminal.show([f"{record.ruleset}, {seats} players, depth {reviews[0].depth}"])
    for found in reviews:
        terminal.show(["", *review_lines(record, found, terminal.width)])
    terminal.show([*together_lines(record, reviews, terminal.width)])
