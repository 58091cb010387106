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
for each immediately, in order. An id is returned with the answer.

\b
  {"table": "k1 k2 k3 / r4 b4 o4", "rack": "k4 r1 o9"}
  table, rack       before the play; the table may be empty
  table_tiles       instead of table: its tiles in any order, to be arranged
                    with as many of the rack as possible
  objective         tiles: most tiles of the rack, then most points; the default
                    points: most points, a joker as its rack value, then tiles
  ruleset           sabra if left out, or as in sabra+initial_meld.points=50
  options           house rules as an object; none if left out
  players           2 to 4; as many as can play if left out
  opened            initial meld laid before? true if left out
  opened_this_turn  laid this turn? false if left out
  free, free_usable, must_play_jokers
                    McGraw: none, and false, if left out

\b
The answer:
  tiles, points     the number of rack tiles placed, and their points
  play              the complete table after the play; unchanged if there is none
  opening           the table in between if the best turn is an opening and a play
  rack              the remaining tiles
  proven            true: no legal play is better; false: unknown, because
                    --budget ran out or there are too many jokers
  tidy              false if an equally good play may leave more melds unchanged;
                    otherwise left out
  explained         false if there may be simpler steps; otherwise left out
  steps             instructions, one sentence per step

Among equally good plays, the result leaves the most melds unchanged.

Exits with 1 if a line could not be answered, otherwise with 0. Answers are in ASCII.
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
    help="Write a picture of before and after each answer into this folder.",
)
@click.option(
    "--budget",
    type=click.IntRange(1),
    metavar="MS",
    help="Time limit per line in milliseconds, steps included; results may be unproven.",
)
@click.pass_context
def solve_command(
    ctx: click.Context, files: tuple[BinaryIO, ...], folder: str | None, budget: int | None
) -> None:
    """Find the best play in each position; exit with status 1 if a line could not be answered."""
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
