"""Generates the command reference from the ``--help`` text of each command."""

from __future__ import annotations

from collections.abc import Iterator

import click

from tilerummy.cli.commands import COMMANDS, tilerummy

_WIDTH = 100


def commands() -> str:
    """Return the command reference in Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The commands"
    yield ""
    yield "This page lists all commands, with the text that `tilerummy COMMAND --help` prints."
    yield "`man tilerummy` shows it as well, and `tilerummy completion` makes your shell complete"
    yield "commands, rulesets, levels and files."
    yield ""
    yield "| command | purpose |"
    yield "|---|---|"
    for name, row in COMMANDS.items():
        yield f"| [`{name}`](#{name}) | {row.about} |"
    group = click.Context(tilerummy, info_name="tilerummy")
    for name in COMMANDS:
        command = tilerummy.get_command(group, name)
        assert command is not None
        context = click.Context(
            command,
            parent=group,
            info_name=name,
            terminal_width=_WIDTH,
            max_content_width=_WIDTH,
        )
        yield ""
        yield f"## {name}"
        yield ""
        yield "```text"
        yield command.get_help(context)
        yield "```"
