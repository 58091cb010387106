"""Every language has the same messages, with the same parameters and its own plural categories."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.message_types import CATALOGUES, files

import tilerummy.rules_text
from tilerummy.rules_text.catalogue import (
    PLACEHOLDER,
    TOPICS,
    Message,
    Topic,
    filled,
    languages,
    messages,
    parameters,
)

FOLDER = Path(tilerummy.rules_text.__file__).parent / "languages"
OTHERS = [language for language in languages() if language != "en"]


def forms(message: Message) -> list[str]:
    """The texts of a message, one for each plural category."""
    return [message] if isinstance(message, str) else [*message.values()]


def test_every_folder_is_a_language_with_a_file_for_each_topic() -> None:
    folders = {folder.name: folder for folder in FOLDER.iterdir() if folder.is_dir()}

    assert set(folders) == set(languages())
    for folder in folders.values():
        assert {file.name for file in folder.iterdir()} == {f"{topic}.json" for topic in TOPICS}


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_messages_of_english_in_the_same_order(
    language: str, topic: Topic
) -> None:
    assert [*messages(topic, language)] == [*messages(topic)]


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("language", OTHERS)
def test_a_message_has_the_parameters_of_the_english_one(language: str, topic: Topic) -> None:
    for code, message in messages(topic, language).items():
        assert parameters(message) == parameters(messages(topic)[code]), code


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("language", languages())
def test_a_message_is_whole(language: str, topic: Topic) -> None:
    plurals = languages()[language]["plurals"]
    for code, message in messages(topic, language).items():
        if not isinstance(message, str):
            assert [*message] == plurals, code
        for text in forms(message):
            assert text == text.strip() != "", code
            # a form for one may say it in words, and no form names what the general one does not
            assert {found[1] for found in PLACEHOLDER.finditer(text)} <= parameters(message), code
            assert not re.search(r"[{}]", PLACEHOLDER.sub("", text)), code
            numbers = {found[2] for found in PLACEHOLDER.finditer(text)} - {None}
            assert numbers <= ({"words", "Words"} if language == "en" else set()), code


def test_the_types_of_the_page_are_up_to_date() -> None:
    """After a change of a code or a parameter: python -m tools.message_types."""
    assert {path: path.read_text() for path in CATALOGUES.iterdir()} == files()


def test_the_form_for_one_is_chosen_by_n() -> None:
    message = {"one": "{name} draws a tile.", "other": "{name} draws {n} tiles."}
    values = {"name": "Ada", "n": "3"}

    assert filled(message, 1, lambda name, _: values[name]) == "Ada draws a tile."
    assert filled(message, 3, lambda name, _: values[name]) == "Ada draws 3 tiles."
    assert filled("{name} passes.", None, lambda name, _: values[name]) == "Ada passes."


@pytest.mark.parametrize("language", languages())
def test_the_review_of_a_game_and_the_analysis_board_are_two_words(language: str) -> None:
    games, review = messages("games", language), messages("review", language)
    board = str(messages("pages", language)["legal.title"])
    assert games["analyse"] == board
    named = [games["review"], review["review.title"], messages("ending", language)["end.review"]]
    assert len(set(map(str, named))) == 1
    assert str(named[0]).lower() not in board.lower()
