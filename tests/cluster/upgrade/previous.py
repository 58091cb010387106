"""The entries of the previous release, as other nodes see them.

They describe version ``RELEASE``, written by hand so that changes of today's classes do not affect
them. Update them after each release. Before the first one, no other node can run an older version,
so they describe the first release itself: update them together with the entries.
"""

from __future__ import annotations

import msgspec

RELEASE = "1.0.0rc1"
"""The latest release or, before the first one, the release that is being prepared."""

KINDS = {
    "opened": "terms seats host invited= series=",
    "sat": "seat session name face= colour= local=",
    "renamed": "seat name face colour session=",
    "stood": "seat",
    "computer": "seat level name= face= colour=",
    "emptied": "seat",
    "removed": "seat session",
    "locked": "on",
    "muted": "seat on",
    "hosted": "session",
    "changed": "seat terms",
    "sealed": "round commitment kept",
    "ready": "seat contribution=",
    "not_ready": "seat",
    "began": "round label facts lots",
    "acted": "actions facts seat= reserve= motive=",
    "revealed": "round seed",
    "broken_off": "why scores racks=",
    "proposed": "what by seat=",
    "agreed": "by",
    "declined": "by",
    "paused": "",
    "resumed": "",
    "stood_in": "seat level",
    "took_back": "seat",
    "resigned": "seat",
    "rematched": "room seat=",
    "shown": "seat on",
    "closed": "why=",
}
"""The kinds of entries with their fields; those with ``=`` are optional."""

VALUES = {
    "broken_off.why": ["resigned", "agreed", "abandoned"],
    "proposed.what": ["pause", "resume", "end", "stand_in"],
    "closed.why": ["host", "abandoned"],
}
"""The values of enumerated fields."""


def fields(kind: str) -> dict[str, bool]:
    """Return the fields of a kind of entries, and whether they are required."""
    return {field.rstrip("="): not field.endswith("=") for field in KINDS[kind].split()}


def through_entry(body: bytes) -> bytes:
    """Return an entry as the previous release reads and writes it; fails for an unknown one."""
    entry = msgspec.json.decode(body)
    known = fields(entry["type"])
    assert {name for name, required in known.items() if required} <= set(entry), entry
    for name, value in entry.items():
        assert value in VALUES.get(f"{entry['type']}.{name}", [value]), entry
    return msgspec.json.encode({name: entry[name] for name in ("type", *known) if name in entry})
