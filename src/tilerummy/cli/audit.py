"""``tilerummy replay`` and ``tilerummy audit``: recorded games shown and checked."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from tilerummy.cli.render.event_text import counted
from tilerummy.cli.render.layout import Layout
from tilerummy.cli.render.terminal import Screen
from tilerummy.cli.replay.frames import Frame, Viewer, frame_lines, frames
from tilerummy.cli.replay.pager import browse, find
from tilerummy.records import Audit, ImpossibleRecordError, Record, RecordError, audit, read_record
from tilerummy.records.reader import LARGEST
from tilerummy.records.text.seat_names import Names
from tilerummy.rules import RULES_VERSION

SUFFIXES = (".jsonl", ".rummy")
"""The endings of files that are taken for records in a directory."""


@click.command("replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--seat", "who", metavar="WHO", help="Show what this player saw: name or number.")
@click.option("--spectator", is_flag=True, help="Show what somebody looking on saw.")
@click.option("--at", metavar="[ROUND.]TURN", help="Begin at this turn; piped, show only this.")
@click.option("--no-color", is_flag=True, help="No colours; NO_COLOR does the same.")
def replay_command(
    *,
    file: str,
    who: str | None,
    spectator: bool,
    at: str | None,
    no_color: bool,
) -> None:
    """Show the game in FILE step by step.

    In a terminal, go on with n, Enter or the right arrow, back with b or the left arrow, to a
    turn with t, to the end with e, to the start with s, away with q. Piped, all steps are written.
    Every rack is shown, unless --seat or --spectator says whose eyes to see with.

    What is shown are the recorded facts; whether they are by the rules is what audit tells.
    """
    record = _read(file)
    viewer = _viewer(record, who, spectator=spectator)
    shown = list(frames(record, viewer))
    if not shown:
        raise click.ClickException(f"{file}: no round has begun.")
    terminal = Screen(colour=not no_color)
    start = 0 if at is None else _found(shown, at)
    if terminal.height is not None:
        browse(record, shown, start, terminal)
        return
    layout = Layout(width=terminal.width)
    wanted = shown[start]
    for frame in shown:
        if at is None or (frame.number, frame.turn) == (wanted.number, wanted.turn):
            terminal.show([*frame_lines(record, frame, layout), ""])


def _bytes(file: str) -> bytes:
    """Return what a file holds, of too large ones no more than shows that they are."""
    if file == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    with Path(file).open("rb") as opened:
        return opened.read(LARGEST + 1)


def _read(file: str) -> Record:
    try:
        return read_record(_bytes(file))
    except RecordError as error:
        raise click.ClickException(f"{file}, {error}") from None
    except OSError as error:
        raise click.ClickException(f"{file} cannot be read: {error.strerror}") from None


def _viewer(record: Record, who: str | None, *, spectator: bool) -> Viewer:
    if who is None:
        return Viewer(None, everything=not spectator)
    if spectator:
        raise click.UsageError("Either --seat or --spectator, not both.")
    try:
        return Viewer(Names(record.names).read(f"seat {who}" if who.isdecimal() else who))
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="--seat") from None


def _found(shown: Sequence[Frame], at: str) -> int:
    try:
        return find(shown, at)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="--at") from None


@click.command("audit")
@click.argument(
    "paths",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, allow_dash=True),
)
@click.option("-q", "--quiet", is_flag=True, help="Name only the records with something wrong.")
@click.pass_context
def audit_command(ctx: click.Context, *, paths: Sequence[str], quiet: bool) -> None:
    """Check the games in each FILE by the rules.

    Every fact and every score is made again from the actions, by the recorded options, and
    compared with what is recorded; the first line that differs is named, and so are options that
    are not as in the preset. Of a directory all
    records in it and below are taken: files that end in .jsonl or .rummy.

    Exits with 1 if a record differs or cannot be read, else with 0.
    """
    files = [file for path in paths for file in _files(path)]
    if not files:
        raise click.ClickException(f"there are no records (*{', *'.join(SUFFIXES)}) to audit.")
    verdicts = []
    for file in _progress(files):
        verdict = _verdict(file)
        verdicts.append(verdict.kind)
        if verdict.kind != "agrees" or not quiet:
            click.echo(verdict.text)
    counts = {kind: verdicts.count(kind) for kind in ("agrees", "differs", "cannot be read")}
    said = ", ".join(f"{count} {_form(kind, count)}" for kind, count in counts.items() if count)
    click.echo(f"{counted(len(files), 'record')} audited: {said}.")
    if counts["agrees"] < len(files):
        ctx.exit(1)


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What there is to say of a file."""

    kind: str
    text: str


def _form(kind: str, count: int) -> str:
    plural = {"agrees": "agree", "differs": "differ", "cannot be read": "cannot be read"}
    return kind if count == 1 else plural[kind]


def _files(path: str) -> Iterator[str]:
    """Yield the file itself, or the records in a directory in the order of their names."""
    if path == "-" or not Path(path).is_dir():
        yield path
        return
    for file in sorted(Path(path).rglob("*")):
        if file.suffix in SUFFIXES and file.is_file():
            yield str(file)


def _progress(files: Sequence[str]) -> Iterator[str]:
    """Yield *files*, with a bar where somebody is watching and there are some."""
    console = Console(stderr=True)
    hidden = len(files) < 2 or not console.is_terminal
    yield from track(files, "Auditing", console=console, transient=True, disable=hidden)


def _verdict(file: str) -> _Verdict:
    try:
        found = audit(_bytes(file))
    except ImpossibleRecordError as error:
        told = f"{file}, line {error.line}: differs, not possible by the rules\n  {error.message}"
        return _Verdict("differs", told + _house_rules(getattr(error, "__notes__", ())))
    except RecordError as error:
        told = f"{file}, {error}"
        return _Verdict("cannot be read", told + _house_rules(getattr(error, "__notes__", ())))
    except OSError as error:
        return _Verdict("cannot be read", f"{file} cannot be read: {error.strerror}")
    by = _house_rules(map(str, found.house_rules))
    if found.difference is None:
        return _Verdict("agrees", f"{file}: agrees ({_size(found)}){by}")
    difference = found.difference
    return _Verdict(
        "differs",
        f"{file}, line {difference.line}: differs, recorded under rules version"
        f" {found.rules_version}, audited under {RULES_VERSION}\n"
        f"  recorded   {difference.recorded}\n"
        f"  the rules  {difference.made}{by}",
    )


def _house_rules(named: Iterable[str]) -> str:
    """Return lines that name the house rules of a header, each on a line of its own."""
    return "".join(f"\n  house rule on {each}" for each in named)


def _size(found: Audit) -> str:
    counts = ((found.rounds, "round"), (found.commands, "command"), (found.facts, "fact"))
    told = ", ".join(counted(number, thing) for number, thing in counts)
    return f"rules version {found.rules_version}, {told}"
