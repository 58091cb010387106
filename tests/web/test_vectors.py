"""The browser's copy of the meld rule is tested with what Python says of the same tiles."""

from tools import vectors


def test_the_melds_that_the_browser_is_tested_with_are_those_of_today() -> None:
    written = vectors.PATH.read_text(encoding="utf-8")

    assert written == vectors.vectors(), (
        "write web/tests/rules/melds.json again: python -m tools.vectors"
    )


def test_the_melds_hold_every_kind_of_answer() -> None:
    text = vectors.vectors()

    for code in ("bad_notation", "invalid_meld", "ambiguous_joker"):
        assert f'"{code}"' in text
