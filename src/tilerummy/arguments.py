"""Checks of arguments: public functions refuse a wrong type and say what they expect."""

from __future__ import annotations

from types import UnionType
from typing import Never


def check_argument(value: object, kind: type | UnionType, what: str) -> None:
    """Raise TypeError that says *what* is expected, if *value* is not of that *kind*.

    >>> check_argument("k1", int, "a seat is a number")
    Traceback (most recent call last):
    TypeError: a seat is a number, not 'k1'
    """
    if not isinstance(value, kind):
        raise TypeError(f"{what}, not {value!r}")


def wrong_type(value: Never, what: str) -> TypeError:
    """Return the error for a *value* that is of none of the types a match has cases for."""
    return TypeError(f"{what}, not {value!r}")
