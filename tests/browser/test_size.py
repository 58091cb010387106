"""The size check counts exactly what a browser loads before the first tile can be played."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page
from tests.browser.driver.robot import DESKTOP, Robot

ROOT = Path(__file__).parents[2]
KEY, SETTINGS = "tilerummy.settings", {"language": "he"}
"""The settings key, and the language with the largest messages in bytes."""

FIRST_TILE = """
new MutationObserver((_, watching) => {
  if (!document.querySelector('.tt-rack') || !document.querySelector('[data-id]')) return;
  window.firstTile = performance.now();
  watching.disconnect();
}).observe(document, { childList: true, subtree: true });
"""
LOADED = """
performance.getEntriesByType('resource')
  .filter((each) => each.name.endsWith('.js') && each.startTime < window.firstTile)
  .map((each) => each.name.split('/').pop())
"""


def counted() -> set[str]:
    """The scripts that the check counts."""
    node = shutil.which("node") or str(ROOT / ".venv" / "bin" / "node")
    printed = subprocess.run(
        [node, ROOT / "web" / "tools" / "size.mjs"], capture_output=True, text=True, check=True
    )
    return set(re.findall(r"[\w.-]+\.js$", printed.stdout, re.MULTILINE))


def fresh_page(host: Robot) -> Page:
    """Return the table of *host* in a browser with an empty cache but the same user."""
    browser = host.context.browser
    assert browser is not None
    state = host.context.storage_state()
    page = browser.new_context(storage_state=state, service_workers="block").new_page()
    page.add_init_script(f"localStorage.setItem({KEY!r}, {json.dumps(json.dumps(SETTINGS))})")
    page.add_init_script(FIRST_TILE)
    page.goto(host.page.url)
    page.locator("[data-id]").first.wait_for()
    page.locator(".game-side *").first.wait_for(state="attached")
    return page


def test_before_the_first_tile_nothing_else_is_loaded(robot: Callable[..., Robot]) -> None:
    host = robot(DESKTOP)
    host.play_now()
    page = fresh_page(host)

    loaded = page.evaluate(LOADED)

    page.context.close()
    assert set(loaded) == counted()
