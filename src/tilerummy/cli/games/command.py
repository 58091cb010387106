"""``tilerummy games``: exports games from a server's store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilerummy.cli.files import OutputFile, data_directory
from tilerummy.cli.simulate.rows import write_rows
from tilerummy.cli.store import entries_bar, open_stored, plain_errors
from tilerummy.message_text import counted

if TYPE_CHECKING:
    from tilerummy.cli.simulate.rows import Batch


@click.group("games", help="Export the public games from a server's store.")
def games_command() -> None:
    """Work with the games in a server's store."""


@games_command.command("export")
@click.argument("store", metavar="[STORE]", required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "parquet"]),
    help="JSON lines or Parquet.  [from the suffix of FILE, or jsonl]",
)
@click.option("--names", is_flag=True, help="Include player names, in a column `name`.")
@click.option(
    "--out",
    type=OutputFile(),
    metavar="FILE",
    help="The output file.  [standard output, JSON lines only]",
)
def export_command(*, store: str | None, form: str | None, names: bool, out: Path | None) -> None:
    """Write all games that their players have made public, one row per turn.

    STORE is a --data folder, an SQLite file or a database, as in tilerummy store; the default is
    the store of tilerummy serve. A server may be using it. Only completed rounds are written.
    Private games, unfinished games and names are omitted. The columns are the same as in tilerummy
    simulate, preceded by the game's id, its rules and its number of seats.
    """
    if form == "parquet" and out is None:
        raise click.UsageError("Parquet needs an output file: name it with --out.")
    games, unfinished = 0, list[str]()
    with plain_errors():

        def counting(batches: Iterator[Batch]) -> Iterator[Batch]:
            nonlocal games
            for batch in batches:
                games += 1
                yield batch

        from tilerummy.cli.games.rows import COLUMNS, game_batches

        where = store or str(data_directory() / "server")
        with open_stored(where) as archive, entries_bar(archive, "Reading") as progress:
            batches = counting(
                game_batches(
                    archive,
                    names=names,
                    progress=progress,
                    damaged=_tell_damage,
                    unfinished=unfinished.append,
                )
            )
            rows = write_rows(batches, out, COLUMNS, form=form)
    click.echo(f"Public games: {games:,}, with {rows:,} turns.", err=True)
    if unfinished:
        left_out = counted(len(unfinished), "public game")
        click.echo(f"Left out: {left_out} without a finished round.", err=True)


def _tell_damage(game: str) -> None:
    click.echo(f"Game {game} is damaged and was left out.", err=True)
