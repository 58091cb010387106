"""Event texts in English: what a seat did, from the messages that the page shows too."""

from __future__ import annotations

from tilerummy.texts import text

YOU = "You"
"""The name of the seat of the reader."""


def event_text(code: str, name: str = "", **params: object) -> str:
    """Return the message ``event.`` *code*, of the seat with that *name* if it is about one.

    ``YOU`` chooses the message for the reader.

    >>> event_text("passed", "Ada"), event_text("passed", YOU)
    ('Ada passes.', 'You pass.')
    >>> event_text("announced", "Ada", n=1)
    'Ada has only 1 tile left!'
    """
    return text(f"event.{code}.you" if name == YOU else f"event.{code}", name=name, **params)
