"""``tilerummy serve``: the server for the browser game."""

from __future__ import annotations

import re
import sys
import time
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from tilerummy.cli.files import data_directory
from tilerummy.cli.missing_kernel import kernel_notice
from tilerummy.solver.missing_kernel import suppress_warning

if TYPE_CHECKING:
    from tilerummy.server.settings import OfflineGame

_NAME = re.compile(r"[\w.-]+|[0-9a-f:]+", re.IGNORECASE)
_CONTACT = re.compile(r"mailto:[^@\s]+@[\w-]+(\.[\w-]+)+|https://[\w-]+(\.[\w-]+)+", re.IGNORECASE)
_SITE = re.compile(r"https?://[^/?#@\s]+/?", re.IGNORECASE)


def _site(text: str) -> str:
    """Parse a site address: http or https, a host, and an optional port."""
    try:
        parts = urlsplit(text)
        host = parts.port != 0 and parts.hostname  # an invalid port raises ValueError
    except ValueError:
        host = None
    if not host or not _SITE.fullmatch(text):
        raise click.BadParameter(
            f"{text!r} is not the address of a site. Write http or https and the host, and nothing"
            " after it, as https://tiles.example or http://192.168.1.5:8000."
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _address(text: str, schemes: tuple[str, ...], what: str, how: str) -> str:
    """Parse a server URL that starts with one of *schemes*; return "" if the text is empty."""
    if text and not text.startswith(schemes):
        raise click.BadParameter(f"this is not the address of {what}. Write it as {how}.")
    return text


def _database(text: str) -> str:
    """Parse the URL of a database server."""
    how = "postgresql://USER:PASSWORD@HOST:PORT/DATABASE; only HOST and DATABASE are required"
    return _address(text, ("postgresql://", "postgres://"), "a database", how)


def _node(text: str) -> str:
    """Parse the URL that other servers use to connect to this one."""
    return _address(text, ("http://",), "a server", "http://HOST:PORT, in a private network")


def _proxy(text: str) -> str:
    """Parse the address of a proxy or a proxy network. ``*`` means any address."""
    try:
        if text != "*":
            ip_network(text)
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not the address of a proxy. Use an IP address such as 127.0.0.1,"
            " or a network such as 10.0.0.0/8."
        ) from None
    return text


def _name(text: str) -> str:
    """Parse the text as a host name, which must not include a port."""
    if not _NAME.fullmatch(text):
        raise click.BadParameter(
            f"{text!r} is not a host name. Write it without http and port, as tiles.local."
        )
    return text.lower()


def _contact(text: str) -> str:
    """Parse the address where push services reach the operator."""
    if text and not _CONTACT.fullmatch(text):
        raise click.BadParameter(
            f"{text!r} is not an address for push services."
            " Write it as mailto:you@tiles.example or https://tiles.example."
        )
    return text


def _offline_game(folder: str) -> OfflineGame:
    """Read the folder of a static game."""
    from tilerummy.server.settings import OfflineGame

    try:
        return OfflineGame.read(Path(folder))
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from None


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--lan", is_flag=True, help="Accept other devices on the network (--host 0.0.0.0).")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for tables (default: the user's data folder).",
)
@click.option(
    "--database",
    type=_database,
    default="",
    envvar="TILERUMMY_DATABASE",
    metavar="URL",
    help="Save tables in PostgreSQL instead of a file, as in postgresql://tiles@db.example/tiles.",
)
@click.option(
    "--shared",
    is_flag=True,
    help="Share the database with other servers that are also started with this option.",
)
@click.option(
    "--node-url",
    type=_node,
    default="",
    envvar="TILERUMMY_NODE_URL",
    metavar="URL",
    help="This server's address for the other servers (default: its host and port).",
)
@click.option(
    "--public-url",
    type=_site,
    metavar="URL",
    help="The public address, such as https://tiles.example.",
)
@click.option(
    "--trusted-proxy",
    "proxies",
    type=_proxy,
    multiple=True,
    metavar="ADDRESS",
    help="Trust the X-Forwarded headers of this proxy; can be repeated.",
)
@click.option(
    "--origin",
    "origins",
    type=_site,
    multiple=True,
    metavar="URL",
    help="Another site that may connect; can be repeated.",
)
@click.option(
    "--retention-days",
    "--keep",
    "retention_days",
    type=click.IntRange(1, 36_500),
    default=365,
    show_default=True,
    metavar="DAYS",
    help="Delete finished games after this many days.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="Worker processes for computer players, hints and turns.",
)
@click.option(
    "--bot-delay",
    "--pace",
    "bot_delay",
    type=click.FloatRange(0, 10),
    default=1.0,
    show_default=True,
    metavar="FACTOR",
    help="Delay of computer players: 0 for none, 2 for twice the usual delay.",
)
@click.option(
    "--allowed-host",
    "--host-name",
    "hosts",
    type=_name,
    multiple=True,
    metavar="NAME",
    help="Another host name that browsers may use; can be repeated.",
)
@click.option(
    "--offline-game",
    "offline",
    type=_offline_game,
    metavar="FOLDER",
    help="Offer the game for offline play, from a folder written by tilerummy static.",
)
@click.option(
    "--push-contact",
    type=_contact,
    default="",
    metavar="ADDRESS",
    help="Where push services reach you: mailto:… or a site (default: the public address).",
)
@click.option(
    "--push-service",
    "push_services",
    type=_site,
    multiple=True,
    metavar="URL",
    help="A push service in a private network; can be repeated.",
)
@click.option(
    "--open/--no-open", "show", default=None, help="Open a browser (default: on a desktop)."
)
@click.option("--logs/--no-logs", default=False, help="Log every request, in JSON.")
def serve_command(
    *,
    host: str,
    lan: bool,
    data: Path | None,
    public_url: str | None,
    **settings: Any,  # noqa: ANN401 - the fields of Config, as click has read them
) -> None:
    """Run the server for games in the browser, until you press Ctrl+C.

    All data is stored in one folder, and games resume when the server starts again.
    """
    if settings["shared"] and not settings["database"]:
        raise click.UsageError("servers share a database: name it with --database")
    from tilerummy.server.main import run
    from tilerummy.server.settings import Config

    config = Config(
        host="0.0.0.0" if lan else host,
        data=data or data_directory() / "server",
        now=lambda: time.time_ns() // 1_000_000,
        clock=time.monotonic,
        public_url=public_url or "",
        **settings,  # the other options have the names of its fields
    )
    for line in kernel_notice():
        click.echo(line)
    suppress_warning()
    sys.exit(run(config, click.echo))
