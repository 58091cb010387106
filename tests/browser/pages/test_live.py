"""Tiles are read from the live picture of a camera, which the browser plays from a file.

The client gets known readings of the frames, as in ``test_photo``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.conftest import CHROMIUM
from tests.browser.driver.photos import draw
from tests.browser.driver.pool import add_script
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.driver.server_process import ServerProcess
from tests.browser.test_access import serious, sideways

MakeRobot = Callable[..., Robot]
WIDTH, HEIGHT = 640, 480
LEGAL = draw("k1 b1 o1 / r8 r9 r10 r11", "k4 b7 o13 r12")
DOUBTFUL = draw("k1 b1 o1 / r8 r9 r10 r12:60/r11:35")
LIVE = "Live camera"
WATCHED = """
globalThis.tracks = [];
const devices = navigator.mediaDevices;
const open = devices.getUserMedia.bind(devices);
devices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    tracks.push(...stream.getTracks());
    return stream;
};
"""
"""A script that records the cameras that the client opens."""
SIZES = """
const inner = globalThis.tilerummyReader;
globalThis.frames = [];
globalThis.tilerummyReader = async (photo, ...rest) => {
    const { width, height } = await createImageBitmap(photo);
    frames.push([photo.type, width, height]);
    return inner(photo, ...rest);
};
"""
"""A script that records the pictures that were read."""


def write_video(path: Path) -> None:
    """Write two frames of a grey table in the format YUV4MPEG2."""
    frames = (
        bytes([level]) * WIDTH * HEIGHT + b"\x80" * (WIDTH * HEIGHT // 2) for level in (90, 99)
    )
    head = f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F10:1 Ip A1:1 C420jpeg\n".encode()
    path.write_bytes(head + b"".join(b"FRAME\n" + frame for frame in frames))


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("camera") / "table.y4m"
    write_video(path)
    return path


@pytest.fixture(scope="module")
def filming(browser: Browser, video: Path) -> Iterator[Browser]:
    """A browser whose camera shows a table, and which lets pages use it."""
    own = launch(browser, video)
    yield own
    own.close()


def launch(browser: Browser, video: Path, *, answer: str = "") -> Browser:
    """Start a browser that gives this response when a page requests the camera."""
    return browser.browser_type.launch(
        executable_path=CHROMIUM,
        args=[
            f"--use-fake-ui-for-media-stream{answer and '='}{answer}",
            "--use-fake-device-for-media-stream",
            f"--use-file-for-fake-video-capture={video}",
        ],
    )


@contextmanager
def visiting(server: ServerProcess, browser: Browser, window: Window) -> Iterator[Robot]:
    """A visitor whose page has no errors until the end, and records its cameras."""
    visitor = Robot(server, browser, window)
    add_script(visitor.page, WATCHED)
    try:
        yield visitor
        visitor.assert_nothing_wrong()
    finally:
        visitor.close()


@pytest.fixture
def visitor(
    server: ServerProcess, filming: Browser, request: pytest.FixtureRequest
) -> Iterator[Robot]:
    """A visitor with a camera, on a phone unless the test specifies another device."""
    with visiting(server, filming, getattr(request, "param", PHONE)) as made:
        yield made


def lights(visitor: Robot) -> list[str]:
    """Return ``live`` or ``ended`` for each camera that was opened."""
    states: list[str] = visitor.page.evaluate("tracks.map(track => track.readyState)")
    return states


def watch(visitor: Robot, script: str) -> None:
    """Open the reader with fake readings, and point the camera at the table."""
    add_script(visitor.page, script)
    add_script(visitor.page, SIZES)
    visitor.open("/photo")
    visitor.press(visitor.button(LIVE))


@pytest.mark.parametrize("visitor", [PHONE, DESKTOP], indirect=True)
def test_a_table_is_read_without_a_tap_once_its_tiles_are_sure(visitor: Robot) -> None:
    page = visitor.page
    watch(visitor, LEGAL.script)
    expect(visitor.button("That is my table")).to_be_visible()
    expect(page.locator(".count")).to_contain_text("7 tiles in 2 melds")
    expect(page.locator(".picture img")).to_have_js_property("naturalWidth", WIDTH)
    assert page.evaluate("frames.length") >= 3
    assert {tuple(frame) for frame in page.evaluate("frames")} == {("image/jpeg", WIDTH, HEIGHT)}
    assert lights(visitor) == ["ended"]

    visitor.press(visitor.button("Back"))
    expect(visitor.button(LIVE)).to_be_visible()


def test_doubtful_tiles_are_outlined_and_the_shutter_takes_them_as_they_are(visitor: Robot) -> None:
    page = visitor.page
    watch(visitor, DOUBTFUL.script)
    expect(page.locator("h2")).to_contain_text("7 tiles · 1 to check · hold still")
    expect(page.locator(".live .doubt")).to_have_count(1)
    expect(page.locator(".live .outline")).to_have_count(7)
    assert serious(visitor) == []
    assert sideways(visitor) <= 1
    expect(page.locator(".photo-panel")).to_contain_text("It isn’t certain yet")
    assert lights(visitor) == ["live"]
    visitor.press(visitor.button("Take a photo"))
    expect(page.locator(".marked")).to_have_text("1 to check")
    assert lights(visitor) == ["ended"]


def test_the_camera_is_off_after_going_back_and_while_the_page_is_hidden(visitor: Robot) -> None:
    page = visitor.page
    watch(visitor, DOUBTFUL.script)
    expect(page.locator(".live .outline").first).to_be_attached()
    page.go_back()
    expect(visitor.button(LIVE)).to_be_visible()
    assert lights(visitor) == ["ended"]

    visitor.press(visitor.button(LIVE))
    expect(page.locator(".live .outline").first).to_be_attached()
    page.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { value: true, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    expect(page.locator("h2")).to_have_text("The camera is paused.")
    assert lights(visitor) == ["ended", "ended"]
    visitor.press(visitor.button("Continue"))
    expect(page.locator(".live .outline").first).to_be_attached()
    assert lights(visitor) == ["ended", "ended", "live"]


def test_a_camera_that_is_refused_leaves_photo_and_file(
    server: ServerProcess, browser: Browser, video: Path
) -> None:
    refusing = launch(browser, video, answer="deny")
    with visiting(server, refusing, PHONE) as visitor:
        watch(visitor, LEGAL.script)
        expect(visitor.page.get_by_role("alert")).to_contain_text("may not use the camera")
        expect(visitor.page.locator("input[type=file]")).to_have_count(2)
        assert serious(visitor) == []
    refusing.close()


def test_an_insecure_page_has_no_camera_and_says_so(robot: MakeRobot) -> None:
    visitor = robot(PHONE)
    add_script(visitor.page, "delete Navigator.prototype.mediaDevices")
    visitor.open("/photo")
    visitor.press(visitor.button(re.compile(f"^{LIVE}")))
    expect(visitor.page.get_by_role("alert")).to_contain_text("no live camera here")
    expect(visitor.page.locator("input[type=file]")).to_have_count(2)
