"""A path means one thing: headers, files, routes and limits go by the same spelling (S12, S16)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.served import Served, sent, served

from tilerummy.server.asgi.middleware import normal_path

PARTS = (
    "",
    ".",
    "..",
    "embed",
    "api",
    "me",
    "index.html",
    "embed.html",
    "healthz",
    "x?y",
    "%",
    "é",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a page of each kind."""
    static = tmp_path_factory.mktemp("site")
    (static / "index.html").write_text("the main page")
    (static / "embed.html").write_text("the page in frames")
    with served(static=static) as running:
        yield running


def asked(site: Served, path: str) -> tuple[str, str]:
    """Return the head and the body of an answer; the path goes as it is written."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    head, _, body = sent(site, request).decode().partition("\r\n\r\n")
    return head, body


FRAMED = [
    "/embed/abc",
    "//embed/abc",
    "/x/..%2fembed/abc",
    "/./embed//abc",
    "/embed/%3f",
    "/embed/",
]
NOT_FRAMED = [
    "/",
    "/index.html",
    "/embed/..%2findex.html",
    "/embed/../index.html",
    "/embed/%2e%2e/index.html",
    "/embed/%2e%2e%2f",
    "/embed/..%5cindex.html",
    "/embed/x/..%2f..%2findex.html",
    "/embed/..%2fgames%2fabc",
    "/embed",
    "/%3f/embed/abc",
]


@pytest.mark.parametrize("path", [*FRAMED, *NOT_FRAMED])
def test_s12_only_the_page_for_frames_comes_in_one(site: Served, path: str) -> None:
    head, body = asked(site, path)

    assert body == ("the page in frames" if path in FRAMED else "the main page")
    assert ("frame-ancestors *" in head) == (path in FRAMED)
    assert ("x-frame-options" in head.lower()) != (path in FRAMED)
    assert "default-src 'self'" in head
    assert "set-cookie" not in head.lower()


@pytest.mark.parametrize("path", ["//api/me", "/x/..%2fapi%2fme", "/api%2f%2e%2fme", "/%5capi/me"])
def test_no_answer_of_the_interface_is_kept_by_any_path(site: Served, path: str) -> None:
    head, body = asked(site, path)

    assert body.startswith("{")
    assert "cache-control: no-store" in head


@given(st.lists(st.sampled_from(PARTS), max_size=6), st.sampled_from(("/", "\\", "//")))
def test_a_normal_path_is_normal(parts: list[str], between: str) -> None:
    path = normal_path("/" + between.join(parts))

    assert path.startswith("/")
    assert normal_path(path) == path
    assert not {"", ".", ".."} & set(path.strip("/").split("/")) or path == "/"
    assert "\\" not in path
