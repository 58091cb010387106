"""Generates the manual page from the help of each command."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from tilerummy.cli.commands import COMMANDS, tilerummy


def manual() -> str:
    """Return the manual page ``tilerummy(1)``, for ``man``."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    group = click.Context(tilerummy, info_name="tilerummy")
    yield '.TH TILERUMMY 1 "" "Tile Rummy" "User Commands"'
    yield ".SH NAME"
    yield _text("tilerummy - play tile rummy, judge plays and review games")
    yield ".SH SYNOPSIS"
    yield ".B tilerummy"
    yield _text("COMMAND [OPTIONS]")
    yield ".SH DESCRIPTION"
    yield from _paragraphs(tilerummy.help or "")
    yield ".SH COMMANDS"
    for name in COMMANDS:
        command = tilerummy.get_command(group, name)
        assert command is not None
        yield from _command(command, click.Context(command, parent=group, info_name=name))
    yield ".SH ENVIRONMENT"
    yield from _term("NO_COLOR", "If this is set, the output has no colours.")
    yield from _term("XDG_DATA_HOME", "The folder for saved games and tables.  [~/.local/share]")
    yield ".SH EXIT STATUS"
    yield _text("0 on success, 2 for invalid arguments, 130 after Ctrl-C, and 1 for other errors.")


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield the section of a command, and of any subcommands."""
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f'.SS "{_text(usage)}"'
    yield from _paragraphs(command.help or "")
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record:
            yield from _term(*record)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            following = command.get_command(context, name)
            assert following is not None
            inner = click.Context(following, parent=context, info_name=name)
            yield from _command(following, inner)


def _paragraphs(help_text: str) -> Iterator[str]:
    r"""Yield the paragraphs of a help text; those marked with ``\b`` keep their lines."""
    for paragraph in re.split(r"\n\s*\n", help_text.strip()):
        preformatted = paragraph.lstrip().startswith("\b")
        yield ".PP"
        if preformatted:
            yield from (".nf", *map(_text, paragraph.strip("\b\n").splitlines()), ".fi")
        else:
            yield _text(" ".join(paragraph.split()))


def _term(term: str, meaning: str) -> Iterator[str]:
    yield ".TP"
    yield f".B {_text(term)}"
    yield _text(meaning)


def _text(text: str) -> str:
    """Escape *text* for troff: backslashes, hyphens, and a full stop or quote at the start."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped
