"""Quoting in messages what somebody wrote."""

LONGEST = 200
"""How many characters are quoted of what is longer."""


def quoted(value: object) -> str:
    """Return the ``repr`` of *value*, cut where it is too long to be read.

    >>> len(quoted("x" * 1000))
    200
    """
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
