"""Event texts in English: what a seat did, from the messages that the page shows too."""

from __future__ import annotations

from tilerummy.rules_text.catalogue import filled, messages

YOU = "You"
"""The name of the seat of the reader."""


def event_text(code: str, name: str = "", **params: object) -> str:
    """Return the message ``event.`` *code*, of the seat with that *name* if it is about one.

    ``YOU`` chooses the message for the reader. The parameter ``n`` chooses the plural.

    >>> event_text("passed", "Ada"), event_text("passed", YOU)
    ('Ada passes.', 'You pass.')
    >>> event_text("announced", "Ada", n=1)
    'Ada has only 1 tile left!'
    """
    texts = messages("room")
    message = texts[f"event.{code}.you" if name == YOU else f"event.{code}"]
    values = {**params, "name": name}
    return filled(message, params.get("n"), lambda parameter, _: str(values[parameter]))
