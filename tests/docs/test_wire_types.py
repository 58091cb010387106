"""The browser's types for messages and HTTP match the server's."""

from __future__ import annotations

import pytest

pytest.importorskip("msgspec")

from tools.wire_types import FOLDER, files


def test_client_defaults_are_optional_and_fields_always_sent_by_the_server_are_not() -> None:
    texts = {path.name: text for path, text in files().items()}

    assert "  since?: number | null;" in texts["client.ts"]
    assert "  rack: string[] | null;" in texts["views.ts"]
    assert "  opened?: boolean;" in texts["http.ts"], "request body"
    assert "  id8: string;" in texts["http.ts"], "response body"


def test_events_are_a_union_discriminated_by_type() -> None:
    events = files()[FOLDER / "events.ts"]

    assert "export interface Drew {\n  type: 'Drew';\n  seat: number;\n" in events
    assert "  win: 'open' | 'foot' | 'closed' | null;" in events
    assert "\n  | Drew\n" in events
