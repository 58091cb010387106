"""A13, D7: whatever comes on a socket, nothing goes wrong and nothing is kept."""

from __future__ import annotations

from tests.attacks.fuzzing import ALLOWED, fuzz


def test_ten_thousand_frames_that_nobody_should_send() -> None:
    outcome = fuzz(10_000)

    assert outcome.errors == []
    assert outcome.sockets > 100, "many of them end a connection"
    assert outcome.growth < ALLOWED
