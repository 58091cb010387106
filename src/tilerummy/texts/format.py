"""The subset of ICU MessageFormat used by the texts: arguments, and plurals with exact numbers.

The syntax is described at https://unicode-org.github.io/icu/userguide/format_parse/messages/. An
argument is ``{name}``. ``{n, plural, =0 {no tile} one {# tile} other {# tiles}}`` selects a string
by number: an exact match first, then the plural category of the language (CLDR). ``#`` stands for
the number. Quoted braces and other argument types are rejected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Argument:
    """A placeholder to be replaced by a value."""

    name: str


@dataclass(frozen=True, slots=True)
class Plural:
    """A plural's texts, keyed by number (such as ``=2``) or category. ``other`` is required."""

    name: str
    forms: Mapping[str, Message]


Message = tuple[str | Argument | Plural, ...]

_ARGUMENT = re.compile(r"\{\s*(\w+)\s*(\}|,\s*plural\s*,)")
_FORM = re.compile(r"\s*(=\d+|zero|one|two|few|many|other)\s*\{")
_END = re.compile(r"\s*\}")
_TEXT = re.compile(r"[^{}]+")
_PLURAL_TEXT = re.compile(r"[^{}#]+")
_QUOTED = re.compile(r"'['{}#]")


def parse(source: str) -> Message:
    """Parse a message.

    If *source* is malformed, raises ValueError with the position of the error.
    """
    quoted = _QUOTED.search(source)
    if quoted:
        raise _error(source, quoted.start())
    message, end = _message(source, 0, None)
    if end < len(source):
        raise _error(source, end)
    return message


def _message(source: str, at: int, number: str | None) -> tuple[Message, int]:
    """Parse the message from *at* to its closing brace, and return it with the position of its end.

    ``#`` stands for the argument *number*.
    """
    parts: list[str | Argument | Plural] = []
    while at < len(source) and source[at] != "}":
        text = (_PLURAL_TEXT if number else _TEXT).match(source, at)
        if text:
            parts.append(text[0])
            at = text.end()
        elif source[at] == "{":
            part, at = _argument(source, at)
            parts.append(part)
        else:
            assert number is not None, "only a plural stops its text at a number sign"
            parts.append(Argument(number))
            at += 1
    return tuple(parts), at


def _argument(source: str, at: int) -> tuple[Argument | Plural, int]:
    found = _ARGUMENT.match(source, at)
    if not found:
        raise _error(source, at)
    name, at = found[1], found.end()
    if found[2] == "}":
        return Argument(name), at
    forms: dict[str, Message] = {}
    while form := _FORM.match(source, at):
        forms[form[1]], at = _message(source, form.end(), name)
        at += 1
    end = _END.match(source, at)
    if not end or "other" not in forms:
        raise _error(source, at)
    return Plural(name, forms), end.end()


def _error(source: str, at: int) -> ValueError:
    return ValueError(f"no message in ICU format at position {at}: {source!r}")


def render(message: Message, language: str, values: Mapping[str, object]) -> str:
    """Return the text of *message* for these *values*, with numbers written in digits."""

    def written(part: str | Argument | Plural) -> str:
        match part:
            case str():
                return part
            case Argument(name):
                return str(values[name])
            case Plural(name, forms):
                return render(_chosen(forms, values[name], language), language, values)

    return "".join(map(written, message))


def _chosen(forms: Mapping[str, Message], number: object, language: str) -> Message:
    assert isinstance(number, int | float), "a number chooses a plural"
    exact, category = f"={number}", plural_category(number, language)
    return forms[exact if exact in forms else category if category in forms else "other"]


def plural_category(number: float, language: str) -> str:
    """Return the cardinal plural category (CLDR) of a number below a million.

    >>> [plural_category(n, "he") for n in (0, 0.5, 1, 2, 3)]
    ['other', 'one', 'one', 'two', 'other']
    """
    number = abs(number)
    match language:
        case "fr":
            return "one" if number < 2 else "other"
        case "he" if number == 2:
            return "two"
        case "he" if 0 < number < 1:
            return "one"
    return "one" if number == 1 else "other"


def arguments(message: Message) -> Iterator[Argument | Plural]:
    """Yield all arguments of *message*, including those inside plurals."""
    for part in message:
        if not isinstance(part, str):
            yield part
        if isinstance(part, Plural):
            for form in part.forms.values():
                yield from arguments(form)
