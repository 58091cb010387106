"""The terms of a table, as chosen by its host."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

RulesetText = Annotated[str, Meta(min_length=1, max_length=1000)]


class Terms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a table; every field has a default.

    With ``warns_only``, a turn continues after its time has run out.
    """

    ruleset: RulesetText = "sabra"
    title: Annotated[str, Meta(max_length=60)] = ""
    rounds: Annotated[int, Meta(ge=1, le=100)] | None = 1
    target: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    turn_ms: Annotated[int, Meta(ge=5_000, le=14 * 24 * 3600 * 1000)] | None = None
    reserve_ms: Annotated[int, Meta(ge=0, le=3600 * 1000)] = 0
    by_days: bool = False
    warns_only: bool = False
    private: bool = False
    hints: bool = True
    previews: bool = True
    chat: bool = True
    spectators: bool = True
