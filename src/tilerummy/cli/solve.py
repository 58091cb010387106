"""``tilerummy solve``: finds the best play in each position, one line of JSON per position."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import BinaryIO

import click

from tilerummy.cli.files import writing
from tilerummy.deadline import Deadline
from tilerummy.pictures import draw
from tilerummy.protocol.json_lines import Answer, reply_to_all
from tilerummy.protocol.solve import SolvedQuestion, solved

_HELP = """Find the best play in positions.

Reads questions from each FILE or from standard input, one JSON object per line, and writes one line
for each immediately, in order. If a question has an id, its result has the same id.

\b
A question:
  {"table": "k1 k2 k3 / r4 b4 o4", "rack": "k4 r1 o9"}
  table, rack       before the play; the table may be empty
  table_tiles       instead of table, its tiles in any order; they are arranged
                    together with as many rack tiles as possible
  arrangements      the maximum number of arrangements of table_tiles to find
  objective         tiles (the default) for the most rack tiles, then the most
                    points; points for the most points, then the most tiles,
                    where a joker counts with its value on a rack
  ruleset           a preset, with house rules if any, such as
                    sabra+initial_meld.points=50; default: sabra
  options           house rules as an object; default: none
  players           1 to 6; default: 4, or the maximum
  opened            true (the default) if the initial meld has been laid
  opened_this_turn  true if it was laid in this turn; default: false
  free              McGraw: the free tiles; default: none
  free_usable, must_play_jokers
                    McGraw: true or false; default: false

\b
A result:
  tiles, points     the number of rack tiles placed, and their points
  play              the complete table after the play, or the unchanged table if
                    nothing can be played
  opening           the table after the opening, if the best turn is an opening
                    followed by another play
  rack              the tiles left on the rack
  proven            true if no legal play is better; false if this is unknown,
                    because --budget ran out or there are too many jokers
  tidy              false if an equally good play may leave more melds unchanged;
                    otherwise left out
  explained         false if there may be simpler steps; otherwise left out
  steps             instructions, one sentence per step
  closed            International: the best closed hand that can be declared
                    instead, with the tile to discard; otherwise left out
  arrangements, complete
                    the requested arrangements, and true if these are all
  best, leftover    if there are none: a table of as many tiles as possible, and
                    the remaining tiles

Among equally good plays, the result leaves the most melds unchanged.

The exit status is 1 if a line could not be read or solved, otherwise 0. Results are in ASCII.
"""


_LONGEST = 60
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


@click.command("solve", help=_HELP)
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.File("rb"))
@click.option(
    "--svg",
    "folder",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write pictures of the positions before and after each play to this folder.",
)
@click.option(
    "--budget",
    type=click.IntRange(1),
    metavar="MS",
    help="Time limit per line in milliseconds, including the steps; results may be unproven.",
)
@click.pass_context
def solve_command(
    ctx: click.Context, files: tuple[BinaryIO, ...], folder: str | None, budget: int | None
) -> None:
    """Find the best play in each position; exit with status 1 if a line has no result."""
    numbers = count(1)

    def answer(question: Mapping[str, object]) -> Answer:
        number = next(numbers)
        found = solved(question, deadline=Deadline(budget))
        if folder is not None:
            with writing(Path(folder)):
                _write_pictures(Path(folder), number, question.get("id"), found)
        return found.answer

    if not reply_to_all(files or (sys.stdin.buffer,), answer, click.echo):
        ctx.exit(1)


def _write_pictures(folder: Path, number: int, identity: object, found: SolvedQuestion) -> None:
    """Write pictures of the table before and after the play to *folder*.

    The rack is shown below the table. The folder is created if needed. File names start with the
    question's *number*, which makes them unique, followed by its id in a form that is safe to use.
    Raises OSError if a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    name = "-".join(filter(None, (f"{number:04d}", _safe(identity))))
    for when, table, rack in (
        ("before", found.before, found.rack),
        ("after", found.after, found.left),
    ):
        path = folder / f"{name}-{when}.svg"
        picture = draw([[repr(meld) for meld in table], [str(rack)]])
        path.write_text(f"{picture}\n", encoding="utf-8")


def _safe(identity: object) -> str:
    """Return an id with unsafe characters replaced by hyphens.

    Returns "" if *identity* is neither a string nor an integer.
    """
    if isinstance(identity, bool) or not isinstance(identity, str | int):
        return ""
    return _UNSAFE.sub("-", str(identity))[:_LONGEST].strip("-")
