"""The browser's types of the messages say what the server's do."""

from __future__ import annotations

import pytest

pytest.importorskip("msgspec")

from tools.wire_types import FILE, source


def test_the_types_of_the_browser_are_up_to_date() -> None:
    """After a change of a message: python -m tools.wire_types."""
    assert FILE.read_text() == source()


def test_what_a_client_may_leave_out_is_optional_and_what_the_server_always_sends_is_not() -> None:
    text = source()

    assert "  since?: number | null;" in text
    assert "  rack: string[] | null;" in text
