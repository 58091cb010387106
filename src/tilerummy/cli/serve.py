"""``tilerummy serve``: tables in the browser, for this machine and those around it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from tilerummy.cli.saves import data_directory

_MISSING = """Playing in the browser needs some more packages ({name} is not there). Install them:

    pip install 'tilerummy[server]'
"""


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--lan", is_flag=True, help="Listen for other devices too: --host 0.0.0.0.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where tables are kept; if not named, where programs keep data here.",
)
@click.option("--public-url", default="", help="Where people reach it, as https://tiles.example.")
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy whose X-Forwarded headers are believed; can be repeated.",
)
@click.option(
    "--origin", "origins", multiple=True, metavar="URL", help="Another page that may connect."
)
@click.option("--thinkers", type=click.IntRange(1, 64), help="Processes that think.")
@click.option(
    "--open/--no-open", "show", default=None, help="Open the browser; else if there is one."
)
@click.option("--logs/--no-logs", default=False, help="Log every request, in JSON.")
def serve_command(  # noqa: PLR0913 - one for each option
    *,
    host: str,
    lan: bool,
    port: int,
    data: Path | None,
    public_url: str,
    proxies: tuple[str, ...],
    origins: tuple[str, ...],
    thinkers: int | None,
    show: bool | None,
    logs: bool,
) -> None:
    """Play in the browser: opens tables on this machine until it is ended with Ctrl+C.

    Everything is kept in one folder, and goes on where it was when it is started again.
    """
    try:
        from tilerummy.server.running import Plan, run
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("tilerummy"):
            raise
        click.echo(_MISSING.format(name=error.name), err=True)
        sys.exit(1)
    plan = Plan(
        host="0.0.0.0" if lan else host,
        port=port,
        data=data or data_directory() / "server",
        now=lambda: time.time_ns() // 1_000_000,
        clock=time.monotonic,
        public_url=public_url,
        proxies=proxies,
        origins=origins,
        thinkers=thinkers,
        show=show,
        logs=logs,
    )
    sys.exit(run(plan, click.echo))
