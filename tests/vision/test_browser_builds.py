"""The builds of the reader for browsers are current, small, and return the same bytes."""

from __future__ import annotations

import shutil
import subprocess
from base64 import b64decode, b64encode
from pathlib import Path

import numpy as np
import pytest
from tests.vision import networks
from tools.kernel_wasm import ROOT, digest_of
from tools.vision_wasm import MODULE, PLAIN, SOURCES, sources

_kernel = pytest.importorskip("tilerummy._kernel", reason="compares the builds with it")
SCRIPT = Path(__file__).with_name("read_photos.mjs")
FEATURES_AT = 4 * (3 + 200 * (2 + 22))
SIZES = ((640, 480), (300, 500), (900, 700))


def pictures() -> list[tuple[int, int, bytes]]:
    """Return photos of coloured rectangles; the random networks find and read many."""
    rng = np.random.default_rng(8)
    photos = []
    for width, height in SIZES:
        pixels = np.full((height, width, 3), rng.integers(60, 160, 3), np.uint8)
        for _ in range(60):
            x, y = int(rng.integers(width)), int(rng.integers(height))
            pixels[y : y + 40, x : x + 28] = rng.integers(0, 256, 3)
        photos.append((width, height, pixels.tobytes()))
    return photos


def weights() -> bytes:
    rng = np.random.default_rng(9)
    return networks.weights_file(networks.detector(rng), networks.reader(rng))


def test_the_builds_are_made_from_the_current_sources() -> None:
    digest = digest_of(sources())
    assert MODULE.read_bytes().endswith(digest), "run: make vision-wasm"
    assert PLAIN.read_text().endswith(f"{SOURCES}{digest.hex()}\n"), "run: make vision-wasm"


def test_the_module_is_small() -> None:
    assert MODULE.stat().st_size <= 20_000


@pytest.mark.parametrize("build", [MODULE, PLAIN], ids=lambda path: path.name)
def test_all_builds_return_the_same_bytes(build: Path) -> None:
    node = shutil.which("node") or str(ROOT / ".venv" / "bin" / "node")
    lines = [
        f"{width} {height} {b64encode(rgb).decode()} {b64encode(weights()).decode()}\n"
        for width, height, rgb in pictures()
    ]
    done = subprocess.run(
        [node, str(SCRIPT), str(build)],
        input="".join(lines),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found = [b64decode(line) for line in done.stdout.splitlines()]
    assert len(found) == len(lines)
    for reading, (width, height, rgb) in zip(found, pictures(), strict=True):
        expected = _kernel.read_photo(rgb, width, height, weights())
        _, rows, tiles = np.frombuffer(expected, np.int32)[:3]
        assert tiles > 10
        assert rows > 3
        used = 4 * (3 + 400 + 22 * int(tiles))
        assert reading[:4] == expected[:4]
        assert differences(reading[:used], expected[:used], int(rows)) == []
        features = slice(FEATURES_AT, FEATURES_AT + 4 * 1440 * int(tiles))
        assert np.frombuffer(expected[features], np.float32).std() > 0
        assert reading[features] == expected[features]


def differences(first: bytes, second: bytes, rows: int) -> list[int]:
    """Return the indices of 32-bit values that differ, apart from unused rows and candidates."""
    a, b = (np.frombuffer(each, np.int32) for each in (first, second))
    unused = {*range(3 + rows, 203), *range(203 + rows, 403)}
    for start in range(403, len(b), 22):
        count = int(b[start + 9])
        unused |= {*range(start + 10 + count, start + 16), *range(start + 16 + count, start + 22)}
    return [int(i) for i in np.flatnonzero(a != b) if int(i) not in unused]
