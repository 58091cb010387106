"""What a line that a person types in a turn leads to."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.state import Action


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to be shown above the prompt; a refusal if it is *bad*."""

    lines: tuple[str, ...]
    bad: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """Something long that is shown on its own."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Submit:
    """Actions for the engine, all or none; a foul is the clock's owner's."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class SessionCommand:
    """A word that is not about the working table, with what stands behind it."""

    verb: str
    rest: str


Reply = Notice | Page | Submit | SessionCommand
"""What a line leads to."""
