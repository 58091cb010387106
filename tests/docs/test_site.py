"""The documentation site builds without warnings, and every link works.

The site is built once, into ``build/docs-site`` as by ``make docs-site``; only changed pages are
built again.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Literal
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.support.once import once_per_run
from tools.site.__main__ import FOLDER
from tools.site.library import Name, packages, undocumented
from tools.site.reference import Doc, UnknownNameError, anchor_of, page_of, source_link
from tools.site.stage import DOCS, ROOT, LinkError, parts, staged

CHROMIUM = (
    os.environ.get("CHROMIUM")
    or shutil.which("chromium-headless-shell")
    or shutil.which("chromium")
)
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
HTML = FOLDER / "html"
NAMES = [name for names in packages().values() for name in names]
OWN = packages()["tilerummy"]


@dataclass
class Page(HTMLParser):
    """The anchors and the links of a page; a link is its text and its target."""

    ids: set[str] = field(default_factory=set)
    links: list[tuple[str, str]] = field(default_factory=list)
    text: str = ""
    _open: str | None = None
    _words: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[key] for key in ("id", "name") if key in given}
        if tag == "a" and "href" in given:
            self._open, self._words = given["href"], ""
        elif tag in ("img", "script") and "src" in given:
            self.links.append(("", given["src"]))
        elif tag == "link" and "href" in given:
            self.links.append(("", given["href"]))
        elif tag == "form" and given.get("action"):
            self.links.append(("", given["action"]))

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._open is not None:
            self.links.append((" ".join(self._words.split()), self._open))
            self._open = None

    def handle_data(self, data: str) -> None:
        self.text += data
        self._words += data


@cache
def page(path: Path) -> Page:
    parsed = Page()
    parsed.feed(path.read_text(encoding="utf-8"))
    return parsed


def target(path: Path, link: str) -> tuple[Path, str] | None:
    """Return the file and the anchor that a link leads to, or None for another site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    return file, unquote(parts.fragment)


@pytest.fixture(scope="module")
def site() -> Path:
    """The front page of the site, which a single test process builds for all processes."""
    command = [sys.executable, "-m", "tools.site", "--quiet", "--jobs", "1"]

    def build() -> None:
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")

    once_per_run(ROOT / "build" / "docs-site.run", build)
    return HTML / "index.html"


def test_every_link_of_every_page_works(site: Path) -> None:
    pages = sorted(site.parent.rglob("*.html"))
    broken = []
    for path in pages:
        for _, link in page(path).links:
            found = target(path, link)
            if found is None:
                continue
            file, anchor = found
            known = file.is_file() and (
                not anchor or file.suffix != ".html" or anchor in page(file).ids
            )
            if not known:
                broken.append(f"{path.relative_to(site.parent)}: {link}")

    assert len(pages) > 250
    assert broken == []


@dataclass(frozen=True)
class Task:
    """A question, the links to follow from the front page, and a phrase to find there."""

    question: str
    clicks: tuple[str, ...]
    answer: str


TASKS = (
    Task("How do I count legal plays in Python?", ("Count legal plays",), "game.legal_plays()"),
    Task(
        "Which rules has my 1998 box?",
        ("Which rules came in my box?", "pressman-1998"),
        "A replaced joker must be used in the same play, in a new meld with at least two tiles",
    ),
    Task("What does best_play return?", ("Library", "best_play", "Best"), "proven"),
    Task("Is this play legal?", ("Settle a dispute",), "tilerummy referee"),
    Task(
        "How do I play with 50 points to open?",
        ("How-to guides", "Play with house rules"),
        "points=50",
    ),
    Task("How does my bot join a table?", ("HTTP and messages",), "POST /api/tokens"),
    Task(
        "Which fields does a line of a record have?",
        ("Reference", "Record schema"),
        "rules_version",
    ),
    Task("How do I verify that a deal was fair?", ("The shuffle",), "tilerummy verify"),
    Task("How strong is the master?", ("Explanation", "The players"), "master against expert"),
    Task("How do I store games in PostgreSQL?", ("How-to guides", "Host a server"), "--database"),
)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.question)
def test_a_task_takes_at_most_three_clicks(site: Path, task: Task) -> None:
    at = site
    for click in task.clicks:
        links = [link for text, link in page(at).links if text == click]
        assert links, f"{at.name} has no link {click!r}"
        found = target(at, links[0])
        assert found is not None
        at = found[0]

    assert len(TASKS) == 10
    assert len(task.clicks) <= 3
    assert task.answer in " ".join(page(at).text.split())


@pytest.mark.parametrize("name", NAMES, ids=lambda name: name.full)
def test_a_name_is_on_its_page_with_signature_and_source(site: Path, name: Name) -> None:
    path = site.parent / f"{page_of(name)}.html"
    shown = page(path)

    assert anchor_of(name).partition("#")[2] in shown.ids
    assert any(link.endswith(source_link(name.definition)) for _, link in shown.links)


def test_every_name_and_method_has_a_docstring() -> None:
    assert [*undocumented()] == []


@pytest.mark.parametrize("name", OWN, ids=lambda name: name.name)
def test_a_name_of_tilerummy_has_an_example(name: Name) -> None:
    methods = name.definition.members

    assert any(Doc(each, each.doc).example for each in (name.definition, *methods))


def test_the_names_of_pages_differ_on_every_file_system() -> None:
    pages = [page_of(name) for name in OWN]

    assert len({name.lower() for name in pages}) == len(OWN)


def test_an_unknown_name_in_a_docstring_is_reported() -> None:
    name = next(name for name in OWN if name.name == "best_play")

    with pytest.raises(UnknownNameError, match="best_play refers to wurst"):
        Doc(name.definition, "See :func:`wurst`.")


def test_a_dead_link_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "README.md").write_text("[away](missing.md)")
    monkeypatch.setattr("tools.site.stage.ROOT", tmp_path)

    with pytest.raises(LinkError, match=r"links to missing\.md"):
        [*staged()]


def test_the_four_parts_list_every_document() -> None:
    listed = {name for part in parts() for _, name in part.pages}
    known = {path.with_suffix("").as_posix() for path, _ in staged() if path.suffix == ".md"}
    documents = {
        path.relative_to(ROOT / DOCS).with_suffix("").as_posix()
        for path in (ROOT / DOCS).rglob("*.md")
    }

    titles = ["Tutorials", "How-to guides", "Reference", "Explanation"]
    assert [part.title for part in parts()] == titles
    assert documents - known == {"pictures/README"}
    assert {d for d in documents if "/" not in d} - listed == {"README"}


def test_shared_files_have_no_address_of_another_site(site: Path) -> None:
    """Pages work offline from a folder."""
    for path in (site, site.parent / "search.html"):
        assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", path.read_text("utf-8"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("make has reported that there is no Chromium")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM)
        yield opened
        opened.close()


def test_the_controls_work_in_a_folder_without_a_server(site: Path, browser: Browser) -> None:
    context = browser.new_context(color_scheme="light")
    shown = context.new_page()
    errors: list[str] = []
    shown.on("pageerror", lambda error: errors.append(str(error)))

    shown.goto(site.as_uri())
    shown.get_by_label("Publisher").select_option("Lemada")
    years = shown.get_by_label("Year").locator("option").all_inner_texts()
    shown.get_by_role("button", name="Find it").click()
    edition = shown.url.partition("#")[2]

    shown.get_by_role("button", name="Light or dark").click()
    shown.keyboard.press("/")
    shown.keyboard.type("count legal plays")
    shown.keyboard.press("Enter")
    shown.locator("ul.search a").first.wait_for()
    found = shown.locator("ul.search a").first.inner_text()
    theme = shown.locator("html").get_attribute("data-theme")
    context.close()

    assert (years, edition) == (["1999", "2014"], "lemada-1999")
    assert (found, theme) == ("Count legal plays", "dark")
    assert errors == []


@pytest.mark.parametrize(("width", "colours"), [(1280, "light"), (390, "dark")])
def test_pages_are_accessible_and_fit_into_the_window(
    site: Path, browser: Browser, width: int, colours: Literal["light", "dark"]
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 844}, color_scheme=colours, bypass_csp=True
    )
    shown = context.new_page()
    problems = []
    for name in ("index", "reference/best_play", "rules/box", "library", "search"):
        shown.goto((site.parent / f"{name}.html").as_uri())
        shown.add_script_tag(path=AXE)
        found = shown.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        problems += [(name, each["id"], each["nodes"][0]["target"]) for each in found["violations"]]
        if shown.evaluate("document.documentElement.scrollWidth > innerWidth"):
            problems.append((name, "wider than the window", ""))
    context.close()

    assert problems == []


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The address of the site on a web server, which workers need."""
    if not (site.parent / "engine.json").exists():
        pytest.skip("make has reported that Pyodide could not be fetched")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(site.parent)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as in the base
        del format, args


def test_an_example_runs_in_the_page_and_can_be_changed(browser: Browser, address: str) -> None:
    shown = browser.new_page()
    shown.goto(f"{address}/reference/best_play.html")
    shown.get_by_role("button", name="Run").click()
    result = shown.locator(".out")
    expect(result).to_contain_text("(b4 b6 b7, 17, True)", timeout=60_000)
    expect(result.locator("svg")).to_have_count(1)

    code = shown.get_by_role("textbox", name="Code")
    code.fill('from tilerummy import rack\nprint(rack("r4 * R3"))\nrack("x")')
    code.press("Control+Enter")
    expect(result).to_contain_text("r3 r4 *", timeout=60_000)
    expect(result).to_contain_text("NotationError")
    shown.close()


def test_the_examples_of_a_guide_share_their_names(browser: Browser, address: str) -> None:
    shown = browser.new_page()
    shown.goto(f"{address}/how-to/count-legal-plays.html")
    shown.get_by_role("button", name="Run").last.click()
    expect(shown.locator(".out")).to_have_text(
        "Perft(racks=3, plays=4, proven=True)", timeout=60_000
    )
    shown.close()


def test_examples_of_the_environments_do_not_run_in_a_page(site: Path) -> None:
    assert "data-runs" not in (site.parent / "environment.html").read_text(encoding="utf-8")


def test_an_example_that_uses_its_module_imports_the_names() -> None:
    (name,) = (name for name in OWN if name.name == "rack")

    assert Doc(name.definition, ">>> rack('r3')").example.startswith(
        ">>> from tilerummy import rack\n"
    )
