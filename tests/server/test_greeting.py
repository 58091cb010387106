"""What a server says at its start can be followed as it stands."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tilerummy.server.config import Config
from tilerummy.server.greeting import greeting


@pytest.mark.parametrize(
    ("port", "tip"),
    [(8000, "reach it; --lan lets"), (9000, "reach it; --lan --port 9000 lets")],
)
def test_the_tip_for_phones_keeps_the_port(port: int, tip: str) -> None:
    config = Config(
        host="127.0.0.1", port=port, data=Path("here"), now=lambda: 0, clock=time.monotonic
    )

    assert tip in greeting(config, port)
