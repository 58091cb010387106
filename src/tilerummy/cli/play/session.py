"""A match in the terminal: its players, its record and its events."""

from __future__ import annotations

import hmac
import os
from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random

from tilerummy.cli.play.saves import AutoSave
from tilerummy.cli.render.event_text import event_sentences
from tilerummy.cli.render.terminal import Terminal
from tilerummy.cli.render.tiles import ScreenLayout, Sorting, texts
from tilerummy.match import Match
from tilerummy.melds import Table
from tilerummy.players import PLAYERS
from tilerummy.players.decisions import Motive
from tilerummy.records import Command, Participant, Record, RecordedRound
from tilerummy.rules import begin, chance, decide_all
from tilerummy.rules_text.sentence import YOU
from tilerummy.state import (
    Action,
    Drew,
    Event,
    Foul,
    Passed,
    Penalised,
    Phase,
    Source,
    State,
    fold,
    redact,
)
from tilerummy.tiles import Rack

PERSON = "person"
DEFAULT_LEVEL = "casual"
"""The default level of computer players."""

_FORMER_NAMES = {"simple": "beginner"}
"""Former names of levels, which records still use."""

COMPUTERS = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo")
"""Names for computer players, in order of preference."""


def participants(
    people: int, players: int, kinds: Sequence[str], names: Sequence[str]
) -> tuple[Participant, ...]:
    """Return the participants: human players first, then computer players of the given *kinds*.

    The last of the *kinds* is used for all remaining computer players. *names* are in seat order.
    Raises ValueError if the numbers or the names are inconsistent.
    """
    if people > players:
        raise ValueError(f"{people} people are too many for a table of {players} players")
    if len(names) > players:
        raise ValueError(f"{len(names)} names are too many for {players} players")
    if len(kinds) > max(1, players - people):
        raise ValueError(f"{len(kinds)} kinds are too many for {players - people} computer players")
    for kind in kinds:
        if kind not in PLAYERS:
            raise ValueError(
                f"there is no computer player {kind!r}; choose from {', '.join(PLAYERS)}"
            )
    every = [*names]
    if len(names) < people:
        numbers = range(len(names) + 1, people + 1)
        every += ["Player"] if people == 1 else [f"Player {number}" for number in numbers]
    taken = {name.lower() for name in every}
    every += [name for name in COMPUTERS if name.lower() not in taken][: players - len(every)]
    if len({name.lower() for name in every}) < len(every):
        raise ValueError("two players have the same name")
    return tuple(
        Participant(name, PERSON if seat < people else kinds[min(seat - people, len(kinds) - 1)])
        for seat, name in enumerate(every)
    )


def computer_level(kind: str) -> str | None:
    """Return the computer level that *kind* in a record stands for, or None for a human player."""
    name = _FORMER_NAMES.get(kind, kind)
    return name if name in PLAYERS else None


def shown_names(players: Sequence[Participant]) -> tuple[str, ...]:
    """Return the names to display. If only one player is human, that player is called "You"."""
    people = [p for p in players if p.kind == PERSON]
    if len(people) != 1:
        return tuple(p.name for p in players)
    return tuple(YOU if p.kind == PERSON else p.name for p in players)


SEED_TAG = "Seed"
"""The record tag for the match seed, which determines the deals of all rounds."""


class Session:
    """A match in the terminal: its record, its seats and its save file.

    ``motives`` contains the computer players' reasons for their plays in this round, each paired
    with a seat number. ``record`` contains the complete history. It is saved before every prompt,
    so that no human player's action is ever lost.
    """

    def __init__(self, terminal: Terminal, record: Record, autosave: AutoSave | None) -> None:
        self.terminal = terminal
        self.record = record
        self.autosave = autosave
        self.rules = record.rules
        self.names = shown_names(record.players)
        self.people = [i for i, p in enumerate(record.players) if p.kind == PERSON]
        self.viewer = self.people[0] if len(self.people) == 1 else None
        self.sorting = dict.fromkeys(range(record.seats), Sorting.COLOUR)
        self.state = record.state()
        self.warnings: list[str] = []
        self.motives: list[tuple[int, Motive]] = []
        self._saved = record

    @property
    def match(self) -> Match:
        """The match so far, including its finished rounds."""
        return Match(
            rules=self.rules,
            seats=self.record.seats,
            rounds=self.record.match_rounds,
            target=self.record.match_target,
            results=self.record.results,
            starters=self.record.starters,
        )

    @property
    def playing(self) -> bool:
        """True while a round is in progress."""
        return bool(self.record.rounds) and self.state.phase is not Phase.OVER

    @property
    def open_ended(self) -> bool:
        """True if the match has no fixed end."""
        return self.record.match_rounds is None and self.record.match_target is None

    @property
    def shows_events_at_once(self) -> bool:
        """True if events are shown as they happen rather than on the next screen."""
        return self.terminal.height is None or not self.people

    @property
    def shares_keyboard(self) -> bool:
        """True if several players share the terminal, so racks must be hidden between turns."""
        return len(self.people) > 1 and self.terminal.attended

    def layout(self, seat: int | None = None) -> ScreenLayout:
        """Return the screen layout, including the sort order for the rack of *seat*."""
        sorting = Sorting.COLOUR if seat is None else self.sorting[seat]
        return ScreenLayout(width=self.terminal.width, height=self.terminal.height, sorting=sorting)

    def say(self, *sentences: str) -> None:
        """Show these sentences to the player."""
        self.terminal.show(texts(sentences, self.terminal.width))

    def begin_round(self) -> tuple[Event, ...]:
        """Deal the next round of the match, and return the deal's events."""
        match = self.match
        starter = match.next_starter()
        seed = self._seed(match.number)
        drawn = chance(
            self.rules.deal, self.rules.tiles, seats=match.seats, seed=seed, lots=starter is None
        )
        events = begin(self.rules, drawn, seats=match.seats, starter=starter, number=match.number)
        self.record = self.record.begin(drawn, events, starter=starter, seed=seed)
        self.state = self.record.state()
        self.motives.clear()
        self._show_events(events, self.viewer)
        return events

    def submit(self, seat: int, actions: Sequence[Action]) -> tuple[Event, ...]:
        """Apply and record the *actions* of *seat*, and return the resulting events.

        If an action is illegal, IllegalActionError is raised, and nothing changes.
        """
        foul = any(isinstance(action, Foul) for action in actions)
        played = self.state.plays > 0
        events = decide_all(self.rules, self.state, actions)
        command = Command(None if foul else seat, tuple(actions))
        self.record = self.record.append(command, events)
        self.state = fold(events, self.state)
        ends_play = played and isinstance(events[0], Passed)
        self._show_events(events[ends_play:], seat if seat in self.people else self.viewer)
        return events

    def _show_events(self, events: Sequence[Event], viewer: int | None) -> None:
        if self.shows_events_at_once:
            self.say(*event_sentences((redact(e, viewer) for e in events), self.names))

    def save(self) -> None:
        """Save the record if it has changed. If saving fails, add a warning for the player."""
        if self.autosave is not None and self._saved is not self.record:
            self._saved = self.record
            if warning := self.autosave.save(self.record):
                self.warnings.append(warning)

    def ask(self, prompt: str) -> str:
        """Save the game, then show *prompt* and return the next line typed.

        Raises EOFError at the end of the input.
        """
        self.save()
        return self.terminal.ask(prompt)

    def random_of(self, seat: int) -> Random:
        """Return a random number generator for the next actions of the computer player in *seat*.

        The generator is derived from the round's seed, so the same seed gives the same match.
        """
        played = self.record.rounds[-1]
        seed = "" if played.seed is None else played.seed.hex()
        return Random(f"{seed} seat {seat} command {len(played.steps)}")

    def _seed(self, number: int) -> bytes:
        """Return a round's seed, derived from the match seed if there is one, otherwise random."""
        text = dict(self.record.tags).get(SEED_TAG)
        if text is None:
            return os.urandom(32)
        return hmac.digest(seed_bytes(text), f"round {number}".encode(), sha256)


def seed_bytes(text: str) -> bytes:
    """Convert the *text* of a seed to bytes. Text that consists of hexadecimal digits is decoded.

    >>> seed_bytes("00ff00ff00ff00ff").hex(), len(seed_bytes("a rainy sunday"))
    ('00ff00ff00ff00ff', 32)
    """
    digits = text.lower().removeprefix("0x")
    if len(digits) >= 16 and len(digits) % 2 == 0 and set(digits) <= set("0123456789abcdef"):
        return bytes.fromhex(digits)
    return sha256(text.encode()).digest()


def since_last_turn(
    played: RecordedRound, seat: int, seats: int
) -> tuple[tuple[Event, ...], Table]:
    """Return the redacted events since *seat* last ended its turn, and the table at that time.

    The events start with the last command of that turn, because it shows the tile that was drawn.
    If the seat has not finished a turn yet, all events are returned, starting with the lots.
    """
    steps = played.steps
    now = len(steps)
    while now and steps[now - 1].command.seat == seat:
        now -= 1
    own = [i for i in range(now) if steps[i].command.seat == seat]
    if not own:
        return _seen(played.events, seat), Table()
    last = own[-1]
    before = (e for step in steps[: last + 1] for e in step.events)
    left = fold((*played.deal, *before), State.before_deal(seats)).table
    return _seen((e for step in steps[last:] for e in step.events), seat), left


def _seen(events: Iterable[Event], viewer: int) -> tuple[Event, ...]:
    return tuple(redact(event, viewer) for event in events)


def drawn_by(events: Iterable[Event], seat: int) -> Rack:
    """Return the tiles that *seat* drew in *events*, including penalty tiles but not the deal."""
    return Rack(
        tile
        for event in events
        if isinstance(event, Drew | Penalised) and event.seat == seat
        if not (isinstance(event, Drew) and event.source is Source.ASIDE)
        for tile in event.tiles
    )


def history(
    played: RecordedRound, viewer: int | None, names: Sequence[str], last: int
) -> list[str]:
    """Return up to *last* sentences on the most recent events of a round, as *viewer* saw them."""
    return list(event_sentences((redact(e, viewer) for e in played.events), names))[-last:]
