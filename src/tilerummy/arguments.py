"""Checks arguments, so that public functions reject a wrong type with a helpful message."""

from __future__ import annotations

from types import UnionType
from typing import Never


def check_argument(value: object, kind: type | UnionType, what: str) -> None:
    """Raise TypeError unless *value* is an instance of *kind*. *what* describes the expected value.

    >>> check_argument("k1", int, "a seat is a number")
    Traceback (most recent call last):
    TypeError: a seat is a number, not 'k1'
    """
    if not isinstance(value, kind):
        raise TypeError(f"{what}, not {value!r}")


def check_no_text(*values: object) -> None:
    """Raise TypeError if any of *values* is a string, because iterating over it yields letters."""
    for value in values:
        if isinstance(value, str):
            how = 'rack("k1 k2 *"), a table with table("k1 k2 k3")'
            raise TypeError(f"read text first, tiles with {how}, not {value!r}")


SEED_BYTES = 32
"""The size in bytes of a seed created from a number."""


def as_seed(seed: bytes | int) -> bytes:
    r"""Return *seed* as bytes. A number becomes 32 bytes, big-endian.

    Raises TypeError for any other type, and ValueError if the number does not fit.

    >>> as_seed(258)[-2:], as_seed(b"any")
    (b'\x01\x02', b'any')
    """
    if isinstance(seed, bytes):
        return seed
    check_argument(seed, int, "a seed is bytes, or a number of at least 0")
    if not 0 <= seed < 256**SEED_BYTES:
        raise ValueError(f"a seed is bytes, or a number from 0 to 2**{8 * SEED_BYTES} - 1")
    return seed.to_bytes(SEED_BYTES, "big")


def wrong_type(value: Never, what: str) -> TypeError:
    """Return the error for a *value* that matches no case of a ``match`` statement."""
    return TypeError(f"{what}, not {value!r}")
