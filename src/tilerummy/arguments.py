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


def check_no_text(*values: object) -> None:
    """Raise TypeError for a text among *values*, whose letters would be taken for things."""
    for value in values:
        if isinstance(value, str):
            how = 'rack("k1 k2 *"), a table with table("k1 k2 k3")'
            raise TypeError(f"a text is read first: tiles with {how}, not {value!r}")


SEED_BYTES = 32
"""The size of a seed that is given as a number, in bytes."""


def as_seed(seed: bytes | int) -> bytes:
    r"""Return *seed* as bytes; a number is written big-endian in 32 bytes.

    Raises TypeError for what is neither, ValueError for a number that does not fit.

    >>> as_seed(258)[-2:], as_seed(b"any")
    (b'\x01\x02', b'any')
    """
    if isinstance(seed, bytes):
        return seed
    check_argument(seed, int, "a seed is bytes, or a number from 0 on")
    if not 0 <= seed < 256**SEED_BYTES:
        raise ValueError(f"a seed is bytes, or a number from 0 to 2**{8 * SEED_BYTES} - 1")
    return seed.to_bytes(SEED_BYTES, "big")


def wrong_type(value: Never, what: str) -> TypeError:
    """Return the error for a *value* that is of none of the types a match has cases for."""
    return TypeError(f"{what}, not {value!r}")
