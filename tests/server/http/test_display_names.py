"""Names and chat: what may be shown, and which names look the same (S12–S14)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerummy.server.guests.names import (
    LONGEST,
    BadNameError,
    clean_chat,
    clean_name,
    look_alike,
    skeleton,
)


@given(st.text(max_size=60))
def test_a_name_is_short_seen_and_stays_itself(text: str) -> None:
    try:
        name = clean_name(text)
    except BadNameError:
        return

    assert 1 <= len(name) <= LONGEST
    assert clean_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert {unicodedata.category(c) for c in name}.isdisjoint({"Cc", "Cf", "Cs", "Co", "Cn"})
    assert "\n" not in name


@pytest.mark.parametrize(
    "name",
    ["Ann", "Zoë", "Łukasz", "Αθηνά", "Ольга", "משה", "محمد", "小明", "Jürgen B.", "r2d2", "🎲"],
)
def test_people_of_all_scripts_have_names(name: str) -> None:
    assert clean_name(f" {name} ") == name


HIDING = [
    "a\u202eb",
    "a\u2066b",
    "a\u200bb",
    "a\u200db",
    "a\ufeffb",
    "a\u00adb",
    "a\x00b",
    "a\x1bb",
    "\u3164",
    "a\ud800b",
    "a\ue000",
    "\u0301a",
    "a\u0300\u0301\u0302\u0303",
    "x" * 21,
    "\n\t ",
]


@pytest.mark.parametrize("name", HIDING, ids=ascii)
def test_s13_nothing_in_a_name_hides_or_turns(name: str) -> None:
    with pytest.raises(BadNameError):
        clean_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "Аnn"),
        ("Olga", "О1ga"),
        ("Zoë", "Zoe"),
        ("Ann", "A nn"),
        ("Ann", "\uff21nn"),
        ("Bill", "BiII"),
        ("Mia", "rnia"),
        ("scope", "ѕсоре"),
        ("B0B", "bob"),
    ],
)
def test_s13_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert look_alike(one, other)


@given(st.text(max_size=20))
def test_a_name_looks_like_itself_and_no_other_one(name: str) -> None:
    assert look_alike(name, name)
    assert skeleton(name) == skeleton(name.upper().lower()) or not name.isascii()
    for one, other in (("Ann", "Anna"), ("Ben", "Bea"), ("Ольга", "Ольха")):
        assert not look_alike(one, other)


@given(st.text(max_size=700))
def test_what_is_said_is_one_line_of_text(text: str) -> None:
    line = clean_chat(text)

    assert len(line) <= 500
    assert stacked(line) <= 4
    assert clean_chat(line) == line
    assert not {"\n", "\r", "\x00", "\u202e", "\u2066"} & set(line)


def stacked(text: str) -> int:
    """Return the most marks on a letter; what joins letters is between them."""
    most = marks = 0
    for character in text.replace("\u200c", "").replace("\u200d", ""):
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        most = max(most, marks)
    return most


@pytest.mark.parametrize(
    "text", ["Z" + "\u0301" * 200, "a" + "\u0300\u200d" * 90, "\u0336" * 99 + "b"]
)
def test_s13_marks_do_not_pile_up_in_what_is_said(text: str) -> None:
    assert stacked(clean_chat(text)) <= 4


@pytest.mark.parametrize(
    "line",
    [
        *("पढ़ें ड़ों", "שִׁבֹּ֑לֶת", "ที่นี่", "1\ufe0f\u20e3 ❤\ufe0f"),
        *("👨\u200d👩\u200d👧", "می\u200cخواهم"),
        "<img src=x onerror=alert(1)>",  # markup is left to whoever shows it
    ],
)
def test_languages_families_and_markup_are_said_whole(line: str) -> None:
    assert clean_chat(line) == unicodedata.normalize("NFC", line)
