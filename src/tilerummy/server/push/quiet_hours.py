"""Quiet hours, during which a guest gets no messages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

HOUR = 3600


def is_zone(name: str) -> bool:
    """Return whether *name* is a known time zone.

    >>> is_zone("Europe/Berlin"), is_zone("../etc/passwd")
    (True, False)
    """
    try:
        ZoneInfo(name)
    except (OSError, ValueError, KeyError):  # ZoneInfoNotFoundError is a KeyError
        return False
    return True


def quiet_until(now: int, zone: str, first: int, end: int) -> int | None:
    """Return the end of the quiet hours that include *now*, or None outside them.

    They last from the hour *first* until the hour *end* in the time zone *zone*. Equal hours mean
    no quiet hours. Times are in milliseconds since 1970.

    >>> at_2 = 1_700_000_000_000 - 1_700_000_000_000 % 86_400_000 + 2 * 3_600_000
    >>> (quiet_until(at_2, "UTC", 22, 8) - at_2) // 3_600_000, quiet_until(at_2, "UTC", 8, 22)
    (6, None)
    """
    local = datetime.fromtimestamp(now / 1000, UTC).astimezone(ZoneInfo(zone))
    if (local.hour - first) % 24 >= (end - first) % 24:
        return None
    ends = local.replace(hour=end, minute=0, second=0, microsecond=0, fold=0)
    if ends <= local:
        ends += timedelta(days=1)  # of wall time, even if the clocks change
    return int(ends.timestamp() * 1000)
