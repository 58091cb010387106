"""A golden playthrough: a complete round as text, with all events and all views.

The text contains the deal and every action, so it can be replayed: the rules must produce the same
text from the same actions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tilerummy.records.jsonl.codec import encode
from tilerummy.rules import Chance, Ruleset, begin, decide, faults, ruleset, ruleset_text
from tilerummy.state import Action, Event, State, conceal, fold, redact
from tilerummy.state.notation import action_text, read_action, state_text
from tilerummy.tiles import Tile, tile, tile_list

IN_A_ROW = 26
_FACE_DOWN = re.compile(r"\?( \?)+")


@dataclass(frozen=True, slots=True)
class Playthrough:
    """The content of a playthrough: the actions, and refused actions with their positions."""

    rules: Ruleset
    seats: int
    chance: Chance
    actions: tuple[Action, ...]
    refused: dict[int, tuple[Action, ...]]

    @classmethod
    def read(cls, text: str) -> Playthrough:
        """Return the playthrough in *text*; its results are ignored."""
        rules = ruleset("".join(_values(text, "ruleset")))
        lots = (line.split() for line in _values(text, "lots"))
        handfuls = (line.split() for line in _values(text, "handfuls"))
        drawn = Chance(
            order=tile_list(" ".join(_values(text, "order")), rules.tiles),
            lots=tuple(tuple(_tile(word, rules) for word in lot) for lot in lots),
            handfuls=tuple((int(first), int(second)) for first, second in handfuls),
        )
        actions: list[Action] = []
        refused: dict[int, tuple[Action, ...]] = {}
        for kind, line in re.findall(r"^(\d+\. seat \d:|   refused) (.*)$", text, re.MULTILINE):
            action, number = read_action(line, rules.tiles), len(actions)
            if "refused" in kind:
                refused[number] = (*refused.get(number, ()), action)
            else:
                actions.append(action)
        return cls(rules, int("".join(_values(text, "players"))), drawn, tuple(actions), refused)

    def text(self) -> str:
        """Return the playthrough with its results as text."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield f"ruleset   {ruleset_text(self.rules)}"
        yield f"players   {self.seats}"
        yield from _listed("order", _rows(self.chance.order))
        yield from _listed("lots", (" ".join(map(_value_text, lot)) for lot in self.chance.lots))
        yield from _listed("handfuls", (f"{a} {b}" for a, b in self.chance.handfuls))
        events = begin(self.rules, self.chance, seats=self.seats)
        state = fold(events, State.before_deal(self.seats))
        yield "\ndeal"
        yield from self._event_lines(events)
        for number, action in enumerate(self.actions, 1):
            yield from self._checked(number - 1, state)
            yield f"\n{number}. seat {state.to_move}: {action_text(action)}"
            events = decide(self.rules, state, action)
            state = fold(events, state)
            yield from self._event_lines(events)
        yield from self._position_lines(state)

    def _event_lines(self, events: Iterable[Event]) -> Iterator[str]:
        """Yield each event, and below it the redacted forms that other viewers see."""
        viewers = (None, *range(self.seats))
        for event in events:
            yield f"   {_event(event)}"
            shown = [(_viewer(v), _event(redact(event, v))) for v in viewers]
            for text in dict.fromkeys(text for _, text in shown if text != _event(event)):
                who = ", ".join(name for name, seen in shown if seen == text)
                yield f"      {who}: {text}"

    def _checked(self, number: int, state: State) -> Iterator[str]:
        """Yield the position before certain actions, and the reasons why some actions are
        refused.
        """
        if number == 0 or number in self.refused:
            yield from self._position_lines(state)
        for action in self.refused.get(number, ()):
            yield f"   refused {action_text(action)}"
            yield from (f"      {reason}" for reason in faults(self.rules, state, action))

    def _position_lines(self, state: State) -> Iterator[str]:
        """Yield the position, and the fields that differ in each view."""
        fields = state_text(state).split(" | ")
        yield "\n   position"
        yield from (f"      {field}" for field in fields)
        for viewer in (None, *range(self.seats)):
            view = state_text(conceal(state, viewer)).split(" | ")
            yield f"   {_viewer(viewer)}"
            yield from (f"      {field}" for field in view if field not in fields)


def _values(text: str, key: str) -> list[str]:
    """Return the values of the lines with that key."""
    return [line.removeprefix(key).strip() for line in text.splitlines() if line.startswith(key)]


def _tile(word: str, rules: Ruleset) -> Tile | None:
    return None if word == "-" else tile(word, rules.tiles)


def _listed(key: str, values: Iterable[str]) -> Iterator[str]:
    for value in values:
        yield f"{key:10}{value}"


def _rows(tiles: tuple[Tile, ...]) -> Iterator[str]:
    for first in range(0, len(tiles), IN_A_ROW):
        yield " ".join(map(str, tiles[first : first + IN_A_ROW]))


def _viewer(viewer: int | None) -> str:
    return "spectators" if viewer is None else f"seat {viewer}"


def _event(event: Event) -> str:
    """Return an event on one line: its type, and its non-empty fields."""
    kind, *fields = (
        f"{name} {_value_text(value)}"
        for name, value in encode(event).items()
        if value not in (None, "", [])
    )
    return f"{kind.removeprefix('type ')} {'; '.join(fields)}".rstrip()


def _value_text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_value_text, value))
    text = "-" if value is None else str(value)
    return _FACE_DOWN.sub(lambda row: f"?{len(row[0].split())}", text)
