"""The replies to a line that a person types in a turn."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.state import Action


@dataclass(frozen=True, slots=True)
class Notice:
    """Lines to show above the prompt; an error if it is *bad*."""

    lines: tuple[str, ...]
    bad: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A long text that is shown on a page of its own."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Submit:
    """Actions to submit, all or none. A foul is submitted for no seat."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class SessionCommand:
    """A word that does not concern the draft, with what follows it: the session carries it out."""

    verb: str
    rest: str


Reply = Notice | Page | Submit | SessionCommand
"""A reply to a line."""
