"""Finds contradictions in a history, each with the minimal lines that show it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tests.history.tiles import agree, count_tiles, hidden_from, shown_to

Line = dict[str, object]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A contradiction, and the numbers, from 1, of the lines that show it."""

    kind: str
    room: str
    text: str
    lines: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.kind} in {self.room}: {self.text} (lines {', '.join(map(str, self.lines))})"


@dataclass(frozen=True, slots=True)
class Known:
    """A version that a room has certainly reached, the line that shows it, and a description."""

    version: int
    line: int
    what: str


NOTHING = Known(0, 0, "nothing")


@dataclass(slots=True)
class Command:
    """A pending command: the line that first sent it, and the state known then."""

    message: dict[str, object]
    line: int
    before: Known
    answered: tuple[int, str, int] | None = None
    """The result's line, status and version."""


@dataclass(slots=True)
class Client:
    """A client in a room: its view, and the state known when it requested one."""

    version: int = 0
    seat: int | None = None
    game: dict[str, object] | None = None
    round: int = 0
    watched: dict[int, tuple[int, Known]] = field(default_factory=dict)
    """By connection, until its first view arrives."""


@dataclass(slots=True)
class Room:
    """The known state of a room."""

    known: Known = NOTHING
    """The latest version that any client received in a view or a result."""
    clients: dict[str, Client] = field(default_factory=lambda: defaultdict(Client))
    commands: dict[tuple[str, str], Command] = field(default_factory=dict)
    executed: dict[int, Command] = field(default_factory=dict)
    """Sorted by the version when they were executed."""
    entries: dict[int, dict[int | None, tuple[int, dict[str, object]]]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    """By number and the seat that received them, with the line."""
    views: dict[tuple[int, int | None], tuple[int, object]] = field(default_factory=dict)
    tiles: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By round: the line and the number of tiles."""


class Checker:
    """Checks a history line by line."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = defaultdict(Room)
        self._number = 0

    def take(self, line: Line) -> Iterator[Contradiction]:
        """Yield the contradictions with earlier lines."""
        self._number += 1
        name, client = str(line["room"]), str(line["client"])
        room = self._rooms[name]
        message = line.get("message")
        match line["what"]:
            case "watched":
                connection = _int(line["connection"])
                room.clients[client].watched[connection] = (self._number, room.known)
            case "sent" if isinstance(message, dict):
                key = client, str(message["cid"])
                room.commands.setdefault(key, Command(message, self._number, room.known))
            case "heard" if isinstance(message, dict):
                if message["type"] == "answer":
                    yield from self._answer(name, room, client, message)
                else:
                    asked = room.clients[client].watched.pop(_int(line["connection"]), None)
                    if asked is not None and _int(message["version"]) < asked[1].version:
                        yield self._stale(name, *asked, _int(message["version"]))
                    yield from self._view(name, room, client, message)
            case what:
                raise ValueError(f"line {self._number}: unknown kind {what!r}")

    def end(self) -> Iterator[Contradiction]:
        """Yield results that are missing from the entries that clients received."""
        for name, room in self._rooms.items():
            for at, command in room.executed.items():
                yield from self._own_entry(name, room, at, command)

    # commands

    def _answer(
        self, name: str, room: Room, client: str, message: dict[str, object]
    ) -> Iterator[Contradiction]:
        command = room.commands.get((client, str(message["cid"])))
        status, version = str(message["status"]), _int(message["version"])
        if command is None:
            yield self._found("once", name, f"{message['cid']} was never sent")
            return
        if command.answered is not None:
            if command.answered[1:] != (status, version):
                text = f"{message['cid']} has two results"
                yield self._found("once", name, text, command.answered[0])
            return
        command.answered = (self._number, status, version)
        seen = _int(command.message.get("version", -1))
        if status == "ok" and seen >= 0:
            other = room.executed.setdefault(seen, command)
            if other is not command and version > seen:
                text = f"two commands were executed at version {seen}"
                yield self._found("once", name, text, *(other.answered or (0,))[:1])
            if version < seen:
                yield self._found(
                    "order", name, f"executed at {seen}, result at {version}", command.line
                )
        # it comes after the state known when it was sent: its version is higher if the command
        # changed something, and otherwise not lower
        minimum = command.before.version + (status == "ok" and version > seen >= 0)
        if version < minimum:
            yield self._stale(name, command.line, command.before, version)
        self._reached(room, version, f"the result of {message['cid']}")

    def _own_entry(
        self, name: str, room: Room, at: int, command: Command
    ) -> Iterator[Contradiction]:
        answer = command.answered
        if answer is None or answer[2] <= at or command.message["type"] not in ("act", "done"):
            return
        if at not in room.entries:
            if room.known.version > at:
                return  # no client received the entries, only a later view
            yield self._found("loss", name, f"entry {at} is missing", answer[0])
            return
        for line, entry in room.entries[at].values():
            if entry.get("what") != "acted":
                text = f"entry {at} is {entry.get('what')}, not a command"
                yield self._found("loss", name, text, command.line, answer[0], line)

    # views

    def _view(
        self, name: str, room: Room, client: str, message: dict[str, object]
    ) -> Iterator[Contradiction]:
        known = room.clients[client]
        version = _int(message["version"])
        entries = message.get("entries" if message["type"] == "update" else "log") or []
        assert isinstance(entries, list)
        numbers = [_int(entry["seq"]) for entry in entries]
        if message["type"] == "update" and numbers != [*range(known.version, version)]:
            yield self._found("gap", name, f"after {known.version} came {numbers}, to {version}")
        if version < known.version:
            yield self._found("order", name, f"{client} had {known.version}, then {version}")
        known.version = version
        if "seat" in message:
            seat = message["seat"]
            known.seat = None if seat is None else _int(seat)
        yield from self._game(name, room, known, message)
        for entry in entries:
            yield from self._entry(name, room, known.seat, entry)
        self._reached(room, version, f"a view of {client}")

    def _game(
        self, name: str, room: Room, known: Client, message: dict[str, object]
    ) -> Iterator[Contradiction]:
        change = message.get("game")
        if isinstance(change, dict):
            whole = message["type"] == "snapshot" or known.game is None
            known.game = change if whole else {**(known.game or {}), **change}
        elif message["type"] == "snapshot":
            known.game = None
        game = known.game
        line, other = room.views.setdefault((known.version, known.seat), (self._number, game))
        if other != game:
            text = f"seat {known.seat} was shown two games at version {known.version}"
            yield self._found("fork", name, text, line)
        if game is None:
            return
        yield from self._leaks(name, hidden_from(game, known.seat), known.seat)
        table = message.get("table")
        if (isinstance(table, dict) and "round" in table) or game.get("result") is None:
            tiles = count_tiles(game)
            first = room.tiles.setdefault(0, (self._number, tiles))
            if first[1] != tiles:
                text = f"{tiles} tiles, but {first[1]} before"
                yield self._found("tiles", name, text, first[0])

    def _entry(
        self, name: str, room: Room, seat: int | None, entry: dict[str, object]
    ) -> Iterator[Contradiction]:
        number = _int(entry["seq"])
        yield from self._leaks(name, shown_to(entry, seat), seat)
        shown = room.entries[number]
        if seat in shown and shown[seat][1] != entry:
            text = f"seat {seat} was shown two entries {number}"
            yield self._found("fork", name, text, shown[seat][0])
        for line, other in shown.values():
            if not agree(entry, other):
                text = f"entry {number} differs in its public part"
                yield self._found("fork", name, text, line)
                break
        shown.setdefault(seat, (self._number, entry))

    def _leaks(self, name: str, leaks: Iterable[str], seat: int | None) -> Iterator[Contradiction]:
        for leak in leaks:
            yield self._found("leak", name, f"seat {seat} was shown {leak}")

    # helpers

    def _reached(self, room: Room, version: int, what: str) -> None:
        if version > room.known.version:
            room.known = Known(version, self._number, what)

    def _stale(self, name: str, line: int, before: Known, version: int) -> Contradiction:
        text = f"{before.what} had version {before.version} before, and now it is {version}"
        return self._found("order", name, text, before.line, line)

    def _found(self, kind: str, room: str, text: str, *lines: int) -> Contradiction:
        return Contradiction(kind, room, text, tuple(sorted({*lines, self._number})))


def check(lines: Iterable[str]) -> Iterator[Contradiction]:
    """Yield the contradictions in a history, given as its lines."""
    checker = Checker()
    for line in lines:
        yield from checker.take(json.loads(line))
    yield from checker.end()


def _int(value: object) -> int:
    assert isinstance(value, int), value
    return value
