"""Sheets for a real table fit one page of A4 and Letter, in all languages, without clipped text."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator

import pytest
from tests.browser.driver.pool import RobotPool
from tests.browser.driver.robot import Robot, Window
from tests.browser.test_access import serious, sideways
from tests.support.examples import LONG

from tilerummy.texts import languages

MakeRobot = Callable[..., Robot]
SHEETS = (
    "sheet=score&player=Grandma&player=Ben&player=Ada&player=Jo&player=Max&player=Eva",
    "sheet=large&players=4",
    "sheet=rules&ruleset=international",
    "sheet=rules&ruleset=mcgraw",
    "sheet=hands",
)
A4 = Window(794, 1123)
PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
CLIPPED = """() => {
    const sheet = document.querySelector('.sheet');
    const box = sheet.getBoundingClientRect();
    const walker = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
    const texts = [];
    for (let node; (node = walker.nextNode());) {
        if (!node.data.trim() || node.parentElement.closest('.sr-only')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) texts.push([node.data.trim(), rect, node]);
    }
    const outside = texts.filter(([, r]) =>
        r.left < box.left - 1 || r.right > box.right + 1
        || r.top < box.top - 1 || r.bottom > box.bottom + 1);
    const foot = sheet.querySelector('footer')?.getBoundingClientRect();
    const under = texts.filter(([, r, node]) =>
        foot && !node.parentElement.closest('footer') && r.bottom > foot.top + 1);
    return [...outside, ...under].map(([text]) => text);
}"""
INK = """async ([url, box]) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let [inside, outside] = [0, 0];
    for (let i = 0; i < data.length; i += 4) {
        if (data[i] + data[i + 1] + data[i + 2] > 600) continue;
        const [x, y] = [(i / 4) % image.width, Math.floor(i / 4 / image.width)];
        const within = x >= box.x - 1 && x <= box.x + box.width + 1
            && y >= box.y - 1 && y <= box.y + box.height + 1;
        inside += within;
        outside += !within;
    }
    return [inside / (box.width * box.height), outside];
}"""


@pytest.fixture(scope="module")
def printers(pool: RobotPool) -> Iterator[Robot]:
    """A browser that shows pages in their printed form."""
    visitor = pool.lend(A4)
    yield visitor
    visitor.page.emulate_media(media="screen")
    pool.take_back(visitor)


@pytest.mark.parametrize("language", languages() if LONG else ("de", "he"))
def test_every_sheet_fits_one_page(printers: Robot, language: str) -> None:
    page = printers.page
    printers.read(language)
    for sheet in SHEETS:
        printers.open(f"/print?{sheet}")
        page.locator(".sheet").wait_for()
        printers.settle()
        page.emulate_media(media="print")
        assert page.evaluate(CLIPPED) == [], sheet
        for paper in ("A4", "Letter"):
            assert len(PAGE.findall(page.pdf(format=paper))) == 1, (sheet, paper)
        box = page.locator(".sheet").bounding_box()
        page.evaluate("unpainted.disabled = true")
        shown = base64.b64encode(page.screenshot(full_page=True)).decode()
        inside, outside = page.evaluate(INK, [f"data:image/png;base64,{shown}", box])
        page.evaluate("unpainted.disabled = false")
        assert 0.005 < inside < 0.25, (sheet, inside)
        assert outside == 0, sheet
        page.emulate_media(media="screen")
    assert printers.errors == []


def test_a_sheet_is_chosen_and_shown_on_a_phone(robot: MakeRobot) -> None:
    visitor = robot(Window(390, 844, touch=True))
    visitor.open("/print?ruleset=sabra")
    visitor.page.locator(".sheet").wait_for()
    visitor.page.get_by_role("radio", name="Rules on one page").check(force=True)
    visitor.page.locator(".rules-sheet").wait_for()
    assert "sheet=rules" in visitor.page.url
    assert sideways(visitor) <= 1
    assert serious(visitor) == []
