"""Quiet hours end at an hour of the browser's time zone, also when the clocks change."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tilerummy.server.push.quiet_hours import quiet_until


def at(text: str, zone: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@pytest.mark.parametrize(
    ("now", "zone", "hours", "ends"),
    [
        ("2026-06-01T22:00", "Europe/Berlin", (22, 8), "2026-06-02T08:00"),
        ("2026-06-01T07:59", "Europe/Berlin", (22, 8), "2026-06-01T08:00"),
        ("2026-06-01T08:00", "Europe/Berlin", (22, 8), None),
        ("2026-06-01T21:59", "Asia/Kolkata", (22, 8), None),
        ("2026-06-01T13:30", "Asia/Kolkata", (13, 15), "2026-06-01T15:00"),
        ("2026-06-01T13:30", "UTC", (13, 13), None),
        ("2026-03-28T23:00", "Europe/Berlin", (22, 8), "2026-03-29T08:00"),
        ("2026-10-25T01:00", "Europe/Berlin", (22, 8), "2026-10-25T08:00"),
    ],
)
def test_quiet_hours(now: str, zone: str, hours: tuple[int, int], ends: str | None) -> None:
    expected = at(ends, zone) if ends else None

    assert quiet_until(at(now, zone), zone, *hours) == expected
