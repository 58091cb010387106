"""A photo of a table is read, corrected and judged, on phone and desktop.

The pictures are drawn. In most tests, the client gets known readings, because the reader has tests
of its own.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Locator, expect
from tests.browser.driver.photos import DrawnPhoto, draw
from tests.browser.driver.pool import add_script
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.pages.test_evening import start
from tests.browser.test_access import serious, sideways

MakeRobot = Callable[..., Robot]
LEGAL = draw("k1 b1 o1 / r8 r9 r10 r11", "k4 b7 o13 r12")
DOUBTFUL = "k1 b1 o1 / r8 r9 r10 r12:60/r11:35"
TAPS, MORE = 4, 2
"""The limits of taps until the verdict, and for each mistake."""
PICTURE = Path(__file__).parents[2] / "vision" / "pictures" / "home.jpg"
"""A picture of fifteen tiles."""
BOTH = pytest.mark.parametrize("window", [PHONE, DESKTOP])


class Taps:
    """Counts the taps of a visitor."""

    def __init__(self, visitor: Robot) -> None:
        self.visitor = visitor
        self.count = 0

    def __call__(self, place: Locator | str) -> None:
        self.count += 1
        self.visitor.press(self.visitor.button(place) if isinstance(place, str) else place)

    def choose(self, photo: DrawnPhoto) -> None:
        """Tap *Choose a photo*, and choose it in the dialog of the browser."""
        self.count += 2
        self.visitor.page.locator("input[type=file]").last.set_input_files(photo.file)  # type: ignore[arg-type]
        self.visitor.button("That is my table").wait_for()


def opened(visitor: Robot, *photos: DrawnPhoto, path: str = "/photo") -> Taps:
    """Open the reader, which will read these photos in turn, and take the first one."""
    for photo in photos:
        add_script(visitor.page, photo.script)
    readings = ", ".join(photo.reading for photo in photos)
    add_script(visitor.page, f"globalThis.readings = [{readings}]")
    visitor.open(path)
    visitor.page.locator("input[type=file]").first.wait_for(state="attached")
    taps = Taps(visitor)
    taps.choose(photos[0])
    return taps


def tile(visitor: Robot, name: str) -> Locator:
    return visitor.page.locator(".picture").get_by_role("button", name=name, exact=True).first


def ruling(visitor: Robot) -> Locator:
    return visitor.page.locator(".ruling h2")


def judge_in_few_taps(visitor: Robot) -> None:
    """Read a legal table, and one with two mistakes, and count the taps until the verdicts."""
    taps = opened(visitor, LEGAL)
    expect(visitor.page.locator(".count")).to_contain_text("7 tiles in 2 melds")
    expect(visitor.page.locator(".count")).to_contain_text("and 4 on the rack")
    taps("That is my table")
    taps(visitor.button(re.compile("^Is this legal")))
    expect(ruling(visitor)).to_have_text("Legal as read")
    assert taps.count <= TAPS

    mistaken = draw("k1 b1 o1:60/o2:30 / r8 r9 r10 r12:60/r11:35 / b3 b4 b6")
    taps = opened(visitor, mistaken)
    mistakes = 3
    expect(visitor.page.locator(".marked")).to_have_text("2 to check")
    taps(visitor.page.locator(".doubts button").first)
    taps(visitor.page.locator(".best button").first)  # it was right, and the next one follows
    taps(visitor.page.locator(".best button").nth(1))
    taps(tile(visitor, "blue 6"))
    taps(visitor.button("blue 5"))
    taps("That is my table")
    taps(visitor.button(re.compile("^Is this legal")))
    expect(ruling(visitor)).to_have_text("Legal as read")
    assert taps.count <= TAPS + MORE * mistakes


@BOTH
def test_a_table_is_judged_in_few_taps(robot: MakeRobot, window: Window) -> None:
    judge_in_few_taps(robot(window))


@BOTH
def test_the_referee_judges_what_was_read_and_asks_about_a_misreading(
    robot: MakeRobot, window: Window
) -> None:
    visitor = robot(window)
    taps = opened(visitor, draw(DOUBTFUL, "k4 b7 o13 r12"))
    assert serious(visitor) == []
    taps("That is my table")
    taps(visitor.button(re.compile("^Is this legal")))
    expect(ruling(visitor)).to_have_text("Illegal as read")
    expect(visitor.page.locator(".why")).to_contain_text("red 10, and red 12")
    expect(visitor.page.locator("blockquote").first).to_contain_text("a run is one colour")
    expect(visitor.page.locator(".maybe")).to_contain_text(
        "Or was it red 11? With that change, everything fits"
    )
    assert serious(visitor) == []
    assert sideways(visitor) <= 1

    taps("Look at that tile")
    taps(visitor.page.locator(".best button").nth(1))
    taps("That is my table")
    expect(ruling(visitor)).to_have_text("Legal as read")


@BOTH
def test_elsewhere_the_rules_settle_a_doubtful_tile_and_one_tap_undoes_it(
    robot: MakeRobot, window: Window
) -> None:
    visitor = robot(window)
    page = visitor.page
    photo = draw(DOUBTFUL, "k4 b7 o13 r12")
    taps = opened(visitor, photo)
    taps("That is my table")
    taps(visitor.button(re.compile("^What can I play")))
    expect(page.locator(".changes")).to_contain_text("The rules leave only one possibility")
    expect(page.locator(".photo-panel h2")).to_have_text("1 of your 4 tiles fits now")
    expect(page.locator(".photo-panel li .tile").last).to_have_attribute("aria-label", "red 12")
    assert serious(visitor) == []
    assert sideways(visitor) <= 1

    expect(page.locator(".ledged .tile")).to_have_count(3)
    taps(page.locator(".photo-panel ol button").first)
    expect(page.locator(".ledged .tile")).to_have_count(3)

    taps("Undo: red 12")
    expect(page.locator(".photo-panel h2")).to_contain_text("1 pile on the table is not a meld")
    expect(page.locator(".changes")).to_have_count(0)

    # a new photo is read without what was said about the earlier one
    taps("Back")
    taps("Back")
    taps("Take another photo")
    taps.choose(photo)
    taps("That is my table")
    taps(visitor.button(re.compile("^What can I play")))
    expect(page.locator(".changes")).to_have_count(1)


def test_tiles_are_added_removed_and_put_on_the_rack(robot: MakeRobot) -> None:
    visitor = robot(PHONE)
    page = visitor.page
    taps = opened(visitor, draw("k1 b1 o1 / r8 r9 r10 r11 k5 / b3 b5", width=420))
    count = page.locator(".count h2")
    expect(count).to_have_text("10 tiles in 3 melds")

    # a missed tile: the rules offer the one that fits
    gap = tile(visitor, "blue 5").bounding_box()
    assert gap
    page.touchscreen.tap(gap["x"] + gap["width"] * 1.6, gap["y"] + gap["height"] / 2)
    expect(page.locator(".best button")).to_have_count(0)
    taps(visitor.button("blue 6"))
    expect(count).to_have_text("11 tiles in 3 melds")
    taps("Undo")
    expect(count).to_have_text("10 tiles in 3 melds")

    # a swipe, and the same from the keyboard
    swipe(visitor, tile(visitor, "black 5"))
    expect(count).to_have_text("9 tiles in 3 melds")
    tile(visitor, "red 11").focus()
    page.keyboard.press("Delete")
    expect(count).to_have_text("8 tiles in 3 melds")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(":focus")).to_have_attribute("aria-label", "red 10")
    page.keyboard.press("Enter")
    expect(page.locator("h2", has_text="Which tile is this?")).to_be_visible()
    page.keyboard.press("Escape")

    # the line between table and rack
    end = page.get_by_role("slider", name=re.compile("left end"))
    for _ in range(30):
        end.press("ArrowUp")
        page.get_by_role("slider", name=re.compile("right end")).press("ArrowUp")
        if page.locator(".count span").count():
            break
    expect(page.locator(".count span")).to_have_text("and 5 on the rack")


def swipe(visitor: Robot, place: Locator) -> None:
    """Drag a tile upwards with the mouse, which sends the same events as a finger."""
    box = place.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(x + 30, y - 30)
    visitor.page.mouse.move(x + 60, y - 60)
    visitor.page.mouse.up()


def test_the_list_does_the_same_without_the_photo(robot: MakeRobot) -> None:
    visitor = robot(DESKTOP)
    page = visitor.page
    taps = opened(visitor, draw("k1 b1 o1 r8 r9 r10 / r11 / k5"))
    taps("Show as a list")
    rows = page.locator(".photo-rows > li")
    expect(rows).to_have_count(3)
    assert serious(visitor) == []

    visitor.button("New meld from red 8").press("Enter")
    expect(rows).to_have_count(4)
    visitor.button("Meld 2: Join with the next row").press("Enter")
    expect(rows).to_have_count(3)
    visitor.button("Remove black 5").press("Enter")
    expect(rows).to_have_count(2)
    visitor.button("Meld 1: Add a tile").press("Enter")
    page.locator(".best button").first.press("Enter")
    expect(page.locator(".count h2")).to_have_text("8 tiles in 2 melds")


@BOTH
def test_the_play_between_two_photos_is_judged(robot: MakeRobot, window: Window) -> None:
    visitor = robot(window)
    page = visitor.page
    before = draw("k1 b1 o1 / r8 r9 r10")
    after = draw("k1 b1 o1 r1 / r8 r9 r10 r12:60/r11:35")
    taps = opened(visitor, before, after)
    taps("That is my table")
    taps(visitor.button(re.compile("^Is this legal")))
    taps("Before and after")
    taps.choose(after)
    expect(page.locator("h1")).to_have_text("The table after the play?")
    taps("That is my table")
    expect(ruling(visitor)).to_have_text("Illegal as read")
    expect(page.locator(".came .tile")).to_have_count(2)
    taps("Look at that tile")
    taps(page.locator(".best button").nth(1))
    taps("That is my table")
    expect(ruling(visitor)).to_have_text("Legal as read")
    assert serious(visitor) == []


def test_an_unread_tile_comes_before_the_verdict_and_a_third_copy_is_marked(
    robot: MakeRobot,
) -> None:
    visitor = robot(DESKTOP)
    page = visitor.page
    taps = opened(visitor, draw("*:50/b5:30 k5 r5 / k1 b1 o1 / k1 b1 r1 / k1:85/k7:9 r1 o1"))
    expect(page.locator(".marked")).to_have_text("2 to check")
    expect(tile(visitor, "unread tile")).to_be_visible()
    expect(tile(visitor, "black 1, too many of them")).to_be_visible()
    taps("That is my table")
    unread = page.locator(".photo-panel h2", has_text="1 tile couldn’t be read")
    expect(unread).to_be_visible()
    for whole in ("Someone made a mess", "Add to the record", "Copy a link"):
        expect(visitor.button(re.compile(f"^{whole}"))).to_be_disabled()
    for question in ("^Is this legal", "^What can I play", "^Count the racks"):
        taps(visitor.button(re.compile(question)))
        expect(unread).to_be_visible()
        if question != "^Count the racks":
            taps("Back")
    taps("Look at that tile")
    expect(visitor.button(re.compile("^unread tile: "))).to_be_disabled()
    taps(page.locator(".best button").nth(1))
    taps("That is my table")
    expect(page.locator(".sum")).to_be_visible()


def test_racks_are_counted_into_the_score_of_an_evening(robot: MakeRobot) -> None:
    visitor = robot(PHONE)
    page = visitor.page
    start(visitor, 3)
    taps = opened(visitor, draw("", "k4 b7 o13"), path="/photo?ask=count")
    expect(page.locator(".count h2")).to_have_text("3 tiles")
    taps("That is my table")
    expect(page.locator(".sum")).to_have_text("24 points")
    taps("Ben")
    out = page.locator(".rack", has_text="who went out?")
    taps(out.get_by_role("button", name="Ruth"))
    taps(visitor.page.locator(".photo-end a"))
    expect(page.locator("h1")).to_contain_text("rack")
    expect(page.locator(".pad")).to_contain_text("24")


def test_an_evening_is_recorded_photo_by_photo_and_no_photo_leaves_the_page(
    robot: MakeRobot,
) -> None:
    visitor = robot(DESKTOP)
    page = visitor.page
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    second = draw("k1 b1 o1 / r8 r9 r10 r11 r12")
    taps = opened(visitor, LEGAL, second)
    taps("That is my table")
    taps(visitor.button(re.compile("^Add to the record")))
    taps("Next photo")
    taps.choose(second)
    taps("That is my table")
    taps(visitor.button(re.compile("^Add to the record")))
    entries = page.locator(".photo-panel ol > li")
    expect(entries).to_have_count(2)
    expect(entries.last).to_contain_text("new:")
    expect(entries.last.locator(".tile")).to_have_count(1)
    assert serious(visitor) == []
    taps("Delete the record")
    expect(page.locator(".photo-panel ol > li")).to_have_text("No photo has been recorded yet.")
    assert not [body for body in sent if "svg" in body]


LESSON = """
    const read = globalThis.tilerummyReader;
    globalThis.tilerummyReader = async (...given) => {
        const reading = await read(...given);
        const weights = new Int8Array(400);
        for (let i = 0; i < 20; i++) weights[21 * i] = 127;
        const [scales, biases] = [new Float32Array(20).fill(0.05), new Float32Array(20)];
        const layer = { weights, scales, biases };
        const features = reading.tiles.map(({ candidates: [{ face }] }) => {
            const bytes = new Uint8Array(20);
            bytes[Number(face.slice(1)) - 1] = 255;
            // every colour looks like the next one
            bytes[14 + (1 + "krbo".indexOf(face[0])) % 4] = 255;
            bytes[19] = reading.rows.length;
            return { scale: 1 / 255, bytes };
        });
        return { ...reading, lesson: { reader: 5, temperature: 1, layer, features } };
    };
"""


def test_the_set_is_learnt_from_confirmed_photos_on_this_device_only(robot: MakeRobot) -> None:
    visitor = robot(PHONE)
    page = visitor.page
    sent: list[str] = []
    second = draw("k1 b1 o1 / r8 r9 r10 r11 r12 / k4 k5 k6", "k4 b7")
    readings = f"globalThis.readings = [{LEGAL.reading}, {second.reading}, {LEGAL.reading}]"
    for script in (LEGAL.script, readings, LESSON):
        add_script(page, script)
    visitor.open("/photo")
    page.on("request", lambda request: sent.append(request.post_data or ""))
    taps = Taps(visitor)
    taps.choose(LEGAL)
    learns = page.get_by_role("checkbox", name=re.compile("^Learn my set"))
    expect(learns).not_to_be_checked()
    learns.check()
    for photo in (second, LEGAL):
        taps("That is my table")
        taps(visitor.button(re.compile("^Add to the record")))
        taps("Next photo")
        taps.choose(photo)
    known = page.locator(".learn .note")
    expect(known).to_have_text("2 photos are known. Your tiles are now read better.")
    assert serious(visitor) == []
    with page.expect_download() as saved:
        taps("Export")
    learnt = json.loads(Path(saved.value.path()).read_text())
    assert [len(photo) for photo in learnt["photos"]] == [11, 13]
    taps("Forget")
    expect(known).to_have_count(0)
    assert not any(sent)


def test_a_mess_is_arranged_in_the_studio(robot: MakeRobot) -> None:
    visitor = robot(DESKTOP)
    taps = opened(visitor, draw("b5 k3 r4 / k4 b3 r3 / k5 r5 b4"))
    taps("That is my table")
    taps(visitor.button(re.compile("^Someone made a mess")))
    expect(visitor.page.locator(".found")).to_have_text("There are only these 2 arrangements:")


def read_picture(visitor: Robot, picture: Path | FilePayload = PICTURE) -> None:
    """Have the client read a picture itself, which it must be able to do offline."""
    visitor.open("/photo")
    visitor.page.locator("input[type=file]").last.set_input_files(picture)
    visitor.button("That is my table").wait_for()
    expect(visitor.page.locator(".count")).to_contain_text("15 tiles")


def test_the_page_reads_a_picture_and_sends_nothing(robot: MakeRobot) -> None:
    visitor = robot(PHONE)
    sent: list[str] = []
    visitor.page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    read_picture(visitor)
    start = f"GET {visitor.server.url}"
    assert [each for each in sent if not each.startswith((start, "GET blob:"))] == []


def with_clear_tiles() -> bytes:
    """Return the picture as a PNG with transparent bright parts of the tiles."""
    pixels = np.asarray(Image.open(PICTURE))
    tone = pixels.mean(axis=2)
    ys, xs = np.indices(tone.shape)
    clear = np.zeros(tone.shape, bool)
    for tile in json.loads((PICTURE.parent / "labels.json").read_text())[PICTURE.stem]:
        near = np.hypot(xs - tile["x"], ys - tile["y"]) < tile["width"] / 2
        clear |= near & (tone > 0.85 * np.median(tone[near]))
    file = io.BytesIO()
    Image.fromarray(np.dstack([pixels, np.where(clear, 0, 255).astype(np.uint8)])).save(file, "PNG")
    return file.getvalue()


def test_transparent_parts_of_a_picture_are_white(robot: MakeRobot) -> None:
    """On black, most numbers could not be seen."""
    file: FilePayload = {
        "name": "clear.png",
        "mimeType": "image/png",
        "buffer": with_clear_tiles(),
    }
    read_picture(robot(PHONE), file)


def test_a_photo_that_cannot_be_read_says_so(robot: MakeRobot) -> None:
    visitor = robot(DESKTOP)
    page = visitor.page
    add_script(page, "globalThis.tilerummyReader = async () => { throw { problem: 'unreadable' } }")
    visitor.open("/photo")
    page.locator("input[type=file]").last.set_input_files(LEGAL.file)  # type: ignore[arg-type]
    expect(page.get_by_role("alert")).to_contain_text("can’t show that picture")


def test_at_400_percent_everything_can_be_reached(robot: MakeRobot) -> None:
    visitor = robot(Window(320, 256))
    taps = opened(visitor, draw(DOUBTFUL, "k4 b7"))
    assert sideways(visitor) <= 1
    taps(visitor.page.locator(".doubts button").first)
    assert sideways(visitor) <= 1
    taps(visitor.page.locator(".best button").nth(1))
    taps("That is my table")
    taps(visitor.button(re.compile("^Is this legal")))
    expect(ruling(visitor)).to_have_text("Legal as read")
    assert sideways(visitor) <= 1


def test_going_back_loses_neither_photos_nor_corrections(robot: MakeRobot) -> None:
    visitor = robot(PHONE)
    page = visitor.page
    before = draw("k1 b1 o1 / r8 r9 r10")
    after = draw("k1 b1 o1 r1 / r8 r9 r10 r12:60/r11:35")
    taps = opened(visitor, before, after)
    back = page.get_by_role("button", name="Back", exact=True)
    taps(tile(visitor, "red 8"))
    taps("No tile here")
    taps("Take another photo")
    taps(back)
    expect(page.locator(".count h2")).to_have_text("5 tiles in 2 melds")
    taps("Undo")
    taps(back)
    taps("Back to the photo")
    expect(page.locator(".count h2")).to_have_text("6 tiles in 2 melds")

    taps("That is my table")
    taps(visitor.button(re.compile("^Is this legal")))
    taps("Before and after")
    taps.choose(after)
    taps("Take another photo")
    taps(back)
    expect(page.locator("h1")).to_have_text("The table after the play?")
    taps("That is my table")
    expect(ruling(visitor)).to_have_text("Illegal as read")
    taps("Look at that tile")
    taps("Back to the photo")
    taps(back)
    expect(ruling(visitor)).to_have_text("Illegal as read")
    taps("Look at that tile")
    page.go_back()
    expect(page.locator(".count")).to_be_visible()
    page.go_back()
    expect(ruling(visitor)).to_have_text("Illegal as read")
    expect(page.locator(".came .tile")).to_have_count(2)


def test_the_photo_stays_enlarged_while_it_is_corrected(robot: MakeRobot) -> None:
    visitor = robot(DESKTOP)
    page = visitor.page
    taps = opened(visitor, draw("k1 b1 o1 / r8 r9 r10 r11 k5"))

    def width() -> float:
        box = page.locator(".sheet").bounding_box()
        assert box
        return box["width"]

    whole = width()
    place = tile(visitor, "black 5").bounding_box()
    assert place
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.mouse.wheel(0, -200)
    expect(page.locator(".picture.large")).to_be_visible()
    enlarged = width()
    assert enlarged > 1.5 * whole
    swipe(visitor, tile(visitor, "black 5"))
    expect(page.locator(".count h2")).to_have_text("7 tiles in 2 melds")
    assert width() == pytest.approx(enlarged)
    taps(tile(visitor, "red 11"))
    taps("Back to the photo")
    assert width() == pytest.approx(enlarged)
