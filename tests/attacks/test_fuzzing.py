"""A13, D7: whatever is sent on a socket, there are no errors and no memory is leaked."""

from __future__ import annotations

from tests.attacks.fuzzing import ALLOWED, fuzz


def test_ten_thousand_bad_frames_cause_no_error_and_no_leak() -> None:
    outcome = fuzz(10_000)

    assert outcome.errors == []
    assert outcome.sockets > 100, "many of them close a connection"
    assert outcome.growth < ALLOWED
