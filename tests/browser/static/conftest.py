"""The folder of static files, on a web server without any code for the game."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser
from tests.browser.conftest import picture_after_a_failure
from tests.browser.static.robot import StaticRobot
from tests.support.once import once_per_run, shared_folder

from tilerummy.cli.static.folder import write_folder

PYODIDE = Path(__file__).parents[3] / "build" / "pyodide"

collect_ignore_glob = [] if any(PYODIDE.glob("msgspec-*")) else ["test_*.py"]
"""These tests need Pyodide; ``make`` has reported if it could not be fetched."""

FOLDER = "a/b"
"""The site's folder on the host, which could be any other."""


@dataclass(frozen=True, slots=True)
class StaticSite:
    """A running website with the static files; a path is added to ``url``."""

    url: str


class Handler(SimpleHTTPRequestHandler):
    """Sends the files, and nothing for all other paths."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as in the base
        del format, args


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticSite]:
    root = shared_folder(tmp_path_factory) / "static"

    def build() -> None:
        shutil.rmtree(root, ignore_errors=True)  # a failed build leaves files
        folder = root / FOLDER
        folder.mkdir(parents=True)
        write_folder(folder, PYODIDE)
        engine = folder / "engine.json"
        engine.write_text(json.dumps({**json.loads(engine.read_text()), "pace": 0}))

    once_per_run(root.with_suffix(".run"), build)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(root)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield StaticSite(f"http://127.0.0.1:{server.server_address[1]}/{FOLDER}/?")
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def static_robot(
    site: StaticSite, browser: Browser, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Callable[..., StaticRobot]]:
    """Return a factory of robots on the site; errors on their pages fail the test at the end."""
    made: list[StaticRobot] = []

    def make(*arguments: object) -> StaticRobot:
        made.append(StaticRobot(site, browser, *arguments))  # type: ignore[arg-type]
        return made[-1]

    yield make
    picture_after_a_failure(request, [*made], tmp_path)
    errors = [error for each in made for error in each.errors]
    for each in made:
        each.close()
    assert errors == []
