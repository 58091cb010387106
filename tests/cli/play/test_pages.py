"""Pages that can be looked up, and explanations of refusals."""

from __future__ import annotations

import pytest

from tilerummy.cli.play.screen import hands_page, options_page, rules_page
from tilerummy.cli.play.verbs import VERBS, help_on, read_verb
from tilerummy.cli.render.event_text import explanation_lines, reason_sentence
from tilerummy.rules import PRESETS, Reason, Refusal, options_of, ruleset
from tilerummy.rules.closed_hands.hands import CLOSED_HANDS
from tilerummy.tiles import rack

NAMES = ("You", "Ada", "Ben")


@pytest.mark.parametrize("name", PRESETS)
def test_the_rules_fit_on_a_few_pages_with_every_option(name: str) -> None:
    lines = [line.plain for line in rules_page(PRESETS[name], 80)]

    assert len(lines) <= 92
    assert lines.index("Melds") < lines.index("The score") < lines.index("Options")
    assert max(map(len, lines)) <= 80
    assert all(f"{option} = " in "\n".join(lines) for option in options_of(PRESETS[name]))


def test_house_rules_are_marked() -> None:
    lines = [line.plain for line in rules_page(ruleset("sabra", {"joker.reuse": "new_meld"}), 80)]

    assert "* joker.reuse = new_meld" in "\n".join(lines)
    said = " ".join(" ".join(lines).split())
    assert "A replaced joker must be used in the same play, in a new meld of" in said


def test_options_are_found_by_a_part_of_their_names() -> None:
    page = "\n".join(line.plain for line in options_page(PRESETS["sabra"], "joker", 80))

    assert "joker.melds = locked" in page
    assert "locked, open or free" in page
    assert not options_page(PRESETS["sabra"], "trump", 80)


@pytest.mark.parametrize(
    ("name", "word", "says"),
    [
        ("mcgraw", "free", "used like tiles from your rack"),
        ("mcgraw", "handfuls", "two handfuls"),
        ("mcgraw", "draw", "draw four tiles"),
        ("american", "trump", "One of the remaining tiles is turned face up as the trump."),
        ("international", "closed", "14 tiles melded at once without"),
        ("international", "first", "gets one extra tile"),
    ],
)
def test_rules_and_help_find_what_the_rules_say_about_a_word(
    name: str, word: str, says: str
) -> None:
    page = " ".join(line.plain.strip() for line in options_page(PRESETS[name], word, 80))

    assert says in page
    if word in ("free", "trump", "closed"):
        assert says in " ".join(help_on(word, PRESETS[name]))


def test_the_closed_hands_are_listed_with_their_points() -> None:
    lines = [line.plain for line in hands_page(80)]

    rows = [line for line in lines[1:] if line[:2].strip()]
    assert len(rows) == len(CLOSED_HANDS)
    assert max(map(len, lines)) <= 80
    assert any("Royal" in row and "2400 2200 2000" in row for row in rows)


@pytest.mark.parametrize("code", Refusal)
@pytest.mark.parametrize("name", ["sabra", "rummikub", "mcgraw", "international"])
def test_every_refusal_is_explained_with_its_tiles(code: Refusal, name: str) -> None:
    reason = Reason(code, "this cannot be", rack("k5 r7"), have=5, want=30)
    lines = list(explanation_lines([reason], PRESETS[name], NAMES))

    assert lines[0] == "This cannot be."
    assert "   Tiles concerned: k5 r7" in lines
    assert all(line.rstrip().endswith((".", "7")) for line in lines[1:])


WITHOUT_ADVICE = {
    Refusal.BAD_NOTATION,
    Refusal.AMBIGUOUS_JOKER,
    Refusal.GAME_OVER,
    Refusal.NOT_YOUR_TURN,
    Refusal.DISCARD_NOT_AVAILABLE,
    Refusal.NOT_ON_RACK,
}
"""Refusal reasons that a draft prevents, and those that need no further explanation."""


@pytest.mark.parametrize("code", sorted(set(Refusal) - WITHOUT_ADVICE))
def test_a_refusal_says_what_can_be_done(code: Refusal) -> None:
    assert len(list(explanation_lines([Reason(code, "no")], PRESETS["sabra"], NAMES))) > 1


def test_several_reasons_are_numbered_and_share_their_remedy() -> None:
    reasons = [Reason(Refusal.INVALID_MELD, "meld 1 is no meld")] * 2
    lines = list(explanation_lines(reasons, PRESETS["sabra"], NAMES))

    assert [line for line in lines if not line.startswith(" ")] == [
        "1. Meld 1 is no meld.",
        "2. Meld 1 is no meld.",
    ]
    assert sum("three tiles or more" in line for line in lines) == 1


def test_seats_are_called_by_their_names() -> None:
    reason = Reason(Refusal.FREE_TILE_UNAVAILABLE, "seat 1 and seat 2 still have one")

    assert reason_sentence(reason, NAMES) == "Ada and Ben still have one."


def test_every_game_says_what_its_jokers_may_do() -> None:
    reason = Reason(Refusal.JOKER_REUSE, "no")
    told = {name: [*explanation_lines([reason], rules, ())] for name, rules in PRESETS.items()}

    assert all(len(lines) > 1 for lines in told.values())
    assert told["sabra"] != told["rummikub"] != told["pressman-1980"]


@pytest.mark.parametrize("name", PRESETS)
def test_every_word_is_found_and_has_help(name: str) -> None:
    rules = PRESETS[name]
    verbs = [verb for verb in VERBS if verb.applies(rules)]
    words = [word for verb in verbs for word in (verb.name, *verb.aliases)]

    assert len(words) == len(set(words))
    for verb in verbs:
        assert verb.usage in help_on(verb.name, rules)[0]
        for word in (verb.name, *verb.aliases):
            assert word == "joker" or read_verb(word, rules) == (verb, "")
