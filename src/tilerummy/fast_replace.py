"""Copies immutable objects with changes, almost three times as fast as ``dataclasses.replace``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import TypeVar

Value = TypeVar("Value")


def replacer(kind: type[Value]) -> Callable[..., Value]:
    """Return a fast version of ``dataclasses.replace`` for instances of *kind*.

    *kind* must be a dataclass with slots and without private fields. Neither ``__init__`` nor
    ``__post_init__`` is called, so callers must only make changes that would pass their checks.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, slots=True)
    ... class Point:
    ...     x: int
    ...     y: int
    >>> replacer(Point)(Point(1, 2), y=5)
    Point(x=1, y=5)
    """
    slots = [
        (field.name, kind.__dict__[field.name].__get__, kind.__dict__[field.name].__set__)
        for field in fields(kind)  # type: ignore[arg-type]
    ]

    def replaced(old: Value, /, **changes: object) -> Value:
        new = object.__new__(kind)
        for name, value_of, assign in slots:
            assign(new, changes.pop(name) if name in changes else value_of(old))
        if changes:
            raise TypeError(f"{kind.__name__} has no {', '.join(changes)}")
        return new

    return replaced
