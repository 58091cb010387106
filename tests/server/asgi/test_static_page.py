"""The web client's files, and the headers that restrict the browser (S12, S16)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.served import Served, sent, served
from tests.support import plain_http

from tilerummy.server.asgi import pages
from tilerummy.server.asgi.middleware import normal_path
from tilerummy.server.asgi.pages import CachedFile
from tilerummy.server.http.all_endpoints import ENDPOINTS
from tilerummy.server.http.qr_code import qr_svg
from tilerummy.server.settings import OfflineGame


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with static files of its own, and a secret beside them."""
    root = tmp_path_factory.mktemp("site")
    (root / "secret.txt").write_text("secret")
    static = root / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Index page</title>")
    (static / "embed.html").write_text("<!doctype html><title>Index page in frames</title>")
    (static / "assets" / "index-abc.js").write_text("var x = 1;\n" * 500)
    (static / "assets" / "photo_reader-abc.js").write_text("var y = 2;")
    (static / "sw.js").write_text("// worker")
    (static / "link.txt").symlink_to(root / "secret.txt")
    with served(static=static) as running:
        yield running


def asked(site: Served, path: str) -> tuple[str, str]:
    """Return the head and the body of a response; the path is sent verbatim."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    head, _, body = sent(site, request).decode().partition("\r\n\r\n")
    return head, body


def test_the_game_for_offline_play_has_its_own_files_and_policy(
    site: Served, tmp_path: Path
) -> None:
    """It runs WebAssembly, which the policy of other pages forbids; its size is in the lobby."""
    (tmp_path / "index.html").write_text("<!doctype html><title>Offline</title>")
    (tmp_path / "download.json").write_text('{"bytes": 7000000}')
    with served(offline=OfflineGame.read(tmp_path)) as running:
        answer = running.stranger().get("/offline-game/")
        page = running.stranger().get("/")
        assert running.stranger().get("/offline-game/none.js").status_code == 404
        assert running.person("Ann").get("/api/rooms").json()["offline_bytes"] == 7_000_000

    assert "Offline" in answer.text
    assert "wasm-unsafe-eval" in answer.headers["content-security-policy"]
    assert "wasm-unsafe-eval" not in page.headers["content-security-policy"]
    assert "Index page" in site.stranger().get("/offline-game/").text
    assert site.person("Ann").get("/api/rooms").json()["offline_bytes"] is None


def test_only_the_worker_that_reads_photos_may_run_webassembly(site: Served) -> None:
    """A worker has the policy of its own script. See web/vite.config.ts for its name."""
    worker = site.stranger().get("/assets/photo_reader-abc.js")
    script = site.stranger().get("/assets/index-abc.js")
    assert "script-src 'self' 'wasm-unsafe-eval'" in worker.headers["content-security-policy"]
    assert "wasm-unsafe-eval" not in script.headers["content-security-policy"]


def test_a_folder_that_contains_no_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="was not written by tilerummy static"):
        OfflineGame.read(tmp_path)


PATHS = ["/", "/new", "/t/EBoDUOlMZW9E", "/i/some-code", "/privacy", "/x/y/z"]


@pytest.mark.parametrize("path", PATHS)
def test_every_page_address_returns_the_index(site: Served, path: str) -> None:
    answer = site.stranger().get(path)

    assert (answer.status_code, "Index page" in answer.text) == (200, True)
    assert answer.headers["cache-control"] == "no-cache"


def test_files_with_a_hash_are_cached_and_compressed(site: Served) -> None:
    answer = site.stranger().get("/assets/index-abc.js")

    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert "javascript" in answer.headers["content-type"]
    assert site.stranger().get("/sw.js").headers["cache-control"] == "no-cache"


def test_private_responses_are_neither_cached_nor_compressed(site: Served) -> None:
    """The length of compressed data can reveal a secret in it."""
    ann = site.person("Ann" * 6)
    for path in ("/api/me", "/api/rooms", f"/api/rooms/{ann.open()}", "/metrics"):
        answer = ann.get(path)
        assert "content-encoding" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"


def test_public_responses_are_compressed(site: Served) -> None:
    for path in ("/api/presets", "/api/rules?ruleset=mcgraw"):
        answer = site.stranger().get(path)
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.json()


@pytest.mark.parametrize(
    "path",
    [
        *("/secret.txt", "/../secret.txt", "//secret.txt", "/%2e%2e/secret.txt"),
        *("/..%5csecret.txt", "/assets/../../secret.txt", "/assets/..%2f..%2fsecret.txt"),
        *("/assets/%00.js", "/assets/missing", "/missing.js", "/link.txt", "/etc/passwd.txt"),
    ],
)
def test_s16_no_path_leads_out_of_the_static_folder(site: Served, path: str) -> None:
    head, body = asked(site, path)

    assert " 404 " in head.splitlines()[0]
    assert body != "secret"


def test_s12_the_policy_forbids_inline_and_foreign_scripts(site: Served) -> None:
    for path in ("/", "/assets/index-abc.js", "/api/me", "/missing.js", "/api/none"):
        headers = site.stranger().get(path).headers
        policy = {
            part.split()[0]: part.split()[1:]
            for part in headers["content-security-policy"].split("; ")
        }
        assert policy["default-src"] == ["'self'"]
        assert policy["frame-ancestors"] == policy["base-uri"] == ["'none'"]
        sources = {s for name in policy if name != "img-src" for s in policy[name]}
        assert sources <= {"'self'", "'none'"}
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_only_the_page_itself_may_use_the_camera(site: Served) -> None:
    """A page in a frame of another site gets none, because that site could look like this one."""
    own, framed = (
        site.stranger().get(path).headers["permissions-policy"].split(", ")
        for path in ("/photo", "/embed/some-game")
    )
    assert "camera=(self)" in own
    assert "camera=()" in framed
    assert {each for each in own if "camera" not in each} <= {
        each for each in framed if "=()" in each
    }


def test_a_missing_build_is_explained(server: Served) -> None:
    answer = server.stranger().get("/")

    assert answer.status_code == 503
    assert "built without the web client" in answer.text
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
    for method in ("PATCH", "POST"):
        answer = site.stranger().client.request(method, "/api/me")
        assert (answer.status_code, answer.headers["allow"]) == (405, "DELETE, GET, HEAD, PUT")
    assert site.stranger().client.request("PATCH", "/api/none").status_code == 404


def test_d11_a_file_is_compressed_once_per_version(
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
        responses = [client.get(path) for path in ("/", "/a.js", "/t/abc", "/a.js")]
        assert [each.status_code for each in responses] == [200] * 4
        assert {each.headers["content-encoding"] for each in responses} == {"gzip"}
        packed, plain = responses[1], client.get("/a.js", headers={"Accept-Encoding": "identity"})
        assert plain.text == packed.text == "// " + "y" * 5000
        assert "content-encoding" not in plain.headers
        assert plain.headers["etag"] != packed.headers["etag"]
        again = client.get("/a.js", headers={"If-None-Match": packed.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert sorted(reads) == ["a.js", "index.html"]
        (tmp_path / "a.js").write_text("// another")
        assert client.get("/a.js").text == "// another"


def test_d11_a_qr_code_is_drawn_once(server: Served) -> None:
    ann = server.person("Ann")
    room = ann.open()
    first = ann.get(f"/api/rooms/{room}/invite").json()
    known = qr_svg.cache_info().misses
    assert [ann.get(f"/api/rooms/{room}/invite").json() for _ in range(3)] == [first] * 3
    assert qr_svg.cache_info().misses == known


# Headers, files, routes and limits use the same normal form of a path

PARTS = [
    *("", ".", "..", "embed", "api", "me", "index.html", "embed.html", "healthz", "x?y", "%", "é"),
]
FRAMED = [
    *("/embed/abc", "//embed/abc", "/x/..%2fembed/abc", "/./embed//abc", "/embed/%3f", "/embed/"),
]
NOT_FRAMED = [
    *("/", "/index.html", "/embed/..%2findex.html", "/embed/../index.html", "/embed"),
    *("/embed/%2e%2e/index.html", "/embed/%2e%2e%2f", "/embed/..%5cindex.html"),
    *("/embed/x/..%2f..%2findex.html", "/embed/..%2fgames%2fabc", "/%3f/embed/abc"),
]


@pytest.mark.parametrize("path", [*FRAMED, *NOT_FRAMED])
def test_s12_only_the_embedded_page_is_shown_in_frames(site: Served, path: str) -> None:
    head, body = asked(site, path)

    assert ("Index page in frames" in body) == (path in FRAMED)
    assert "Index page" in body
    assert ("frame-ancestors *" in head) == (path in FRAMED)
    assert ("x-frame-options" in head.lower()) != (path in FRAMED)
    assert "default-src 'self'" in head
    assert "set-cookie" not in head.lower()


@pytest.mark.parametrize("path", ["//api/me", "/x/..%2fapi%2fme", "/api%2f%2e%2fme", "/%5capi/me"])
def test_api_responses_are_not_cached_by_any_path(site: Served, path: str) -> None:
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


async def test_a_file_is_compressed_once_for_simultaneous_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "engine.wasm").write_bytes(bytes(2000))
    read, paths = CachedFile.read, list[Path]()

    def counting(path: Path, mark: tuple[int, int]) -> CachedFile:
        paths.append(path)
        return read(path, mark)

    monkeypatch.setattr(CachedFile, "read", counting)
    page = pages.StaticPage(tmp_path)
    found = await asyncio.gather(*(page.file("engine.wasm") for _ in range(8)))
    assert all(file is found[0] for file in found)
    assert len(paths) == 1
