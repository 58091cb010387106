"""The start screen: three questions, each with a default that Enter takes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path

from tilerummy.cli.play.saves import SaveError, load_record, unfinished
from tilerummy.cli.play.seats import shown_names
from tilerummy.cli.render.layout import LABEL, texts
from tilerummy.cli.render.terminal import Terminal, confirmed, show_pages
from tilerummy.cli.render.tiles import paragraph
from tilerummy.quoting import joined
from tilerummy.records import Record
from tilerummy.rules import PRESETS, OptionError, Ruleset, ruleset

FEATURED = ("sabra", "rummikub", "tile-rummy", "mcgraw", "american", "international")
"""The presets that the start screen offers by number; all others can be typed."""


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The answers of the start screen: the game, and who plays."""

    rules: Ruleset
    people: int
    players: int


def welcome(terminal: Terminal) -> MatchSetup:
    """Ask for the game, the people and the computer players; Enter takes the one in brackets."""
    width = terminal.width
    terminal.clear()
    terminal.show(texts(["Tile Rummy"], width, LABEL))
    terminal.show(texts(["Press Enter three times to play sabra against the computer."], width))
    terminal.show(["", *(line for offer in _offers() for line in paragraph(offer, width, 18)), ""])
    rules = _ask_game(terminal)
    seats = rules.seats_allowed()
    people = _ask_number(terminal, "How many people at this keyboard", 1, max(seats), 1)
    least, most = max(0, min(seats) - people), max(seats) - people
    if least == most:
        return MatchSetup(rules, people, people + least)
    usual = max(least, 1 if people == 1 else 0)
    computers = _ask_number(terminal, "How many computer players", least, most, usual)
    return MatchSetup(rules, people, people + computers)


def _offers() -> list[str]:
    return [f"  {i}  {name:<14} {PRESETS[name].about}" for i, name in enumerate(FEATURED, 1)]


def _every() -> tuple[str, ...]:
    """Return the names of all presets in the order of their numbers: the featured ones first."""
    return (*FEATURED, *(name for name in PRESETS if name not in FEATURED))


def _list_presets(terminal: Terminal) -> str:
    """List all presets with their numbers, a screen at a time, and return what was typed."""
    rows = [f"{i:>3}  {name:<22} {PRESETS[name].about}" for i, name in enumerate(_every(), 1)]
    lines = [line for row in rows for line in paragraph(row, terminal.width, 27)]
    return show_pages(terminal, lines, terminal.ask, more="Enter for more, or which game:")


def presets() -> list[str]:
    """Return a line for each preset: its name and what is special about it."""
    return [f"  {name:<22} {preset.about}" for name, preset in PRESETS.items()]


_WHICH = "Which game? A number, a name, or list [1]:"
_LISTS = ("list", "l", "?", "help")


def _ask_game(terminal: Terminal) -> Ruleset:
    """Ask which game to play until the answer names one; all are listed on request."""
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
    """Ask for a number in that range until there is one; *usual* is for Enter alone."""
    while answer := terminal.ask(f"{question} [{usual}]?").strip():
        if answer.isdecimal() and least <= int(answer[:3]) <= most:
            return int(answer[:3])
        sentence = f"A number from {least} to {most} is wanted."
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
            record = load_record(path)
        except SaveError:
            continue
        if record.rounds:
            return path, record
    return None


def wants_to_resume(terminal: Terminal, path: Path, record: Record) -> bool:
    """Ask whether to resume the unfinished game in the file *path*."""
    who = joined(shown_names(record.players))
    when = datetime.fromtimestamp(path.stat().st_mtime, tz=UTC).astimezone()
    game = f"{record.ruleset}, round {len(record.rounds)}, turn {record.state().turn + 1}, {who}"
    terminal.show(
        texts([f"There is an unfinished game of {when:%Y-%m-%d %H:%M}: {game}."], terminal.width)
    )
    return confirmed(terminal.ask, "Go on with it? [Y/n]:")
