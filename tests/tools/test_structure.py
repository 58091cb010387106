"""The check of the structure finds what breaks its rules, and exceptions that are not needed."""

from __future__ import annotations

from tools.structure import circles, judged


def test_a_circle_is_found_with_the_way_round() -> None:
    graph = {"a": {"b", "d"}, "b": {"c"}, "c": {"a"}, "d": {"c"}}

    assert dict(circles(graph)) == {"a": "imports itself: a → b → c → a"}


def test_two_circles_that_do_not_meet_are_both_found() -> None:
    assert [name for name, _ in circles({"a": "b", "b": "a", "c": "d", "d": "c"})] == ["a", "c"]


def test_imports_in_one_direction_break_no_rule() -> None:
    assert [*circles({"a": "bc", "b": "c", "c": ""})] == []


def test_an_offence_is_an_error_unless_it_is_exempt() -> None:
    found = {"late_import": {"a.py": "a function imports"}}

    assert [*judged(found, {})] == ["late_import: a.py: a function imports"]
    assert [*judged(found, {"late_import": {"a.py": "it must"}})] == []


def test_an_exemption_that_is_not_needed_is_an_error() -> None:
    assert [*judged({"circle": {}}, {"circle": {"a.py": "owed"}})] == [
        "circle: a.py keeps the rule now: remove it from tools/structure.toml"
    ]
