"""A robot that plays in a real browser: it reads the server's messages, and taps."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Any, Literal

from playwright.sync_api import Browser, Locator, Request, ViewportSize, WebSocket, expect
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from tests.browser.driver.pages import ASKED, AT_REST, GO, ONE_OPPONENT, SET, SETTINGS, UNPAINTED
from tests.browser.driver.server_process import ServerProcess
from tests.server.stream_reader import whole

from tilerummy import ruleset
from tilerummy.rules import Ruleset

Message = dict[str, Any]

PATIENCE = 60_000
"""The timeout for any wait, in milliseconds."""
NETWORK = re.compile(r"WebSocket connection|ERR_|Failed to (load|fetch)|NetworkError")
"""Errors of a connection that was cut on purpose."""
BLOCKED = "Service Worker registration blocked by Playwright"
"""Playwright's message for a page that is not installed."""
BESIDE = "WebSocket is closed before the connection is established"
"""Chromium's message for the slower of two connections that a waiting page opened."""
ABORTED = "net::ERR_ABORTED"
"""Chromium's message for a load that was interrupted by navigation."""
PLAY = re.compile("^Play now")
"""The main button on the home page, with the game to be played below."""
EMPTY = "/healthz"
"""A path of the same site without scripts."""

UNCOVERED = """spots => spots.find(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return hit && hit.closest(".tt-table") && !hit.closest("button, a");
}) ?? null"""
"""The first spot of a list where the felt is touched, and nothing above it."""


@dataclass(frozen=True, slots=True)
class Window:
    """A window size, optionally with touch."""

    width: int
    height: int
    touch: bool = False
    dark: bool = False


DESKTOP = Window(1280, 800)
LARGE = Window(1920, 1080)
PHONE = Window(360, 640, touch=True, dark=True)
NARROW = Window(360, 640, dark=True)


@lru_cache
def rules_of(text: str) -> Ruleset:
    return ruleset(text)


def _size(window: Window) -> ViewportSize:
    return {"width": window.width, "height": window.height}


def _colours(window: Window) -> Literal["dark", "light"]:
    return "dark" if window.dark else "light"


_numbers = count(200)


def _own_address() -> dict[str, str]:
    """Return the header that gives each robot its own client address."""
    number = next(_numbers)
    return {"X-Forwarded-For": f"127.{number // 200}.{number % 200}.1"}


class Robot:
    """One player with one page; ``errors`` collects the errors on that page.

    Only an *installed* page caches itself for offline use, which takes a second.
    """

    def __init__(
        self,
        server: ServerProcess,
        browser: Browser,
        window: Window,
        *,
        locale: str = "en-GB",
        installed: bool = False,
    ) -> None:
        self.server, self.window = server, window
        self.context = browser.new_context(
            viewport=_size(window),
            has_touch=window.touch,
            is_mobile=window.touch,
            color_scheme=_colours(window),
            reduced_motion="reduce",
            bypass_csp=True,
            service_workers="allow" if installed else "block",
            locale=locale,
            extra_http_headers=_own_address(),
        )
        self.context.set_default_timeout(PATIENCE)
        for script in (SET, ONE_OPPONENT, ASKED, UNPAINTED):
            self.context.add_init_script(script)
        self.errors: list[str] = []
        self.cut = False
        self.seen: Message = {}
        self.page = self.context.new_page()
        self.page.on("console", lambda m: self._said(m.type, m.text))
        self.page.on("pageerror", lambda error: self.errors.append(error.stack or str(error)))
        self.page.on("websocket", self._listen)
        self._loading: set[Request] = set()
        self.page.on("request", self._began)
        self.page.on("requestfinished", self._done)
        self.page.on("requestfailed", self._done)

    def _began(self, request: Request) -> None:
        self._loading.add(request)

    def _done(self, request: Request) -> None:
        self._loading.discard(request)

    def _said(self, kind: str, text: str) -> None:
        if text == BLOCKED or BESIDE in text:
            return
        if kind in ("error", "warning") and not (self.cut and NETWORK.search(text)):
            self.errors.append(text)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._heard)

    def _heard(self, frame: bytes | str) -> None:
        message = json.loads(frame)
        if message["type"] in ("snapshot", "update"):
            self.seen = whole(self.seen or None, message)

    def close(self) -> None:
        self.context.close()

    def forget(self) -> None:
        """Become a different player with a different client address and a fresh page."""
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.context.set_offline(False)
        self._leave()
        self.page.unroute_all(behavior="ignoreErrors")
        self.context.unroute_all(behavior="ignoreErrors")
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.context.clear_cookies()
        self.context.clear_permissions()
        self.context.set_extra_http_headers(_own_address())
        self.page.emulate_media(reduced_motion="reduce")
        self.errors, self.seen, self._loading, self.cut = [], {}, set(), False

    def _leave(self) -> None:
        """Load a page without scripts.

        A menu that was just closed may still remove its history entry, which can interrupt the load
        once.
        """
        try:
            self.open(EMPTY)
        except PlaywrightError as error:
            if ABORTED not in error.message:
                raise
            self.open(EMPTY)

    # State shown to the robot

    @property
    def game(self) -> Message:
        game = self.seen["game"]
        assert isinstance(game, dict)
        return game

    @property
    def phase(self) -> str:
        return str(self.seen["table"]["phase"]) if self.seen else ""

    @property
    def my_turn(self) -> bool:
        return bool(self.seen and self.seen.get("game") and self.seen["game"]["can"])

    def wait(self, ms: int = 60) -> None:
        """Wait for *ms* milliseconds, while the client and its socket continue to work."""
        self.page.wait_for_timeout(ms)

    # Actions of the robot

    def open(self, path: str = "/") -> None:
        self.page.goto(self.server.url + path)

    def go(self, path: str) -> None:
        """Open another page like a link, without reloading the site."""
        self.page.evaluate(GO, path)

    def store(self, key: str, value: str) -> None:
        """Set a storage value for every page opened from now on."""
        if not self.page.url.startswith(self.server.url):
            self.open(EMPTY)
        self.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, value])

    def read(self, language: str) -> None:
        """Set the language of every page opened from now on."""
        self.store("tilerummy.settings", json.dumps({**SETTINGS, "language": language}))

    def settle(self) -> None:
        """Wait until everything is loaded and nothing moves."""
        for _ in range(PATIENCE // 40):
            if not self._loading and self.page.evaluate(AT_REST) and not self._loading:
                return
            self.wait(20)
        raise AssertionError(f"still loading or moving: {self._loading}")

    def resize(self, window: Window) -> None:
        """Set the window's width, height and colour scheme, but not its touch mode."""
        assert window.touch == self.window.touch
        self.page.set_viewport_size(_size(window))
        self.page.emulate_media(color_scheme=_colours(window))
        self.window = window

    def in_each(self, windows: Iterable[Window]) -> Iterator[Window]:
        """Yield each window, the current one first, after resizing and settling."""
        for window in sorted(windows, key=lambda each: each != self.window):
            self.resize(window)
            self.settle()
            yield window

    def play_now(self, opponents: int = 1) -> None:
        """Start a game against computers with one click on the home page."""
        self.open()
        if opponents > 1:
            self.press(self.button("Change rules or opponents"))
            self.page.get_by_role("radio", name=f"{opponents} computers").check(force=True)
        self.press(self.page.get_by_role("button", name=PLAY))
        self.until("playing")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def press(self, place: Locator) -> None:
        """Click, or tap on a touch window."""
        if self.window.touch:
            place.tap()
        else:
            place.click()

    def tiles_of_rack(self, tiles: list[str]) -> list[str]:
        """Wait until the rack shows these tiles, given in notation, and return their ids."""
        for _ in range(PATIENCE // 40):
            if ids := self._shown_on_rack(tiles):
                return ids
            self.wait(40)
        raise AssertionError(f"{tiles} are not on the rack: {self.status()}")

    def _shown_on_rack(self, tiles: list[str]) -> list[str] | None:
        """Return the ids of these tiles on the rack, or None if the rack lacks one."""
        owned = (self.page.locator(".tt-rack").get_attribute("aria-owns") or "").split()
        found: list[str] = []
        for face in tiles:
            named = re.compile(rf"-{re.escape(face)}(?:\D|$)")
            new = next((i for i in owned if named.search(i) and i not in found), None)
            if new is None:
                return None
            found.append(new)
        return found

    def pick(self, tiles: list[str]) -> list[str]:
        """Tap rack tiles until exactly these are picked, and return their ids.

        On a slow machine a tap may turn into a long press, which takes a complete run.
        """
        ids = self.tiles_of_rack(tiles)
        for _ in range(5):
            for each in ids:
                self.press(self.page.locator(f'[id="{each}"]'))
            if self._picked() == set(ids):
                return ids
            self.page.keyboard.press("Escape")
        raise AssertionError(f"cannot pick up {tiles}: {self.status()}")

    def _picked(self) -> set[str]:
        self.wait(40)  # until the update is visible
        chosen = self.page.locator('.tt-tile[aria-pressed="true"]')
        return set(chosen.evaluate_all("all => all.map(tile => tile.id)"))

    def until_laid(self, ids: list[str]) -> None:
        """Wait until the rack no longer shows any tile with one of these ids."""
        try:
            self.page.wait_for_function(
                """ids => {
                    const rack = document.querySelector(".tt-rack").getAttribute("aria-owns") ?? "";
                    return !ids.some((id) => rack.split(" ").includes(id));
                }""",
                arg=ids,
            )
        except PlaywrightTimeout as error:
            raise AssertionError(f"{ids} stayed on the rack: {self.status()}") from error

    def first(self) -> Locator:
        """Return the main button of the turn's actions."""
        return self.page.locator("button.first")

    def do(self, action: str) -> None:
        """Press the button for *action*, wherever it is."""
        named = {
            "draw": r"^Draw",
            "pass": r"^Pass",
            "done": r"^(Done|Lay)",
            "discard": r"^Discard",
        }
        expect(self.page.locator(".turn-actions button").first).to_be_enabled()
        self.press(
            self.page.locator(".turn-actions").get_by_role("button", name=re.compile(named[action]))
        )

    def type(self, line: str) -> None:
        """Type a move, as keyboard players do."""
        field = self.page.get_by_role("textbox", name="Type a move")
        for _ in range(5):
            if field.is_visible():
                break
            self.page.keyboard.press("t")
            self.page.wait_for_timeout(500)
        field.fill(line)
        field.press("Enter")

    def tap_the_felt(self) -> bool:
        """Tap an empty spot of the felt; return False if it is full."""
        felt = self.page.locator(".tt-table")
        size = felt.bounding_box()
        tray = self.page.locator(".tt-rack").bounding_box()
        assert size
        assert tray
        boxes = self.page.locator(".tt-pile, .tt-zone").evaluate_all(
            "all => all.map(e => e.getBoundingClientRect()).map(r => [r.x, r.y, r.right, r.bottom])"
        )
        spots = [
            [x, y]
            for y in range(
                int(min(size["y"] + size["height"], tray["y"])) - 20, int(size["y"]), -12
            )
            for x in range(int(size["x"] + size["width"]) - 10, int(size["x"]) + 10, -12)
            if all(
                x < left - 34 or x > right + 34 or y < top - 24 or y > bottom + 24
                for left, top, right, bottom in boxes
            )
        ]
        spot = self.page.evaluate(UNCOVERED, spots)
        if spot is None:
            return False
        self._tap(*spot)
        return True

    def _tap(self, x: float, y: float) -> None:
        if self.window.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    # Conditions that the robot waits for

    def until_after(self, version: int) -> None:
        """Wait until the table has a later version."""
        for _ in range(PATIENCE // 40):
            if self.seen["version"] > version:
                return
            self.wait(40)
        raise AssertionError(f"nothing has happened since {version}: {self.status()}")

    def until(self, phase: str) -> None:
        """Wait until the table is in the phase *phase*."""
        for _ in range(PATIENCE // 40):
            if self.phase == phase:
                return
            self.wait(40)
        raise AssertionError(f"the table is {self.phase}, not {phase}")

    def until_my_turn(self) -> None:
        """Wait until it is this robot's turn."""
        for _ in range(PATIENCE // 40):
            if self.my_turn:
                return
            self.wait(40)
        raise AssertionError("my turn has not come")

    def status(self) -> str:
        """The visible status text."""
        return self.page.locator("body").inner_text()

    def assert_nothing_wrong(self) -> None:
        assert self.errors == []
