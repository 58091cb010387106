"""``tilerummy referee``: questions about plays, hands and scores, a line of JSON for each."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import BinaryIO

import click

from tilerummy.cli.lines import reply
from tilerummy.cli.protocol import answer


@click.command("referee")
@click.argument("files", nargs=-1, type=click.File("rb"))
@click.pass_context
def referee_command(ctx: click.Context, files: tuple[BinaryIO, ...]) -> None:
    """Judge plays, hands and scores.

    Reads questions from FILES, or from standard input, a JSON object on each line, and writes
    one line for each, in order and at once. A question names the tables before and after a play,
    fourteen tiles, the racks at the end of a round, or a position and an action in notation.

    Exits with 1 if a line could not be answered, else with 0.
    """
    lines = (line for file in files or (sys.stdin.buffer,) for line in file)
    if not _answer(lines):
        ctx.exit(1)


def _answer(lines: Iterable[bytes]) -> bool:
    """Write an answer for each line; return whether there was one for all."""
    all_answered = True
    for line in lines:
        text, answered = reply(line, answer)
        click.echo(text)
        all_answered &= answered
    return all_answered
