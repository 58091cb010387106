"""Every sentence about rules has a code, English, and the parameters that translations need."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tilerummy.rules import OPTIONS, PRESETS, Option, Ruleset, options_of, ruleset
from tilerummy.rules.closed_hands.hands import CLOSED_HANDS
from tilerummy.rules.option_table import Value
from tilerummy.rules.ruleset import RulesetError
from tilerummy.rules_text.closed_hands import hand_name, hand_sentences
from tilerummy.rules_text.examples import EXAMPLES
from tilerummy.rules_text.options import NONE, option_text
from tilerummy.rules_text.sections import rules_sections
from tilerummy.rules_text.sentence import Sentence, sentence
from tilerummy.texts import message, messages
from tilerummy.texts.format import arguments

RULES = {key: source for key, source in messages().items() if key.startswith("rule.")}


def values(option: Option) -> list[Value]:
    """Every value of an option; for numbers the minimum, the maximum and some in between."""
    if isinstance(option.values, tuple):
        low, high = option.values
        return [*option.words, *(n for n in (low, 1, 2, 8, 13, high) if low <= n <= high)]
    return [True, False] if option.values is bool else [str(value) for value in option.values]


def rulesets() -> Iterator[Ruleset | RulesetError]:
    """Every preset, with each value of each option, or the error if that is unplayable."""
    for base in PRESETS.values():
        yield base
        for name in options_of(base):
            for value in values(OPTIONS[name]):
                try:
                    yield ruleset(base.name, {name: value})
                except RulesetError as error:
                    yield error


def sentences_of(rules: Ruleset | RulesetError) -> Iterator[Sentence]:
    """Every sentence about a ruleset, or about an unplayable one."""
    if isinstance(rules, RulesetError):
        yield sentence(f"unplayable.{rules.code}", **rules.params)
        return
    for part in rules_sections(rules):
        yield part.heading
        yield from part.sentences
        for choice in part.choices:
            yield from (choice.when, choice.may, choice.then)
    for name, value in options_of(rules).items():
        yield option_text(rules, name, value)
    yield from (example.title for example in EXAMPLES if example.applies(rules))
    for row in CLOSED_HANDS if rules.closed_hands else ():
        yield hand_name(row)
        yield from hand_sentences(row)


@pytest.fixture(scope="module")
def everything() -> set[Sentence]:
    return {sentence for rules in rulesets() for sentence in sentences_of(rules)}


def test_every_sentence_has_the_parameters_of_its_code(everything: set[Sentence]) -> None:
    for each in everything:
        given = {name for name, _ in each.params}
        taken = {argument.name for argument in arguments(message(f"rule.{each.code}"))}
        assert taken <= given <= taken | {"n"}
        assert str(each)


def test_every_message_about_rules_is_used(everything: set[Sentence]) -> None:
    keys = {key for key in RULES if not key.startswith("rule.about.")}
    assert keys == {f"rule.{each.code}" for each in everything}


def test_every_preset_has_the_description_shown_to_translators() -> None:
    described = {f"rule.about.{name}": rules.about for name, rules in PRESETS.items()}
    about = {key: source for key, source in RULES.items() if key.startswith("rule.about.")}
    assert described == about


def test_counts_are_spelled_out() -> None:
    assert str(sentence("may.draw", n=1)) == "draw one tile from the pool"
    assert str(sentence("may.draw", n=14)) == "draw 14 tiles from the pool"
    assert str(sentence("deal.players", players=(2, 3, 4))) == "Two, three or four can play."
    assert str(sentence("option.tiles.colours", colours=2)) == "The colours are black and red."


def test_every_closed_hand_has_its_own_description() -> None:
    texts = {row.number: " ".join(map(str, hand_sentences(row))) for row in CLOSED_HANDS}

    assert [str(hand_name(row)) for row in CLOSED_HANDS] == [row.name for row in CLOSED_HANDS]
    assert len(set(texts.values())) == 40
    assert texts[14] == "Four runs. All in different colours. No tile above 9."
    assert texts[29] == "Two runs from 1 to 7. Mixed colours: no two neighbours are alike."


def deal_of(rules: str) -> list[str]:
    """The sentences about the deal."""
    (deal,) = (part for part in rules_sections(rules) if str(part.heading) == "The deal")
    return [*map(str, deal.sentences)]


def test_a_tournament_has_one_joker_per_player() -> None:
    """The set is described for two players: they use two of its six jokers."""
    first, second, *_ = deal_of("tournament")

    assert first.startswith("There are 106 tiles")
    assert first.endswith("and two jokers.")
    assert second == "That is the set for two players. There is always one joker per player."
    two_each = deal_of("sabra+tiles.jokers=8+deal.jokers=2")
    assert "There are always two jokers per player." in two_each[1]
    assert not any("per player" in text for text in deal_of("sabra"))


def test_the_set_for_six_is_described_only_if_six_can_play() -> None:
    assert any(text.startswith("Five or six players use") for text in deal_of("sabra"))
    assert not any("Five or six" in text for text in deal_of("sabra+deal.jokers=1"))


def test_markup_is_only_for_documents() -> None:
    assert "**Foot**" in sentence("score.foot", points=50).marked
    assert "*" not in str(sentence("score.foot", points=50))


@pytest.mark.parametrize("option", sorted(NONE))
def test_zero_has_its_own_sentence(option: str) -> None:
    rules = ruleset(f"sabra+{option}=0")

    assert option_text(rules, option, 0).code == f"option.{option}.none"
    assert not re.search(r"\b0\b|\bno tiles\b", str(option_text(rules, option, 0)))
