"""The page and its files, and what the browser is told not to allow (S12, S16)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.served import Served, sent, served
from tests.support import plain_http

from tilerummy.server.app import ENDPOINTS
from tilerummy.server.asgi import pages
from tilerummy.server.asgi.pages import CachedFile
from tilerummy.server.http.qr_code import qr_svg


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a page of its own, and a secret beside it."""
    root = tmp_path_factory.mktemp("site")
    (root / "secret.txt").write_text("secret")
    static = root / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>The page</title>")
    (static / "assets" / "index-abc.js").write_text("let x = 1;\n" * 500)
    (static / "sw.js").write_text("// worker")
    (static / "link.txt").symlink_to(root / "secret.txt")
    with served(static=static) as running:
        yield running


PATHS = ["/", "/new", "/t/EBoDUOlMZW9E", "/i/some-code", "/privacy", "/x/y/z"]


@pytest.mark.parametrize("path", PATHS)
def test_every_address_of_a_page_gives_the_page(site: Served, path: str) -> None:
    answer = site.stranger().get(path)

    assert (answer.status_code, "The page" in answer.text) == (200, True)
    assert answer.headers["cache-control"] == "no-cache"


def test_files_with_a_hash_are_kept_and_compressed(site: Served) -> None:
    answer = site.stranger().get("/assets/index-abc.js")

    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert "javascript" in answer.headers["content-type"]
    assert site.stranger().get("/sw.js").headers["cache-control"] == "no-cache"


def test_what_is_told_is_neither_kept_nor_compressed(site: Served) -> None:
    """What is compressed together with a secret tells of it by its length."""
    ann = site.person("Ann" * 6)
    for path in ("/api/me", "/api/rooms", f"/api/rooms/{ann.open()}", "/metrics"):
        answer = ann.get(path)
        assert "content-encoding" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"


def test_the_rules_are_no_secret_and_come_compressed(site: Served) -> None:
    for path in ("/api/presets", "/api/rules?ruleset=mcgraw"):
        answer = site.stranger().get(path)
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.json()


@pytest.mark.parametrize(
    "path",
    [
        "/secret.txt",
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/..%5csecret.txt",
        "//secret.txt",
        "/assets/%00.js",
        "/assets/missing",
        "/missing.js",
        "/link.txt",
        "/etc/passwd.txt",
    ],
)
def test_s16_no_path_leads_out_of_the_page(site: Served, path: str) -> None:
    answer = sent(site, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")

    assert b" 404 " in answer.splitlines()[0]
    assert not answer.endswith(b"secret")


def test_s12_nothing_inline_and_nothing_from_elsewhere_runs(site: Served) -> None:
    for path in ("/", "/assets/index-abc.js", "/api/me", "/missing.js", "/api/none"):
        headers = site.stranger().get(path).headers
        policy = {
            part.split()[0]: part.split()[1:]
            for part in headers["content-security-policy"].split("; ")
        }
        assert policy["default-src"] == ["'self'"]
        assert policy["frame-ancestors"] == policy["base-uri"] == ["'none'"]
        assert {s for name in policy if name != "img-src" for s in policy[name]} <= {
            "'self'",
            "'none'",
        }
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_an_unbuilt_page_says_so_in_words(server: Served) -> None:
    answer = server.stranger().get("/")

    assert answer.status_code == 503
    assert "was not built" in answer.text
    assert "<script" not in answer.text
    assert "style=" not in answer.text


def test_an_unknown_endpoint_is_not_found(site: Served) -> None:
    known = {door.path for door in ENDPOINTS}
    assert "/api/none" not in known
    for method in ("GET", "POST", "PUT", "DELETE"):
        answer = site.stranger().client.request(method, "/api/none")
        assert answer.status_code == 404
        assert answer.json()["error"]["code"] == "no_such_door"
    assert site.stranger().client.request("POST", "/").status_code == 405
    assert site.stranger().client.request("PATCH", "/api/me").status_code == 405


def test_d11_a_file_is_compressed_once_and_changes_with_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[str] = []

    class Watched(CachedFile):
        @classmethod
        def read(cls, path: Path, mark: tuple[int, int]) -> CachedFile:
            reads.append(path.name)
            return CachedFile.read(path, mark)

    monkeypatch.setattr(pages, "CachedFile", Watched)
    (tmp_path / "index.html").write_text("<!doctype html>" + "x" * 5000)
    (tmp_path / "a.js").write_text("// " + "y" * 5000)
    with served(static=tmp_path) as running, plain_http.Client(base_url=running.url) as client:
        told = [client.get(path) for path in ("/", "/a.js", "/t/abc", "/a.js")]
        assert [each.status_code for each in told] == [200] * 4
        assert {each.headers["content-encoding"] for each in told} == {"gzip"}
        plain = client.get("/a.js", headers={"Accept-Encoding": "identity"})
        assert plain.text == told[1].text == "// " + "y" * 5000
        assert "content-encoding" not in plain.headers
        assert plain.headers["etag"] != told[1].headers["etag"]
        again = client.get("/a.js", headers={"If-None-Match": told[1].headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert sorted(reads) == ["a.js", "index.html"]
        (tmp_path / "a.js").write_text("// another")
        assert client.get("/a.js").text == "// another"


def test_d11_what_is_told_to_all_is_made_once(server: Served) -> None:
    ann = server.person("Ann")
    room = ann.open()
    first = ann.get(f"/api/rooms/{room}/invite").json()
    known = qr_svg.cache_info().misses
    assert [ann.get(f"/api/rooms/{room}/invite").json() for _ in range(3)] == [first] * 3
    assert qr_svg.cache_info().misses == known
