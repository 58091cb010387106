"""``tilerummy perft``: counts the possible plays and compares them with known counts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

import click

from tilerummy.analysis.enumeration import rack_sets, table_counts
from tilerummy.cli.options import RulesetOption, progress_bar
from tilerummy.rules import Ruleset
from tilerummy.rules import ruleset as ruleset_of
from tilerummy.state import Phase, State
from tilerummy.state.notation import read_state

_HELP = """Count the possible plays in positions.

\b
  racks   the distinct non-empty sets of rack tiles that one play can place
  plays   the distinct tables after one play, with the tiles that jokers
          represent

The counts are exact. Use them to compare engines, and to find bugs in rules or solvers.

\b
One position:
  tilerummy perft --table "r3 r4 r5 r6 r7" --rack r5
  tilerummy perft -r rummikub --position "table k1 k2 k3 | rack k4 r1"

\b
A suite, which is checked against its counts:
  tilerummy perft tests/perft/locked.txt

A suite is a text file. Each position has the lines "id NAME", "position …", "racks N" and
"plays N", with the position in notation. A line "ruleset NAME" applies to all positions up to the
next such line; the default is sabra. If "racks" and "plays" are left out, the counts are printed
but not checked; if only "racks" is given, only that count is checked. Blank lines and text after #
are ignored.

If the rules restrict a joker on the table, tables are enumerated one by one. With more than about
twenty tiles, this can take minutes; use --racks to skip it.

The exit status is 1 if a count differs from the suite's or is not proven, 2 if the input cannot be
read, and otherwise 0.
"""


@click.command("perft", help=_HELP)
@click.argument("suites", nargs=-1, metavar="[FILE]...", type=click.File("rb"))
@click.option("--position", "text", metavar="TEXT", help="The position, in notation.")
@click.option(
    "--table", metavar="MELDS", help="The position's table, as an alternative to --position."
)
@click.option(
    "--rack", metavar="TILES", help="The position's rack, as an alternative to --position."
)
@click.option(cls=RulesetOption, help="The ruleset of the position.  [sabra]")
@click.option("--racks", "racks_only", is_flag=True, help="Count only the sets of rack tiles.")
@click.option("--json", "as_json", is_flag=True, help="Write a line of JSON for each position.")
@click.pass_context
def perft_command(  # noqa: PLR0913  one parameter for each option
    context: click.Context,
    *,
    suites: Sequence[BinaryIO],
    text: str | None,
    table: str | None,
    rack: str | None,
    ruleset: str | None,
    racks_only: bool,
    as_json: bool,
) -> None:
    """Count the plays in each position; exit with status 1 if a count is wrong."""
    given = text is not None or table is not None or rack is not None
    if bool(suites) == given:
        raise click.UsageError(
            "Name a suite, or a position: --position, or --table and --rack.", context
        )
    if suites and ruleset is not None:
        raise click.UsageError("A suite names its rules itself: leave out --ruleset.", context)
    if text is None:
        text = f"table {table or ''} | rack {rack or ''}"
    elif table is not None or rack is not None:
        raise click.UsageError("Use either --position or --table and --rack, not both.", context)
    entries = _read(suites) if suites else [_named_position(context, ruleset or "sabra", text)]
    right = [_counted(entry, racks_only=racks_only, as_json=as_json) for entry in entries]
    if not all(right):
        context.exit(1)


def _named_position(context: click.Context, name: str, text: str) -> SuiteEntry:
    try:
        rules = ruleset_of(name)
        return SuiteEntry("position", rules, position(rules, text))
    except ValueError as error:
        raise click.UsageError(f"{error}.", context) from None


def _read(suites: Sequence[BinaryIO]) -> list[SuiteEntry]:
    """Read the positions in all suites before the counting starts."""
    entries: list[SuiteEntry] = []
    for file in suites:
        try:
            entries += read_suite(file.read().decode())
        except (SuiteError, UnicodeDecodeError) as error:
            raise click.UsageError(f"{file.name}: {error}.") from None
    return entries


def _counted(entry: SuiteEntry, *, racks_only: bool, as_json: bool) -> bool:
    """Print one position's counts; return whether they are proven and match the known counts."""
    try:
        sets = rack_sets(entry.rules, entry.state)
    except ValueError as error:
        raise click.ClickException(f"{entry.name}: {error}.") from None
    counts = {"racks": len(sets)}
    # a suite omits "plays" if counting them takes too long
    if not racks_only and (entry.racks is None or entry.plays is not None):
        with progress_bar(entry.name, len(sets)) as show:
            counts["plays"] = 0
            for rack in sets:
                counts["plays"] += sum(table_counts(entry.rules, entry.state, rack))
                show(advance=1)
    known = {"racks": entry.racks, "plays": entry.plays}
    wrong = [
        f"{name} should be {known[name]:,}"
        for name, count in counts.items()
        if known[name] not in (None, count)
    ]
    wrong += [] if sets.proven else ["not proven"]
    if as_json:
        click.echo(json.dumps({"id": entry.name, **counts, "proven": sets.proven, "wrong": wrong}))
    else:
        numbers = "  ".join(f"{name} {count:,}" for name, count in counts.items())
        compared = "  ok" if any(n is not None for n in known.values()) else ""
        end = f"  WRONG: {', '.join(wrong)}" if wrong else compared
        click.echo(f"{entry.name}: {numbers}{end}")
    return not wrong


class SuiteError(ValueError):
    """Raised for an invalid line in a suite. The message includes the line number."""


@dataclass(frozen=True, slots=True)
class SuiteEntry:
    """A position in a suite with its known counts. Unknown counts are None."""

    name: str
    rules: Ruleset
    state: State
    racks: int | None = None
    plays: int | None = None


def read_suite(text: str) -> tuple[SuiteEntry, ...]:
    """Return the positions in a suite, in order. docs/perft.md describes the format.

    Raises SuiteError, which identifies the invalid line.
    """
    return tuple(_entries(text))


def position(rules: Ruleset, text: str) -> State:
    """Return the position described by *text*. The default phase is the one for playing tiles.

    Raises NotationError.
    """
    phase = Phase.MELD if rules.draws_and_discards else Phase.ACT
    return read_state(text, rules.tiles, phase=phase)


def _entries(text: str) -> Iterator[SuiteEntry]:
    rules, name = ruleset_of("sabra"), ""
    state: State | None = None
    counts = dict[str, int]()
    lines = text.splitlines()
    for number, line in enumerate((*lines, "id"), 1):  # a final id ends the last position
        word, _, value = line.partition("#")[0].strip().partition(" ")
        value = value.strip()
        try:
            match word:
                case "id" | "ruleset" | "rules":  # rules is the former name
                    if name and state is None:
                        raise ValueError(f"{name} has no position")
                    if name and state is not None:
                        known = counts.get("racks"), counts.get("plays")
                        yield SuiteEntry(name, rules, state, *known)
                    rules = rules if word == "id" else ruleset_of(value)
                    name, state, counts = (value if word == "id" else ""), None, {}
                case "position" | "racks" | "plays" if not name:
                    first = "write its id line first"
                    raise ValueError(f"{word} belongs to a position: {first}")
                case "position" if state is None:
                    state = position(rules, value)
                case "racks" | "plays" if word not in counts:
                    if not (value.isascii() and value.isdecimal()):
                        raise ValueError(f"{word} is an integer, not {value!r}")
                    counts[word] = int(value)
                case "position" | "racks" | "plays":
                    raise ValueError(f"{name} has {word} twice")
                case _ if word:
                    known_words = "ruleset, id, position, racks, plays"
                    raise ValueError(f"a line begins with {known_words}, not {word!r}")
        except ValueError as error:
            raise SuiteError(f"line {min(number, len(lines))}: {error}") from None
