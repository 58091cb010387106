"""Every value of every option has a chip text, which shows how rules differ."""

from __future__ import annotations

from enum import EnumType

import pytest

from tilerummy.rules import OPTIONS, Option
from tilerummy.texts import languages, message
from tilerummy.texts.format import arguments


def codes(option: Option) -> dict[str, set[str]]:
    """The message codes for the values of an option, and their arguments."""
    start = f"chip.{option.name}"
    none = {f"{start}.none": set[str]()} if option.name in Option.NONE else {}
    words = {f"{start}.{word}": set[str]() for word in option.words}
    if isinstance(option.values, tuple):
        return {start: {"n"}} | none | words
    if isinstance(option.values, EnumType) and option.values is not bool:
        return {f"{start}.{value}": set() for value in option.values}
    return {f"{start}.{value}": set() for value in ("true", "false")}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_every_value_of_an_option_has_a_text(option: Option, language: str) -> None:
    found = {code: {a.name for a in arguments(message(code, language))} for code in codes(option)}

    assert found == codes(option)
