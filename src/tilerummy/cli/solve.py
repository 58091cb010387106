"""``tilerummy solve``: finds the best play of positions, a line of JSON for each."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

import click

from tilerummy.cli.files import writing
from tilerummy.cli.render.pictures import write_pictures
from tilerummy.deadline import Deadline
from tilerummy.protocol.json_lines import Answer, reply_to_all
from tilerummy.protocol.solve import solved

_HELP = """Find the best play of positions.

Reads questions from each FILE, or from standard input, a JSON object on each line, and writes
one line for each, in order and at once. An id is given back with the answer.

\b
  {"table": "k1 k2 k3 / r4 b4 o4", "rack": "k4 r1 o9"}
  table, rack       before the play; the table may be empty
  table_tiles       in the place of table: its tiles in any order, to be
                    arranged with as many of the rack as possible
  objective         tiles: most tiles of the rack, then most points (left out)
                    points: most points, a joker as its rack value, then tiles
  ruleset           sabra if left out, or as in sabra+initial_meld.points=50
  options           house rules as an object; none if left out
  players           2 to 4; as many as can play if left out
  opened            initial meld laid before? true if left out
  opened_this_turn  laid in this very turn? false if left out
  free, free_usable, must_play_jokers
                    McGraw: none, and false, if left out

\b
The answer:
  tiles, points     how many tiles of the rack are placed, and their points
  play              the whole table after; the table itself if nothing can be played
  opening           the table between, where an opening and a play are best together
  rack              what is left
  proven            true: no play that the rules allow is better; false: not
                    known, where --budget ran out or there are too many jokers
  tidy              false where a play as good may leave more melds as they are;
                    left out if that is known, and where proven is false
  explained         false where there may be simpler steps; left out if not
  steps             how to do it, a sentence for each move of the hand

Of equally good plays the one that leaves most melds of the table as they are is given.

Exits with 1 if a line could not be answered, else with 0. Answers are in ASCII.
"""


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
    help="Answer each line within so many milliseconds, steps and all; then it may not be proven.",
)
@click.pass_context
def solve_command(
    ctx: click.Context, files: tuple[BinaryIO, ...], folder: str | None, budget: int | None
) -> None:
    """Find the best play of positions; exit with 1 if a line could not be answered."""
    if not reply_to_all(files or (sys.stdin.buffer,), _Solver(folder, budget).answer, click.echo):
        ctx.exit(1)


class _Solver:
    """Answers questions, and writes pictures of the answers if there is a folder for them."""

    def __init__(self, folder: str | None, budget: int | None) -> None:
        self.folder, self.budget = folder, budget
        self.count = 0

    def answer(self, question: Mapping[str, object]) -> Answer:
        """Return the answer to *question*; raises QuestionError."""
        self.count += 1
        found = solved(question, deadline=Deadline(self.budget))
        if self.folder is not None:
            with writing(Path(self.folder)):
                write_pictures(Path(self.folder), self.count, question.get("id"), found)
        return found.answer
