"""A player who sees nothing: it reads the accessibility tree and presses keys.

It uses only what a screen reader would read out: the names of groups and buttons, and the text of
the strip. It chooses its plays with the library, from the tiles that were read out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from playwright.sync_api import Page

from tilerummy.analysis import best_play
from tilerummy.rules import Ruleset
from tilerummy.state.notation import read_state

COLOURS = {"black": "k", "red": "r", "blue": "b", "orange": "o"}
MANY = 400
"""More turns than any game takes."""
PATIENCE = 60.0
"""Seconds without anything new that count as a dead end."""

FIELD = 'textbox "Type a move"'

_TILE = re.compile(r"(?:(black|red|blue|orange) (\d+)|(joker))")
_BUTTON = re.compile(r"^ *- '?button (?:\"((?:[^\"\\]|\\.)*)\")?(.*)$", re.MULTILINE)


class DeadEnd(AssertionError):
    """Raised with the complete tree if the player has no way to continue, or nothing happens."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The accessibility tree at one moment."""

    tree: str

    def section(self, name: str) -> str:
        """Return the part of the tree below the node whose line contains *name*."""
        lines = self.tree.splitlines()
        for at, line in enumerate(lines):
            if name in line:
                indent = len(line) - len(line.lstrip())
                below = [line]
                for each in lines[at + 1 :]:
                    if len(each) - len(each.lstrip()) <= indent:
                        break
                    below.append(each)
                return "\n".join(below)
        return ""

    def buttons(self, section: str) -> list[str]:
        """Return the names of all buttons in a section that can be pressed."""
        return [
            name
            for name, state in _BUTTON.findall(self.section(section))
            if "[disabled]" not in state
        ]

    @property
    def rack(self) -> list[str]:
        """The tiles on the rack in notation."""
        return [tile for name in self.buttons('group "Your rack') for tile in _tiles(name)[:1]]

    @property
    def melds(self) -> list[str]:
        """The melds on the table in notation, in numerical order."""
        found = re.findall(r"group \"Meld \d+ of \d+: ([^\"]*)\"", self.section('group "The table'))
        return [" ".join(_tiles(each)) for each in found]

    @property
    def actions(self) -> list[str]:
        return self.buttons('group "Actions"')

    @property
    def strip(self) -> str:
        """The sentence in the strip."""
        return "\n".join(re.findall(r"^ *- text: (.*)$", self.tree, re.MULTILINE))

    @property
    def moves(self) -> str:
        """The list of moves; only a move that the table accepted changes it."""
        return self.section('tabpanel "Moves"')

    @property
    def my_turn(self) -> bool:
        return "strong: Your turn" in self.tree and bool(self.actions)

    @property
    def opened(self) -> bool:
        """False if the viewer's plate, or the points in the strip, show that nothing was laid."""
        points = re.search(r"\b\d+ of \d+\"?$", self.strip, re.MULTILINE)
        return not points and "- text: You to move not opened yet" not in self.tree

    @property
    def over(self) -> bool:
        """The result is shown, or can be shown again."""
        return 'button "Rematch' in self.tree or 'button "See the result' in self.tree


def _tiles(text: str) -> list[str]:
    """Return the tiles in a label, in notation; a joker is always bare."""
    bare = re.sub(r"joker for (?:(?:black|red|blue|orange) )?\d+", "joker", text)
    return [
        "*" if joker else f"{COLOURS[colour]}{number}"
        for colour, number, joker in _TILE.findall(bare)
    ]


@dataclass(slots=True)
class SpokenPlayer:
    """Plays a complete game; ``presses`` has the number of key presses of each turn."""

    page: Page
    rules: Ruleset
    presses: list[int] = field(default_factory=list)
    _pressed: int = 0

    def hear(self) -> Heard:
        return Heard(self.page.locator("body").aria_snapshot())

    def press(self, key: str) -> None:
        self._pressed += 1
        self.page.keyboard.press(key)

    def type(self, line: str) -> None:
        """Type a line into the field for moves, key by key."""
        for letter in line:
            self.press("Space" if letter == " " else letter)
        self.press("Enter")

    def play(self) -> None:
        """Play until the game ends."""
        for _ in range(MANY):
            heard = self.wait(lambda heard: (heard.my_turn and heard.rack) or heard.over)
            if heard.over:
                return
            self._pressed = 0
            self.take_turn(heard)
            self.presses.append(self._pressed)
        raise DeadEnd(f"still playing after {MANY} turns\n{self.hear().tree}")

    def wait(self, until: object) -> Heard:
        assert callable(until)
        heard = self.hear()
        for _ in range(int(PATIENCE * 20)):
            if until(heard):
                return heard
            self.page.wait_for_timeout(50)
            heard = self.hear()
        raise DeadEnd(heard.tree)

    def take_turn(self, heard: Heard) -> None:
        """Draw if the turn begins with it, lay what the rack allows, and end the turn."""
        if "Draw from the pool" in heard.strip:
            self.press("d")
            before = len(heard.rack)
            heard = self.wait(lambda now: len(now.rack) > before or now.over or not now.my_turn)
            if not heard.my_turn or heard.over:
                return
        laid = self.add_all(heard)
        heard = self.hear() if laid else heard
        for meld in self.melds(heard):
            self.open_field()
            self.type(meld)
            left = len(heard.rack) - len(meld.split())
            heard = self.wait(lambda now, left=left: len(now.rack) == left)
            laid = True
        self.end(heard, laid=laid)

    def melds(self, heard: Heard) -> Iterator[str]:
        """Yield the melds to lay from just the rack."""
        opened = "0" if heard.opened else "no"
        rack = " ".join(heard.rack)
        phase = " | phase meld" if any(each.startswith("Discard") for each in heard.actions) else ""
        view = read_state(f"rack {rack} | opened {opened}{phase}", self.rules.tiles)
        found = best_play(self.rules, view)
        if found.plays:
            for meld in found.tables[-1]:
                yield " ".join("*" if str(t).startswith("*") else str(t) for t in str(meld).split())

    def add_all(self, heard: Heard) -> bool:
        """Add the tiles that fit melds with a single key; return whether there were any."""
        if not heard.opened or not heard.melds or len(heard.rack) < 4:
            return False
        self.press("a")
        self.page.wait_for_timeout(150)
        return len(self.hear().rack) < len(heard.rack)

    def open_field(self) -> None:
        if FIELD in self.hear().tree:
            return
        self.press("t")
        self.wait(lambda heard: FIELD in heard.tree)

    def end(self, heard: Heard, *, laid: bool) -> None:
        """End the turn with the field for moves if it is open, and otherwise with a key."""
        moves = self.hear().moves
        discards = any(each.startswith("Discard") for each in heard.actions)
        field = FIELD in heard.tree
        if discards:
            self.open_field()
            self.type(f"discard {heard.rack[-1]}")
        elif laid:
            self.type("done") if field else self.press("c")
        elif any(each.startswith("Draw") for each in heard.actions):
            self.press("d")
        else:
            self.press("c")
        self.wait(lambda now: now.over or now.moves != moves)
        if FIELD in self.hear().tree:
            self.press("Escape")
