"""Plays a robot's turn: finds the best play, and lays it as a human would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from playwright.sync_api import TimeoutError as PlaywrightTimeout
from tests.browser.driver.robot import PATIENCE, Robot

from tilerummy import ruleset
from tilerummy.analysis import best_play
from tilerummy.melds import Meld, Table
from tilerummy.rules import Ruleset
from tilerummy.state.notation import read_state
from tilerummy.tiles import rack

RETRY_AFTER = 6000
"""The delay in milliseconds before a robot repeats a hint request; requests are throttled."""


def take_turn(robot: Robot, *, by_keyboard: bool = False) -> None:
    """Play as many tiles as possible, or draw, and end the turn."""
    version = robot.seen["version"]
    _Turn(robot, by_keyboard=by_keyboard).take()
    robot.until_after(version)
    robot.assert_nothing_wrong()


@dataclass(frozen=True, slots=True)
class _Turn:
    robot: Robot
    by_keyboard: bool

    def take(self) -> None:
        game = self.robot.game
        can = game["can"]
        if can["draw"] and game["phase"] == "draw":
            self._end("draw")
        elif (after := self._best()) is not None:
            self._lay(after)
            if self.by_keyboard and game["phase"] == "meld":
                self.robot.type(f"discard {self._left(after)}")
            else:
                self._end("done")
        elif can["draw"]:
            self._end("draw")
        elif can["discard"]:
            self._discard(can["discard"][0])
        else:
            self._end("pass")

    @property
    def _rules(self) -> Ruleset:
        return rules_of(self.robot)

    @property
    def _before(self) -> Table:
        return read_state(f"table {' / '.join(self.robot.game['table'])}", self._rules.tiles).table

    def _best(self) -> list[Meld] | None:
        """Return the table after the best play, or None."""
        game, rules = self.robot.game, self._rules
        opened = "0" if game["opening"] is None else "no"
        table, own = " / ".join(game["table"]), " ".join(game["rack"])
        view = read_state(
            f"table {table} | rack {own} | opened {opened} | phase {game['phase']}", rules.tiles
        )
        found = best_play(rules, view)
        return [*found.tables[-1]] if found.plays else None

    def _left(self, after: list[Meld]) -> str:
        """Return a rack tile that may be discarded after the play that leaves the table *after*."""
        placed = Table(after).tiles - self._before.tiles
        left = rack(" ".join(self.robot.game["rack"]), self._rules.tiles) - placed
        return next(str(t) for t in left if str(t) in self.robot.game["can"]["discard"])

    def _end(self, action: str) -> None:
        if self.by_keyboard:
            self.robot.type(action)
        else:
            self.robot.do(action)

    def _discard(self, tile: str) -> None:
        if self.by_keyboard:
            self.robot.type(f"discard {tile}")
            return
        self.robot.pick([tile])
        self.robot.do("discard")

    def _lay(self, after: list[Meld]) -> None:
        """Lay new melds and extend old ones by hand; leave everything else to a hint."""
        new = [*(Table(after) - self._before)]
        changed = self._before - Table(after)
        added = [*_additions(changed, new)]
        if len(added) < len(changed) or (added and self.by_keyboard):
            self._lay_hint()
            return
        places = [self.robot.page.evaluate(TILE_OF, sorted(_faces(meld))) for meld, _ in added]
        if None in places:
            self._lay_hint()
            return
        for place, (_, tiles) in zip(places, added, strict=True):
            self._add(place, tiles)
        for meld in new:
            self._lay_new(_faces(meld))

    def _lay_new(self, tiles: list[str]) -> None:
        robot = self.robot
        if self.by_keyboard:
            robot.type(f"{' '.join(tiles)} > new")
            return
        ids = robot.pick(tiles)
        if not robot.tap_the_felt():
            robot.page.keyboard.press("n")
        robot.until_laid(ids)

    def _add(self, place: str, tiles: list[str]) -> None:
        """Pick tiles, then tap a tile on the table, so that its meld takes all that fit."""
        ids = self.robot.pick(tiles)
        self.robot.press(self.robot.page.locator(f'[id="{place}"]'))
        self.robot.until_laid(ids)

    def _lay_hint(self) -> None:
        """Ask for hints from the current level on, until the play is laid."""
        robot, button = self.robot, self.robot.button
        hint = robot.page.get_by_role("button", name="Hint", exact=True)
        asked = (hint, button("Which tiles?"), button("How?"), button("Lay it for me"))
        close = robot.page.locator(".hint").get_by_role("button", name="Close")
        for _ in range(4 * PATIENCE // RETRY_AFTER):
            reached = max((n for n, each in enumerate(asked) if each.is_visible()), default=0)
            if not reached and close.is_visible():  # no play was found in time
                robot.press(close)
            robot.press(asked[reached])
            if asked[reached] is asked[-1]:
                return
            with suppress(PlaywrightTimeout):
                asked[reached + 1].wait_for(timeout=RETRY_AFTER)
        raise AssertionError("no hint came")


TILE_OF = """faces => {
    for (const pile of document.querySelectorAll(".tt-pile")) {
        const ids = (pile.getAttribute("aria-owns") ?? "").split(" ").filter(Boolean);
        const tiles = ids.map((id) => document.getElementById(id).dataset.id.split(".")[0]);
        if (tiles.sort().join() !== faces.join()) continue;
        const tile = document.getElementById(ids[0]);
        const { x, y, width, height } = tile.getBoundingClientRect();
        const seen = document.elementFromPoint(x + width / 2, y + height / 2);
        return tile.contains(seen) ? ids[0] : null;
    }
    return null;
}"""
"""A visible tile of the meld with these faces; a full table scrolls."""


def rules_of(robot: Robot) -> Ruleset:
    """Return the ruleset of the robot's game."""
    return ruleset(robot.seen["table"]["terms"]["ruleset"])


def _faces(meld: Meld) -> list[str]:
    return ["*" if tile.startswith("*") else tile for tile in str(meld).split()]


def _additions(changed: Iterable[Meld], new: list[Meld]) -> Iterator[tuple[Meld, list[str]]]:
    """Yield the melds that only grow, with the added tiles; remove the results from *new*."""
    for meld in changed:
        for grown in new:
            before, after = Counter(_faces(meld)), Counter(_faces(grown))
            if before <= after and "*" not in after:
                new.remove(grown)
                yield meld, [*(after - before).elements()]
                break
