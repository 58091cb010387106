"""``tilerummy store``: updates, checks or copies a server's store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from tilerummy.cli.options import progress_bar
from tilerummy.message_text import counted

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from tilerummy.server.store.copying import Archive, Damage

_HELP = """Update, check or copy a server's store.

\b
A STORE is
  a folder                 the --data folder, with the file tables.sqlite
  a file                   an SQLite database
  postgresql://HOST/NAME   a PostgreSQL database, as in --database

\b
To move a server to PostgreSQL, stop it, then
  createdb --encoding UTF8 tiles
  tilerummy store copy /var/lib/tiles postgresql:///tiles
  tilerummy serve --data /var/lib/tiles --database postgresql:///tiles
To move back, swap the two stores and copy to a new file.
"""

_SHOWN = 20
"""The maximum number of damaged tables to list."""


@click.group("store", help=_HELP)
def store_command() -> None:
    """Update, check or copy a server's store."""


@store_command.command("migrate")
@click.argument("store", metavar="STORE")
def migrate_command(*, store: str) -> None:
    """Update a database's schema.

    A server does this when it starts. Use this command if the tables belong to a different database
    user, or to find out how long the update takes. An empty database gets its tables; a file is
    backed up first (tables.sqlite.schema-N).
    """
    with plain_errors():
        from tilerummy.server.store.factory import migrate_store

        before, after = migrate_store(_url(store))
    if before == after:
        click.echo(f"Up to date: schema {after}.")
    else:
        click.echo(f"Updated from schema {before} to {after}.")


@store_command.command("check")
@click.argument("store", metavar="STORE")
@click.pass_context
def check_command(ctx: click.Context, *, store: str) -> None:
    """Read an entire store and compare every entry with its checksum.

    A server may be using it. Also warns about database settings that could lose an acknowledged
    turn. The exit status is 1 if any table is damaged, otherwise 0.
    """
    with plain_errors(), _open(_url(store)) as archive:
        from tilerummy.server.store.copying import check_store

        with entries_bar(archive, "Checking") as progress:
            report = check_store(archive, progress)
        about = archive.about
    click.echo(f"{about.software}: {_held(report.rooms, report.entries)}.")
    for weakness in about.weaknesses:
        click.echo(f"Warning: {weakness}.")
    _tell_damage(report.damaged)
    if report.damaged:
        ctx.exit(1)
    click.echo("Every entry matches its checksum.")


@store_command.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy_command(*, source: str, target: str) -> None:
    """Copy the contents of a store to another one.

    TO is an empty database or a new file. Stop all servers that use either store. Every log is read
    back and its checksums are compared. If the copy is interrupted, run the command again to resume
    it; no server opens TO before the copy is complete. A damaged table is copied unchanged. The
    cookie key is not in the store: it stays in the --data folder.
    """
    with plain_errors():
        first, second = _url(source), _url(target)
        if first == second:
            raise click.UsageError("FROM and TO are the same store.")
        from tilerummy.server.store.copying import copy_store

        with (
            _open(first, exclusive=True) as old,
            _open(second, exclusive=True, copy=True) as new,
            entries_bar(old, "Copying") as progress,
        ):
            report = copy_store(old, new, progress)
    click.echo(
        f"Copied and compared: {_held(report.rooms, report.entries)},"
        f" {counted(report.guests, 'guest')}."
    )
    if report.before:
        click.echo(f"{counted(report.before, 'table')} had already been copied.")
    _tell_damage(report.damaged)


def _held(rooms: int, entries: int) -> str:
    return f"{counted(rooms, 'table')} with {entries:,} {'entry' if entries == 1 else 'entries'}"


def _tell_damage(damaged: Sequence[Damage]) -> None:
    """Print the damaged tables, but at most ``_SHOWN``."""
    for each in damaged[:_SHOWN]:
        click.echo(f"Table {each.room} is damaged from entry {each.seq} on.")
    if len(damaged) > _SHOWN:
        click.echo(f"So are {len(damaged) - _SHOWN} more.")


def _url(store: str) -> str:
    from tilerummy.server.store.factory import store_url

    return store_url(store)


def _open(
    url: str, *, exclusive: bool = False, copy: bool = False
) -> AbstractContextManager[Archive]:
    from tilerummy.server.store.factory import open_archive

    return open_archive(url, exclusive=exclusive, copy=copy)


def open_stored(store: str) -> AbstractContextManager[Archive]:
    """Open the store at *store* for reading."""
    return _open(_url(store))


@contextmanager
def plain_errors() -> Iterator[None]:
    """Report errors that occur when opening a store as sentences rather than tracebacks."""
    from tilerummy.server.store.types import StorageError, StoreOpenError

    try:
        yield
    except (StorageError, StoreOpenError) as error:
        raise click.ClickException(f"{error}.") from None


@contextmanager
def entries_bar(archive: Archive, label: str) -> Iterator[Callable[[int], None]]:
    """Show a progress bar for all entries in a store; yield a function that advances it."""
    with progress_bar(label, archive.totals()[1]) as show:
        yield lambda count: show(advance=count)
