"""The JSON Schema of arena results, as printed by ``tilerummy arena --json``."""

from __future__ import annotations

import json

import msgspec

from tilerummy.players.arena.json_form import ResultJson


def arena_schema() -> str:
    """Return the JSON schema."""
    return json.dumps(msgspec.json.schema(ResultJson), indent=2) + "\n"
