"""The guide to boxes leads from each edition to a preset of the same publisher and year."""

from __future__ import annotations

import re

import pytest
from tools.docs.box import EDITIONS, Edition, box

from tilerummy.rules import PRESETS

PAGE = box()
BY_NAME = {
    "Official Book": "Official Rummikub Book",
    "Spear": "J W Spear & Sons",
}
"""The full names of publishers, if the guide abbreviates them."""


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.anchor)
def test_the_source_of_a_preset_names_its_edition(edition: Edition) -> None:
    first = edition.rules[0]

    assert BY_NAME.get(edition.publisher, edition.publisher) in first.source
    assert str(edition.year) in first.source


def test_every_preset_with_a_year_is_on_the_page_with_its_edition() -> None:
    dated = {rules.name for rules in PRESETS.values() if re.search(r"\(.*\d{4}\)", rules.source)}

    assert len(dated) > 9
    assert dated <= {name for edition in EDITIONS for name in edition.presets}


def test_every_preset_is_on_the_page() -> None:
    assert [name for name in PRESETS if f"[{name}]({name}.md)" not in PAGE] == []


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.anchor)
def test_an_edition_shows_how_it_differs_from_sabra(edition: Edition) -> None:
    section = PAGE.partition(f"### {edition.title}\n")[2].partition("\n##")[0]

    for rules in edition.rules:
        assert f"`tilerummy play --ruleset {rules.name}`" in section
    assert section.count("\n- ") >= len(edition.presets)


def test_the_1998_box_leads_to_its_preset_and_sentences() -> None:
    section = PAGE.partition("### Pressman 1998\n")[2].partition("\n##")[0]

    assert "pressman-1998.md" in section
    assert "A meld with a joker may be split and rearranged like any other" in section
    assert "with at least two tiles from your rack" in section
