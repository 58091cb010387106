"""The previous release as other nodes meet it: its entries, pinned.

As version 0.1 has them, written down by hand, so that a change of today's classes does not change
it. After each release it is brought up to date.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

KINDS = {
    "opened": "terms seats host invited=",
    "sat": "seat session name face= colour=",
    "renamed": "seat name face colour session=",
    "stood": "seat",
    "computer": "seat level name= face= colour=",
    "emptied": "seat",
    "removed": "seat session",
    "locked": "on",
    "muted": "seat on",
    "hosted": "session",
    "sealed": "round commitment kept",
    "ready": "seat contribution=",
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
    "rematched": "room",
    "closed": "why=",
}
"""The kinds of entries with their fields; one with ``=`` may be missing."""

VALUES: dict[str, Any] = {
    "broken_off.why": Literal["resigned", "agreed", "abandoned"],
    "proposed.what": Literal["pause", "resume", "end", "stand_in"],
    "closed.why": Literal["host", "abandoned"],
}
"""The values of fields that have only a few."""


def _kind(name: str, fields: str) -> type[msgspec.Struct]:
    each = [
        (field.rstrip("="), kind, msgspec.UNSET) if "=" in field else (field, kind)
        for field in fields.split()
        for kind in [VALUES.get(f"{name}.{field.rstrip('=')}", Any)]
    ]
    kinds = [
        (f, k | msgspec.UnsetType if rest and k is not Any else k, *rest) for f, k, *rest in each
    ]
    return msgspec.defstruct(f"Old_{name}", kinds, tag=name, tag_field="type", kw_only=True)


ENTRIES = {name: _kind(name, fields) for name, fields in KINDS.items()}
_union: Any = None
for _each in ENTRIES.values():
    _union = _each if _union is None else _union | _each
_entry = msgspec.json.Decoder(_union)


def through_entry(body: bytes) -> bytes:
    """Return an entry as the previous release reads and writes it.

    Raises msgspec.ValidationError for one that it does not know.
    """
    return msgspec.json.encode(_entry.decode(body))
