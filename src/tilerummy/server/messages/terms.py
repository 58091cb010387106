"""The terms of a table, as chosen by its host."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

MIN_TURN_MS = 5_000
"""The minimum time per turn, in milliseconds."""

RulesetText = Annotated[str, Meta(min_length=1, max_length=1000)]


class Terms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a table; every field has a default.

    The time control is ``turn_ms``, the fixed time per turn, followed by ``reserve_ms``, the time
    for the entire round. After each turn, ``increment_ms`` is added to the reserve, and the reserve
    that the turn used is given back up to ``bronstein_ms``, the Bronstein delay. With
    ``warns_only``, a turn continues after its time has run out.
    """

    ruleset: RulesetText = "sabra"
    title: Annotated[str, Meta(max_length=60)] = ""
    rounds: Annotated[int, Meta(ge=1, le=100)] | None = 1
    target: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    turn_ms: Annotated[int, Meta(ge=MIN_TURN_MS, le=14 * 24 * 3600 * 1000)] | None = None
    reserve_ms: Annotated[int, Meta(ge=0, le=3600 * 1000)] = 0
    increment_ms: Annotated[int, Meta(ge=0, le=300 * 1000)] = 0
    bronstein_ms: Annotated[int, Meta(ge=0, le=300 * 1000)] = 0
    by_days: bool = False
    warns_only: bool = False
    private: bool = False
    hints: bool = True
    previews: bool = True
    chat: bool = True
    spectators: bool = True

    def __post_init__(self) -> None:
        """Raise ValueError if a turn could have no time at all."""
        if self.turn_ms is not None or self.warns_only or not self.reserve_ms:
            return
        if (
            self.reserve_ms < self.bronstein_ms
            or self.increment_ms + self.bronstein_ms < MIN_TURN_MS
        ):
            raise ValueError(
                "a reserve without a fixed time per turn needs an increment or a Bronstein delay of"
                f" at least {MIN_TURN_MS // 1000} seconds, and must not be less than the delay"
            )
