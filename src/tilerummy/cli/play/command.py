"""``tilerummy play``: the game in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from random import Random

import click
from click.core import ParameterSource

from tilerummy.cli.completion.candidates import house_rules, levels
from tilerummy.cli.files import OutputFile, read_record_file
from tilerummy.cli.missing_kernel import kernel_notice
from tilerummy.cli.options import RulesetOption, no_color
from tilerummy.cli.play.match import play_match
from tilerummy.cli.play.saves import (
    AutoSave,
    drop_older,
    how_to_resume,
    set_aside,
    unfinished,
)
from tilerummy.cli.play.session import (
    DEFAULT_LEVEL,
    PERSON,
    SEED_TAG,
    Session,
    computer_level,
    participants,
    shown_names,
)
from tilerummy.cli.render.terminal import Terminal, confirmed, show_pages
from tilerummy.cli.render.tiles import STRONG, paragraph, texts
from tilerummy.match import Match
from tilerummy.message_text import joined
from tilerummy.players import PLAYERS, player
from tilerummy.records import Participant, Record
from tilerummy.rules import OPTIONS, PRESETS, OptionError, Ruleset, for_seats, ruleset
from tilerummy.rules import ruleset as ruleset_of
from tilerummy.rules.ruleset import PLAYERS as SEATS
from tilerummy.solver.missing_kernel import suppress_warning
from tilerummy.tiles import HIDDEN

_LEVELS = "\n".join(f"  {name:<9} {player(name, Random(0)).about}" for name in PLAYERS)

_HELP = f"""Play Tile Rummy and its relatives in the terminal.

Without options, the command asks you what to play; press Enter three times to start sabra against
the computer. During the game, type help for a list of commands.

The game is saved after every move. If it is interrupted, the next start offers to resume it.

\b
--presets lists the rulesets. You can add house rules in two ways:
  tilerummy play -r sabra -o initial_meld.points=50
  tilerummy play -r sabra+initial_meld.points=50

Options: {", ".join(OPTIONS)}.

\b
Computer players (--computer):
{_LEVELS}

Time limits apply only on a server, not in the terminal.
"""


@click.command("play", help=_HELP)
@click.option(cls=RulesetOption, help="The ruleset, such as sabra+initial_meld.points=50.  [sabra]")
@click.option(
    "-o",
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=house_rules,
    help="Change a house rule.",
)
@click.option("--presets", "list_presets", is_flag=True, help="List the rulesets and exit.")
@click.option(
    "--people", type=click.IntRange(0, SEATS[-1]), default=1, help="Number of human players.  [1]"
)
@click.option(
    "--players",
    type=click.IntRange(SEATS[0], SEATS[-1]),
    help="Number of players, including computers.  [2]",
)
@click.option(
    "--computer",
    "kinds",
    multiple=True,
    metavar="LEVEL",
    shell_complete=levels,
    help=(
        "Level of each computer player, or one level for all:"
        f" {', '.join(PLAYERS)}.  [{DEFAULT_LEVEL}]"
    ),
)
@click.option("--names", default="", metavar="A,B", help="Names by seat, human players first.")
@click.option("--rounds", type=click.IntRange(1), help="End the match after this many rounds.")
@click.option("--target", type=click.IntRange(1), help="End the match at this total score.")
@click.option("--seed", help="Seed for the deals: hexadecimal digits or any text.")
@click.option("--save", type=OutputFile(), help="Save the game in this file.")
@click.option("--resume", metavar="FILE|last", help="Resume a saved game.")
@no_color
@click.option("--plain", is_flag=True, help="Add lines without ever clearing the screen.")
@click.pass_context
def play_command(  # noqa: PLR0913  one parameter for each option
    context: click.Context,
    *,
    ruleset: str | None,
    options: Sequence[str],
    list_presets: bool,
    people: int,
    players: int | None,
    kinds: Sequence[str],
    names: str,
    rounds: int | None,
    target: int | None,
    seed: str | None,
    save: Path | None,
    resume: str | None,
    no_color: bool,
    plain: bool,
) -> None:
    """Set up the requested match and play it."""
    if list_presets:
        click.echo("\n".join(presets()))
        return
    terminal = Terminal(plain=plain, colour=not no_color)
    try:
        _say_what_is_missing(terminal)
        if resume is not None:
            path, record = _resumed(context, resume)
            autosave = AutoSave(save or path)
            if autosave.own and autosave.save(record) is None:
                drop_older(record)
            session = Session(terminal, record, autosave)
        elif terminal.attended and not _given(context) and (old := _offer_unfinished(terminal)):
            session = Session(terminal, old[1], AutoSave(old[0]))
        else:
            rules = ruleset_of(ruleset or "sabra", _house_rules(options))
            if terminal.attended and not _given(context):
                choice = welcome(terminal)
                rules, people, players = choice.rules, choice.people, choice.players
            listed = [name.strip() for name in names.split(",") if name.strip()]
            seats = participants(
                people, players or max(2, people), kinds or (DEFAULT_LEVEL,), listed
            )
            if not people and rounds is None and target is None:
                rounds = 1
            record = _new(
                for_seats(rules, len(seats)), seats, rounds=rounds, target=target, seed=seed
            )
            session = Session(terminal, record, _autosave(save, people))
    except (click.ClickException, ValueError) as error:
        raise click.UsageError(f"{error}".rstrip(".") + ".", context) from None
    except (EOFError, KeyboardInterrupt):
        terminal.show([""])
        return
    play_match(session)


def _say_what_is_missing(terminal: Terminal) -> None:
    """Print a message if the kernel is missing. Wait for Enter if the screen will be cleared."""
    suppress_warning()
    for line in kernel_notice():
        terminal.show([*texts([line], terminal.width), ""])
        if terminal.height is not None:
            terminal.ask("Press Enter to continue:")


def _given(context: click.Context) -> list[str]:
    """Return the options given on the command line, except those that only affect the display."""
    looks = ("no_color", "plain")
    return [
        name
        for name in context.params
        if name not in looks and context.get_parameter_source(name) is not ParameterSource.DEFAULT
    ]


def _house_rules(options: Sequence[str]) -> dict[str, object]:
    values: dict[str, object] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise ValueError(f"{option!r} is not a house rule; write --option name=value")
        values[name.strip()] = value.strip()
    return values


def _new(
    rules: Ruleset,
    seats: Sequence[Participant],
    *,
    rounds: int | None,
    target: int | None,
    seed: str | None,
) -> Record:
    """Return a new match's record. Raises ValueError if the options are impossible."""
    Match(rules=rules, seats=len(seats), rounds=rounds, target=target)
    tags = [] if seed is None else [(SEED_TAG, " ".join(seed.split()))]
    today = f"{datetime.now().astimezone():%Y-%m-%d}"
    return Record.of(rules, seats, date=today, rounds=rounds, target=target, tags=tags)


def _autosave(save: Path | None, people: int) -> AutoSave | None:
    """Return the save file for a new game, or None if only computers play."""
    if save is not None and save.exists():
        raise click.ClickException(
            f"{save} already exists: use --resume {save}, or choose another name."
        )
    return AutoSave(save) if save is not None or people else None


def _offer_unfinished(terminal: Terminal) -> tuple[Path, Record] | None:
    """Offer to resume the latest unfinished game; return it if the user accepts."""
    found = latest_unfinished()
    if found is None or wants_to_resume(terminal, *found):
        return found
    away = set_aside(found[0])
    terminal.show([f"It has been put aside. {how_to_resume(str(away))}", ""])
    terminal.ask("Enter begins a new game:")
    return None


def _resumed(context: click.Context, name: str) -> tuple[Path, Record]:
    """Return the file and record of a game to resume. Raises an error if that fails."""
    others = [n for n in _given(context) if n not in ("resume", "save")]
    if others:
        raise ValueError(f"--resume keeps the settings of the game: leave out --{others[0]}")
    if name == "last" and not Path(name).exists():
        found = latest_unfinished()
        if found is None:
            raise click.ClickException("There is no unfinished game.")
        return found
    path = Path(name)
    record = read_record_file(str(path))
    for who in record.players:
        if who.kind != PERSON and computer_level(who.kind) is None:
            known = ", ".join(PLAYERS)
            raise click.ClickException(
                f"{path}: there is no player {who.kind!r} here; in the file it can be changed to"
                f" person or one of {known}."
            )
    state = record.state()
    if HIDDEN in state.pool or any(HIDDEN in seat.rack for seat in state.seats):
        raise click.ClickException(
            f"{path} does not contain all tiles: it can be replayed but not resumed."
        )
    return path, record


FEATURED = ("sabra", "rummikub", "tile-rummy", "mcgraw", "american", "international")
"""The presets that the start screen offers by number. All other presets can be typed."""


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The choices made on the start screen: the game and the players."""

    rules: Ruleset
    people: int
    players: int


def welcome(terminal: Terminal) -> MatchSetup:
    """Ask for the game and the numbers of human and computer players. Enter accepts the default."""
    width = terminal.width
    terminal.clear()
    terminal.show(texts(["Tile Rummy"], width, STRONG))
    terminal.show(texts(["Press Enter three times to play sabra against the computer."], width))
    terminal.show(["", *(line for offer in _offers() for line in paragraph(offer, width, 18)), ""])
    rules = _ask_game(terminal)
    seats = rules.seats_allowed()
    people = _ask_number(terminal, "Number of people at this keyboard", 1, max(seats), 1)
    least, most = max(0, min(seats) - people), max(seats) - people
    if least == most:
        return MatchSetup(rules, people, people + least)
    usual = max(least, 1 if people == 1 else 0)
    computers = _ask_number(terminal, "Number of computer players", least, most, usual)
    return MatchSetup(rules, people, people + computers)


def _offers() -> list[str]:
    return [f"  {i}  {name:<14} {PRESETS[name].about}" for i, name in enumerate(FEATURED, 1)]


def _every() -> tuple[str, ...]:
    """Return the names of all presets in menu order, with the featured ones first."""
    return (*FEATURED, *(name for name in PRESETS if name not in FEATURED))


def _list_presets(terminal: Terminal) -> str:
    """List all presets with their numbers, one screen at a time, and return the line typed."""
    rows = [f"{i:>3}  {name:<22} {PRESETS[name].about}" for i, name in enumerate(_every(), 1)]
    lines = [line for row in rows for line in paragraph(row, terminal.width, 27)]
    return show_pages(terminal, lines, terminal.ask, more="Enter for more, or which game:")


def presets() -> list[str]:
    """Return a line for each preset: its name and its distinctive rule."""
    return [f"  {name:<22} {preset.about}" for name, preset in PRESETS.items()]


_WHICH = "Which game? A number, a name, or list [1]:"
_LISTS = ("list", "l", "?", "help")


def _ask_game(terminal: Terminal) -> Ruleset:
    """Ask which game to play until the input is valid; list all games on request."""
    while True:
        answer = terminal.ask(_WHICH).strip().lower()
        if answer in _LISTS:
            answer = _list_presets(terminal).strip().lower()
            if not answer:
                continue
        try:
            return _game(answer)
        except ValueError as error:
            terminal.show(texts(str(error).splitlines(), terminal.width))


def _ask_number(terminal: Terminal, question: str, least: int, most: int, usual: int) -> int:
    """Ask for a number from *least* to *most* until the input is valid. Enter means *usual*."""
    while answer := terminal.ask(f"{question} [{usual}]?").strip():
        if answer.isdecimal() and least <= int(answer[:3]) <= most:
            return int(answer[:3])
        sentence = f"Type a number from {least} to {most}."
        terminal.show(texts([sentence], terminal.width))
    return usual


def _game(answer: str) -> Ruleset:
    if answer.isdecimal():
        if not 1 <= int(answer[:3]) <= len(PRESETS):
            raise ValueError(f"The numbers go from 1 to {len(PRESETS)}; or type a name.")
        return PRESETS[_every()[int(answer[:3]) - 1]]
    try:
        return ruleset(answer.replace(" ", "-") or "sabra")
    except OptionError as error:
        name = answer.partition("+")[0].replace(" ", "-")
        if name in PRESETS:
            raise ValueError(f"{error}.") from None
        near = get_close_matches(name, PRESETS, n=1, cutoff=0.5)
        meant = f"did you mean {near[0]}? list" if near else "list"
        raise ValueError(f"There is no game {name!r}; {meant} shows all games.") from None


def latest_unfinished() -> tuple[Path, Record] | None:
    """Return the latest unfinished game that can be read, with its file."""
    for path in unfinished():
        try:
            record = read_record_file(str(path))
        except click.ClickException:
            continue
        if record.rounds:
            return path, record
    return None


def wants_to_resume(terminal: Terminal, path: Path, record: Record) -> bool:
    """Ask whether to resume the unfinished game in *path*."""
    who = joined(shown_names(record.players))
    when = datetime.fromtimestamp(path.stat().st_mtime, tz=UTC).astimezone()
    game = f"{record.ruleset}, round {len(record.rounds)}, turn {record.state().turn + 1}, {who}"
    terminal.show(
        texts([f"There is an unfinished game of {when:%Y-%m-%d %H:%M}: {game}."], terminal.width)
    )
    return confirmed(terminal.ask, "Resume it? [Y/n]:")
