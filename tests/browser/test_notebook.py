"""The widget for notebooks works in a page that runs its script like a notebook."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tilerummy.notebook import RoundWidget
from tilerummy.state import Played

RENDER = """async ([script, state]) => {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const { default: widget } = await import(url);
  const calls = {};
  window.sent = [];
  window.state = state;
  window.fire = (event, message) => (calls[event] ?? []).forEach((call) => call(message));
  const model = {
    get: (name) => window.state[name],
    send: (message) => window.sent.push(message),
    on: (event, call) => (calls[event] ??= []).push(call),
    off: (event, call) => (calls[event] = calls[event].filter((each) => each !== call)),
  };
  window.end = await widget.render({ model, el: document.getElementById('cell') });
}"""


class Cell:
    """A cell of a notebook, which passes messages between the widget's script and Python."""

    def __init__(self, page: Page, widget: RoundWidget, monkeypatch: pytest.MonkeyPatch) -> None:
        self.page, self.widget = page, widget
        self.replies: list[object] = []
        monkeypatch.setattr(widget, "send", self.replies.append)
        page.set_content('<div id="cell" style="width: 900px"></div>')
        page.evaluate(RENDER, [widget._esm, self.state])

    @property
    def state(self) -> dict[str, object]:
        names = ("position", "language", "height")
        return {name: getattr(self.widget, name) for name in names}

    def press(self, act: str) -> None:
        """Press a button, and wait until Python has responded."""
        self.page.locator(f"[data-act={act}]").click()
        for message in self.page.evaluate("sent.splice(0)"):
            self.widget._handle_custom_msg(message, [])
        self.page.evaluate("(now) => { state = now; fire('change:position') }", self.state)
        for reply in self.replies:
            self.page.evaluate("(reply) => fire('msg:custom', reply)", reply)
        self.replies.clear()

    def tile(self, label: str) -> None:
        """Click a tile by the start of its label."""
        self.page.locator(f"[aria-label^='{label}']").first.click()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    errors: list[Error] = []

    def failed(error: Error) -> None:
        errors.append(error)

    page.on("pageerror", failed)
    yield page
    page.close()
    assert errors == []


def test_a_person_plays_in_a_notebook(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    cell = Cell(page, RoundWidget("sabra", seed=4, computers="casual"), monkeypatch)
    status = page.locator(".nb-status")
    rack = len(cell.widget.round.state.seats[0].rack)

    cell.press("draw")
    expect(status).to_have_text("Your turn")
    expect(page.locator(".nb-seat").first).to_have_text(f"You · {rack + 1} tiles")
    while not cell.widget.round.state.seats[0].opened:
        cell.press("hint")
        cell.press("done" if page.locator("[data-act=done]").count() else "draw")

    assert any(isinstance(event, Played) and event.seat == 0 for event in cell.widget.round.events)
    shown = page.evaluate("state.position.table.join(' ').split(' ').length")
    expect(page.locator(".tt-tile:not(.tt-on-rack)")).to_have_count(shown)


def test_an_illegal_turn_is_explained_in_the_language_of_the_widget(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    widget = RoundWidget("sabra", seed=4, computers="casual", language="de")
    cell = Cell(page, widget, monkeypatch)

    cell.tile("1 rot,")
    cell.tile("9 rot,")
    page.locator(".nb-table").click(position={"x": 400, "y": 60})
    cell.press("done")

    expect(page.locator(".nb-status")).to_contain_text(
        "Das ist keine gültige Auslage: 1 rot und 9 rot"
    )
    assert widget.round.state.plays == 0
    page.evaluate("end()")
