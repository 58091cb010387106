"""Each design drawing beside the live page, and pages without a drawing by day and night."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.driver.ends import CLOSED_END, INTERNATIONAL_END
from tests.browser.driver.lobby import known, show_lobby
from tests.browser.driver.pages import ONE_OPPONENT
from tests.browser.driver.robot import PLAY
from tests.browser.driver.scene import Scene, Stage
from tests.browser.driver.scenes import CURTAIN, END, TABLE
from tests.browser.driver.server_process import ServerProcess
from tests.browser.pages.test_history import answer as answer_games
from tests.browser.pictures import review
from tests.browser.table.test_near import NEAR
from tools.site.__main__ import FOLDER
from tools.site.stage import ROOT

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
DRAWN = sorted(path.stem for path in (PICTURES / "drawn").glob("*-*-*.jpg"))
UNDRAWN = [
    f"{state}-{width}-{colours}"
    for state, width in [
        ("table", 768),
        ("hebrew", 390),
        ("hebrew", 1280),
        ("international", 390),
        ("international", 1280),
    ]
    for colours in ("light", "dark")
]
HEIGHTS = {360: 640, 390: 844, 740: 360, 768: 1024, 1200: 630, 1280: 800, 1920: 1080}
PICKED = ("r10", "r11", "r12")


class Place(NamedTuple):
    """A page to capture, and the address of the server."""

    page: Page
    url: str


def _stage(place: Place, scene: Scene) -> Stage:
    stage = Stage(place.page, scene)
    stage.open(place.url)
    place.page.wait_for_timeout(600)
    return stage


def table(place: Place) -> None:
    stage = _stage(place, TABLE)
    stage.react(3, "hurry")
    for tile in PICKED:
        place.page.locator(f'.tt-tile[id*="-{tile}"]').last.click()


def end(place: Place) -> None:
    _stage(place, END)
    place.page.wait_for_timeout(800)


def international(place: Place) -> None:
    _stage(place, INTERNATIONAL_END)
    place.page.wait_for_timeout(800)


def home(place: Place) -> None:
    show_lobby(place.page)
    place.page.goto(place.url)
    place.page.get_by_role("heading", level=1).wait_for()


def first_visit(place: Place) -> None:
    place.page.goto(place.url)
    place.page.get_by_role("button", name=PLAY).click()
    place.page.get_by_role("region", name="Do you know the game?").wait_for()


def lesson(place: Place) -> None:
    known(place.page, {"basic": [*range(6)]})
    place.page.goto(f"{place.url}/learn")
    for tile in ("r9.0", "*.0", "o9.0"):  # the wrong 9, then the right one
        place.page.locator(f'[data-id="{tile}"]').click()


def rules(place: Place) -> None:
    place.page.goto(place.url)
    place.page.get_by_role("button", name=re.compile("^Change rules")).click()
    place.page.get_by_role("button", name=re.compile("Sabra|rules", re.IGNORECASE)).last.click()
    place.page.get_by_role("dialog").wait_for()


def near(place: Place) -> None:
    _stage(place, NEAR)
    place.page.locator(".near-pill").click()


def curtain(place: Place) -> None:
    _stage(place, CURTAIN)
    place.page.locator(".curtain").wait_for()


def closed_hand(place: Place) -> None:
    """The hand itself, before the result covers a part of the table on phones."""
    _stage(place, CLOSED_END)
    place.page.locator(".closed-hand").wait_for()


def studio(place: Place) -> None:
    position = {"ruleset": "sabra", "table": "k5 r5 b5 o5 / r9 r10 r11", "rack": "b4 b6 b7 r8 k1"}
    place.page.goto(f"{place.url}/studio#{urlencode(position)}")
    place.page.locator(".plays button").first.wait_for(timeout=60_000)


def reviewed(place: Place) -> None:
    review(place.page, place.url)


def my_games(place: Place) -> None:
    place.page.route(re.compile(r"/api/games(/statistics)?\?"), answer_games)
    place.page.goto(f"{place.url}/games")
    place.page.locator(".mine-plot").first.wait_for()


def new_game(place: Place) -> None:
    place.page.goto(f"{place.url}/new?opponents=2&level=club")
    place.page.locator(".new-play").wait_for()
    place.page.get_by_role("button", name="Add a seat").click()


def lobby(place: Place) -> None:
    """The viewer's table and one guest. The guest is ready and has written in the chat."""
    place.page.goto(f"{place.url}/new")
    place.page.locator(".new-open").click()
    invitation = place.page.locator(".invite input")
    invitation.wait_for()
    browser = place.page.context.browser
    assert browser is not None
    guest = browser.new_context(locale="en-GB").new_page()
    guest.goto(invitation.input_value())
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_role("button", name="I’m ready").click()
    chat = guest.get_by_role("textbox", name="Say something")
    chat.fill("The pasta is nearly done …")
    chat.press("Enter")
    place.page.locator(".lobby-chat q").wait_for()
    guest.context.close()


def share_game(place: Place) -> None:
    """A game that the viewer gave up after the deal."""
    place.page.add_init_script(ONE_OPPONENT)
    first_visit(place)
    place.page.get_by_role("button", name="I know it").click()
    place.page.get_by_role("button", name="Table menu").click()
    place.page.locator(".menu").get_by_text("Give up").click()
    place.page.locator(".menu-sure .danger").click()
    place.page.locator(".result").wait_for()
    game = place.page.url.rsplit("/", 1)[1]
    place.page.goto(f"{place.url}/api/games/{game}/picture.png")


def share_puzzle(place: Place) -> None:
    place.page.goto(f"{place.url}/api/puzzles/daily/2026-04-11/picture.png")


def documentation(place: Place, page: str) -> None:
    """A page of the website on a web server, because examples do not run in a folder."""
    subprocess.run([sys.executable, "-m", "tools.site", "--quiet"], cwd=ROOT, check=True)
    handler = partial(SimpleHTTPRequestHandler, directory=str(FOLDER / "html"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    place.page.goto(f"http://127.0.0.1:{server.server_port}/{page}")
    place.page.get_by_role("button", name="Run").wait_for()


def docs_front(place: Place) -> None:
    documentation(place, "index.html")


def docs_reference(place: Place) -> None:
    documentation(place, "reference/best_play.html")


STATES: dict[str, Callable[[Place], None]] = {
    "table": table,
    "end": end,
    "hebrew": table,
    "international": international,
    "home-return": home,
    "first-visit": first_visit,
    "lesson": lesson,
    "rules": rules,
    "near": near,
    "closed-hand": closed_hand,
    "curtain": curtain,
    "studio": studio,
    "review": reviewed,
    "my-games": my_games,
    "new-game": new_game,
    "lobby": lobby,
    "share-game": share_game,
    "share-puzzle": share_puzzle,
    "docs-front": docs_front,
    "docs-reference": docs_reference,
}


@pytest.mark.parametrize("name", [*DRAWN, *UNDRAWN])
def test_a_picture_of_the_page_is_taken(
    browser: Browser, server: ServerProcess, tmp_path: Path, name: str
) -> None:
    state, width, colours = name.rsplit("-", 2)
    phone = int(width) < 760
    context = browser.new_context(
        viewport={"width": int(width), "height": HEIGHTS[int(width)]},
        color_scheme="dark" if colours == "dark" else "light",
        device_scale_factor=2 if phone else 1,
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",
        locale="he" if state == "hebrew" else "en-GB",
        bypass_csp=True,
    )
    place = Place(context.new_page(), server.url)
    STATES[state](place)
    place.page.wait_for_timeout(500)

    folder = PICTURES / "living" if "PICTURES" in os.environ else tmp_path
    folder.mkdir(exist_ok=True)
    picture = place.page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=82)

    context.close()
    assert len(picture) > 20_000, "the picture is nearly empty"
