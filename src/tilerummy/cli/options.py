"""Options, argument types and a progress bar that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from tilerummy.cli.completion.candidates import rulesets
from tilerummy.records import Record
from tilerummy.records.text.lines import Names

_SHOWN = 2

RECORD_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True)
"""The type of an argument that names a game record. ``-`` is standard input."""

no_color = click.option("--no-color", is_flag=True, help="Use no colours; NO_COLOR does the same.")
jobs = click.option("--jobs", type=click.IntRange(1), help="Number of processes.  [one per core]")
cluster = click.option(
    "--ray", "cluster", metavar="ADDRESS", help='Run on this Ray cluster; "local" starts one.'
)


class RulesetOption(click.Option):
    """The ``-r`` or ``--ruleset`` option of a command. Its former names are hidden in help."""

    def __init__(self, names: Sequence[str], **attributes: Any) -> None:  # noqa: ANN401 - click's
        older = ("-p", "--preset", "--rules")
        super().__init__(
            ["-r", "--ruleset", *older, *names],
            metavar="RULESET",
            shell_complete=rulesets,
            **attributes,
        )

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the help entry without former names."""
        opts = self.opts
        try:
            self.opts = opts[:_SHOWN]
            return super().get_help_record(ctx)
        finally:
            self.opts = opts


def read_seat(record: Record, who: str) -> int:
    """Return the seat that the option ``--seat`` selects, by number or by the player's name."""
    try:
        return Names(record.names).read(f"seat {who}" if who.isdecimal() else who)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="--seat") from None


@contextmanager
def progress_bar(label: str, total: float) -> Iterator[Callable[..., None]]:
    """Show a progress bar if standard error is a terminal.

    Yields a function with the parameters ``advance`` and ``completed`` of
    :meth:`rich.progress.Progress.update`.
    """
    console = Console(stderr=True)
    columns = (
        TextColumn(label),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    hidden = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        yield partial(progress.update, progress.add_task(label, total=total))
