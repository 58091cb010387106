"""``tilerummy verify``: checks that the deals of recorded games were fixed beforehand."""

from __future__ import annotations

import sys

import click

from tilerummy.cli.files import read_record_file
from tilerummy.cli.options import RECORD_FILE
from tilerummy.records import Record, Verified, verify


@click.command("verify")
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=RECORD_FILE,
)
def verify_command(files: tuple[str, ...]) -> None:
    """Check that the deals in each FILE were fixed before anybody could choose them.

    A FILE is the record of a game, as text or as JSON lines. Those of a server keep each promise
    and each seed; those of `tilerummy play` keep no promise, so they can only be compared with
    their seed.

    For every round: is the seed that was shown at its end the one that was promised before the
    deal, and does it give, with what the players put in, the tiles as they were dealt?
    Compare the promise printed here with the one that you saw at the table.

    Exits with 1 if a round does not hold what was promised, or nothing was promised.
    """
    good = [_show(file, read_record_file(file)) for file in files]
    sys.exit(0 if all(good) else 1)


def _show(file: str, record: Record) -> bool:
    try:
        rounds = verify(record)
    except ValueError as error:
        raise click.ClickException(f"{file}: {error}") from None
    if not rounds:
        click.echo(f"{file}: no round has begun, so there is nothing to verify.")
    for verified in rounds:
        click.echo(f"{file}, round {verified.number + 1}: {_verdict(verified)}")
        if verified.shown:
            click.echo(f"  promise {verified.shown}")
        if verified.label:
            click.echo(f"  label   {verified.label}")
    return bool(rounds) and all(rounds)


def _verdict(verified: Verified) -> str:
    if verified.shown is None:
        return "the seed was not shown."
    if not verified.dealt:
        return "the seed gives another deal."
    if verified.promised is None:
        return "the seed gives this deal, but the record keeps no promise to compare it with."
    if verified.promised != verified.shown:
        return f"the seed is not the one that was promised: {verified.promised}"
    return "the deal is the one that was promised."
