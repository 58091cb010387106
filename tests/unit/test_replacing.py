"""Changed copies of values, against those of ``dataclasses.replace``."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilerummy.replacing import replacer


@dataclass(frozen=True, slots=True)
class Value:
    kind: int = 0
    old: int = 1
    new: int = 2
    same: int = 3
    empty: int = 4


def test_any_name_of_a_field_will_do() -> None:
    value = Value()

    for name in ("kind", "old", "new", "same", "empty"):
        assert replacer(Value)(value, **{name: 9}) == replace(value, **{name: 9})
    assert replacer(Value)(value) == value
