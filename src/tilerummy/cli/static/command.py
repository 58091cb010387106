"""The command ``tilerummy static``."""

from __future__ import annotations

from pathlib import Path

import click

from tilerummy.cli.static.folder import FolderError, write_folder

PATH = click.Path(path_type=Path, file_okay=False)


@click.command("static")
@click.argument("folder", metavar="DIR", type=PATH)
@click.option(
    "--pyodide",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    required=True,
    help="The folder with Python for browsers.",
)
@click.option(
    "--compiled/--sources",
    default=True,
    help="Compile the Python modules, which needs Node. From sources, the game starts later.",
    show_default=True,
)
def static_command(folder: Path, pyodide: Path, *, compiled: bool) -> None:
    """Write the game into DIR as files for any web host.

    The site needs no server: the game runs in the browser, and the games are stored there. It works
    for players who share one device, at any address with HTTPS.

    DIR must be empty or missing. FOLDER contains Pyodide and a wheel of msgspec for it; `make
    static` fetches both in a clone. If one is missing, the command prints how to get it.
    """
    try:
        written = write_folder(folder, pyodide, compiled=compiled)
    except FolderError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{folder}: {written.files} files, {written.bytes / 1e6:.1f} MB.")
    click.echo(f"Try it: python -m http.server --directory {folder}")
