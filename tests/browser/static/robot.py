"""A robot on the static page, where messages come from a worker."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Browser, Page
from tests.browser.driver.robot import DESKTOP, PATIENCE, Robot, Window

HEAR = """
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data }) => {
      if (!Array.isArray(data)) return; // from the worker that reads photos
      const [text] = data;
      const message = JSON.parse(text);
      if (message.kind === 'text') window.heardByRobot(message.text);
      if (message.kind === 'state') window.engineState = message.state;
    });
  }
};
"""
"""Reports the worker's socket messages and its state to the robot."""
INSTALLED = "navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')"


def until_true(page: Page, expression: str) -> None:
    """Wait until an *expression* resolves to true. It may be a promise, and needs no ``eval``."""
    for _ in range(PATIENCE // 100):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"not true in time: {expression}")


class Site(Protocol):
    """A website with the static page; ``url`` is its address."""

    @property
    def url(self) -> str: ...


class StaticRobot(Robot):
    """One player with one page; its games are stored in the browser."""

    def __init__(self, site: Site, browser: Browser, window: Window = DESKTOP) -> None:
        super().__init__(site, browser, window, installed=True)  # type: ignore[arg-type]
        self.context.expose_binding("heardByRobot", lambda _, text: self._heard(text))
        self.context.add_init_script(HEAR)

    def until_state(self, state: str) -> None:
        """Wait until the engine has reported the state *state*."""
        self.page.wait_for_function("state => window.engineState === state", arg=state)

    def lose_network(self) -> None:
        """Disconnect the browser, after everything has been cached."""
        until_true(self.page, INSTALLED)
        self.context.set_offline(True)
        self.cut = True
