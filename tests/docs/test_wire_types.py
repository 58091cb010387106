"""The browser's types of messages and of HTTP say what the server's do."""

from __future__ import annotations

import pytest

pytest.importorskip("msgspec")

from tools.wire_types import FOLDER, files


def test_what_a_client_may_leave_out_is_optional_and_what_the_server_always_sends_is_not() -> None:
    texts = {path.name: text for path, text in files().items()}

    assert "  since?: number | null;" in texts["client.ts"]
    assert "  rack: string[] | null;" in texts["views.ts"]
    assert "  opened?: boolean;" in texts["http.ts"], "of a body"
    assert "  id8: string;" in texts["http.ts"], "of an answer"


def test_events_are_told_apart_by_their_type() -> None:
    events = files()[FOLDER / "events.ts"]

    assert "export interface Drew {\n  type: 'Drew';\n  seat: number;\n" in events
    assert "  win: 'open' | 'foot' | 'closed' | null;" in events
    assert "\n  | Drew\n" in events
