"""The list of sentences is complete, and each sentence with a rule has a test or a reason."""

from __future__ import annotations

from itertools import zip_longest

import pytest
from tools.docs.sentences import SEEDS, TITLES, checks, sentences, split

SENTENCES = sentences()
BY_ID = {sentence.id: sentence for sentence in SENTENCES}


def test_no_sentence_of_the_texts_is_missing() -> None:
    texts = dict(zip(TITLES, sorted(SEEDS.glob("*.txt")), strict=False))
    assert not SEEDS.exists() or len(texts) == len(TITLES)

    for name, path in texts.items():
        said = split(path.read_text(encoding="utf-8"))
        listed = [sentence for sentence in SENTENCES if sentence.text == name]
        for number, (text, row) in enumerate(zip_longest(said, listed), 1):
            assert row is not None, f"{name}.{number:02d} is not listed: {text}"
            assert text is not None, f"{name} has no such sentence: {row}"
            assert text.startswith(row.begins), (row, text)


@pytest.mark.parametrize("name", TITLES)
def test_the_sentences_are_numbered_in_order(name: str) -> None:
    numbers = [int(s.id.removeprefix(f"{name}.")) for s in SENTENCES if s.text == name]

    assert numbers == list(range(1, len(numbers) + 1))


def test_a_sentence_states_a_rule_or_says_why_it_states_none() -> None:
    for sentence in SENTENCES:
        assert bool(sentence.rule) != bool(sentence.no_rule), sentence
        assert bool(sentence.rule) == bool(sentence.where), sentence


def test_only_a_few_words_of_a_sentence_are_quoted() -> None:
    assert [s.id for s in SENTENCES if len(s.begins.split()) > 5] == []


def test_every_rule_leads_to_a_test_or_a_reason() -> None:
    checked = {cited for test in checks() for cited in test.cites}
    reasoned = {s.id for s in SENTENCES if s.ruling or s.view or s.game or s.no_rule}

    assert [s.id for s in SENTENCES if s.id not in checked | reasoned] == []
    assert [s.id for s in SENTENCES if s.no_rule and s.id in checked] == []


def test_every_test_named_after_a_rule_quotes_a_sentence() -> None:
    named = checks()

    assert len(named) > 150
    for test in named:
        assert test.cites, f"{test.node} names no sentence"
        assert [cited for cited in test.cites if cited not in BY_ID] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! (Three.) Four", ["One.", "Two!", "(Three.)", "Four"]),
        ("By A. Name. Then", ["By A. Name.", "Then"]),
        ("it goes\non here\nNext line", ["it goes on here", "Next line"]),
        (
            "## Head\n\n- item one\n  • item two\n2. third",
            ["Head", "item one", "item two", "third"],
        ),
        ('He said: "Go." Then left', ['He said: "Go."', "Then left"]),
        ("7. Pairs. Any seven. 200018001600", ["Pairs. Any seven. 200018001600"]),
        ("Dots... More", ["Dots...", "More"]),
    ],
)
def test_how_a_text_is_split(text: str, expected: list[str]) -> None:
    assert list(split(text)) == expected
