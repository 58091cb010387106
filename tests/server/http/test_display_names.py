"""Names and chat contain only allowed characters, and names do not look alike (S12–S14)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerummy.server.guests.names import (
    MAX_NAME_LENGTH,
    BadNameError,
    clean_chat,
    clean_name,
    look_alike,
    skeleton,
)


@given(st.text(max_size=60))
def test_a_clean_name_is_short_visible_and_stable(text: str) -> None:
    try:
        name = clean_name(text)
    except BadNameError:
        return

    assert 1 <= len(name) <= MAX_NAME_LENGTH
    assert clean_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert {unicodedata.category(c) for c in name}.isdisjoint({"Cc", "Cf", "Cs", "Co", "Cn"})
    assert "\n" not in name


@pytest.mark.parametrize(
    "name",
    ["Ann", "Zoë", "Łukasz", "Αθηνά", "Ольга", "משה", "محمد", "小明", "Jürgen B.", "r2d2", "🎲"],
)
def test_names_may_use_any_script(name: str) -> None:
    assert clean_name(f" {name} ") == name


HIDDEN = [
    *("a\u202eb", "a\u2066b", "a\u200bb", "a\u200db", "a\ufeffb", "a\u00adb", "a\x00b", "a\x1bb"),
    *("\u3164", "a\ud800b", "a\ue000", "\u0301a", "a\u0300\u0301\u0302\u0303", "x" * 21, "\n\t "),
]


@pytest.mark.parametrize("name", HIDDEN, ids=ascii)
def test_s13_names_have_no_hidden_or_reversing_characters(name: str) -> None:
    with pytest.raises(BadNameError):
        clean_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ann", "ann"), ("Ann", "Аnn"), ("Olga", "О1ga"), ("Zoë", "Zoe"), ("Ann", "A nn")),
        *(("Ann", "\uff21nn"), ("Bill", "BiII"), ("Mia", "rnia"), ("scope", "ѕсоре")),
        ("B0B", "bob"),
    ],
)
def test_s13_lookalike_names_are_equal(one: str, other: str) -> None:
    assert look_alike(one, other)


@given(st.text(max_size=20))
def test_different_names_do_not_look_alike(name: str) -> None:
    assert look_alike(name, name)
    assert skeleton(name) == skeleton(name.upper().lower()) or not name.isascii()
    for one, other in (("Ann", "Anna"), ("Ben", "Bea"), ("Ольга", "Ольха")):
        assert not look_alike(one, other)


@given(st.text(max_size=700))
def test_a_chat_message_is_one_line_of_text(text: str) -> None:
    line = clean_chat(text)

    assert len(line) <= 500
    assert stacked(line) <= 4
    assert clean_chat(line) == line
    assert not {"\n", "\r", "\x00", "\u202e", "\u2066"} & set(line)


def stacked(text: str) -> int:
    """Return the largest number of combining marks on one letter, ignoring joiners."""
    most = marks = 0
    for character in text.replace("\u200c", "").replace("\u200d", ""):
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        most = max(most, marks)
    return most


@pytest.mark.parametrize(
    "text", ["Z" + "\u0301" * 200, "a" + "\u0300\u200d" * 90, "\u0336" * 99 + "b"]
)
def test_s13_marks_do_not_pile_up_in_chat(text: str) -> None:
    assert stacked(clean_chat(text)) <= 4


@pytest.mark.parametrize(
    "line",
    [
        *("पढ़ें ड़ों", "שִׁבֹּ֑לֶת", "ที่นี่", "1\ufe0f\u20e3 ❤\ufe0f"),
        *("👨\u200d👩\u200d👧", "می\u200cخواهم"),
        "<img src=x onerror=alert(1)>",  # browsers show markup as text
    ],
)
def test_scripts_emoji_and_markup_are_unchanged_in_chat(line: str) -> None:
    assert clean_chat(line) == unicodedata.normalize("NFC", line)
