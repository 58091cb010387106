"""``tilerummy audit``: checks recorded games against the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from tilerummy.cli.files import read_bytes
from tilerummy.cli.options import progress_bar
from tilerummy.message_text import counted
from tilerummy.records import Audit, ImpossibleRecordError, RecordError, audit
from tilerummy.rules import RULES_VERSION

SUFFIXES = (".jsonl", ".rummy")
"""The suffixes of record files in a directory."""


@click.command("audit")
@click.argument(
    "paths",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, allow_dash=True),
)
@click.option(
    "-q", "--quiet", is_flag=True, help="List only records that differ or are unreadable."
)
@click.pass_context
def audit_command(ctx: click.Context, *, paths: Sequence[str], quiet: bool) -> None:
    """Check the games in each FILE against the rules.

    Every event and every score is recomputed from the recorded options and actions. The first line
    that differs is reported, as are options that differ from the preset. A directory stands for all
    records in it and its subdirectories, that is, all files that end in .jsonl or .rummy.

    The exit status is 1 if a record differs or cannot be read, otherwise 0.
    """
    files = [file for path in paths for file in _files(path)]
    if not files:
        raise click.ClickException(f"there are no records (*{', *'.join(SUFFIXES)}) to audit.")
    verdicts = []
    with progress_bar("Auditing", len(files)) as show:
        for file in files:
            kind, text = _verdict(file)
            verdicts.append(kind)
            if kind != "agrees" or not quiet:
                click.echo(text)
            show(advance=1)
    counts = {kind: verdicts.count(kind) for kind in ("agrees", "differs", "cannot be read")}
    plural = {"agrees": "agree", "differs": "differ", "cannot be read": "cannot be read"}
    said = ", ".join(
        f"{count} {kind if count == 1 else plural[kind]}" for kind, count in counts.items() if count
    )
    click.echo(f"{counted(len(files), 'record')} audited: {said}.")
    if counts["agrees"] < len(files):
        ctx.exit(1)


def _files(path: str) -> Iterator[str]:
    """Yield *path* if it is a file, or the records in it, sorted by name, if it is a directory."""
    if path == "-" or not Path(path).is_dir():
        yield path
        return
    for file in sorted(Path(path).rglob("*")):
        if file.suffix in SUFFIXES and file.is_file():
            yield str(file)


def _verdict(file: str) -> tuple[str, str]:
    """Return the result for one file: the type of result, and the text to print."""
    try:
        found = audit(read_bytes(file))
    except ImpossibleRecordError as error:
        text = f"{file}, line {error.line}: differs, impossible under the rules\n  {error.message}"
        return "differs", text + _house_rules(getattr(error, "__notes__", ()))
    except RecordError as error:
        return "cannot be read", f"{file}, {error}{_house_rules(getattr(error, '__notes__', ()))}"
    except OSError as error:
        return "cannot be read", f"{file} cannot be read: {error.strerror}"
    by = _house_rules(map(str, found.house_rules))
    if found.difference is None:
        return "agrees", f"{file}: agrees ({_size(found)}){by}"
    difference = found.difference
    return "differs", (
        f"{file}, line {difference.line}: differs, recorded under rules version"
        f" {found.rules_version}, audited under {RULES_VERSION}\n"
        f"  recorded   {difference.recorded}\n"
        f"  the rules  {difference.made}{by}"
    )


def _house_rules(named: Iterable[str]) -> str:
    """Return text that lists the house rules named in a record's header."""
    return "".join(f"\n  house rule on {each}" for each in named)


def _size(found: Audit) -> str:
    counts = ((found.rounds, "round"), (found.commands, "command"), (found.facts, "fact"))
    sizes = ", ".join(counted(number, thing) for number, thing in counts)
    return f"rules version {found.rules_version}, {sizes}"
