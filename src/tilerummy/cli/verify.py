"""``tilerummy verify``: checks that the deals in recorded games were determined in advance."""

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
    """Check that the deals in each FILE were determined in advance.

    FILE is a game record, as text or JSON lines. Records from a server contain each commitment and
    each seed. Records from `tilerummy play` have no commitment, so their deals can only be compared
    with their seeds.

    For every round, the seed revealed at the end must match the commitment made before the deal.
    Combined with the players' contributions, it must produce exactly the tiles that were dealt.
    Compare the commitment printed here with the one that you saw at the table.

    The exit status is 1 if any round does not match its commitment, or has none.
    """
    good = [_show(file, read_record_file(file)) for file in files]
    sys.exit(0 if all(good) else 1)


def _show(file: str, record: Record) -> bool:
    try:
        rounds = verify(record)
    except ValueError as error:
        raise click.ClickException(f"{file}: {error}") from None
    if not rounds:
        click.echo(f"{file}: there are no rounds to verify.")
    for verified in rounds:
        click.echo(f"{file}, round {verified.number + 1}: {_verdict(verified)}")
        if verified.shown:
            click.echo(f"  commitment {verified.shown}")
        if verified.label:
            click.echo(f"  label      {verified.label}")
    return bool(rounds) and all(rounds)


def _verdict(verified: Verified) -> str:
    if verified.shown is None:
        return "the seed was not revealed."
    if not verified.dealt:
        return "the seed gives a different deal."
    if verified.promised is None:
        return "the seed gives this deal, but the record has no commitment to compare it with."
    if verified.promised != verified.shown:
        return f"the seed does not match the commitment: {verified.promised}"
    return "the deal matches the commitment."
