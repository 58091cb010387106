"""Every language has the same messages, each with the same arguments and its own plurals."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tilerummy.texts
from tilerummy.texts import languages, message, messages, text
from tilerummy.texts.format import Argument, Message, Plural, arguments, parse, plural_category

ROOT = Path(__file__).parents[2]
FOLDER = Path(tilerummy.texts.__file__).parent
OTHERS = [language for language in languages() if language != "en"]


@cache
def sections(language: str) -> dict[str, list[str]]:
    """The keys of each section."""
    found: dict[str, dict[str, str]] = json.loads((FOLDER / f"{language}.json").read_text())
    return {section: [*texts] for section, texts in found.items()}


def shown(parts: Message) -> set[str]:
    """The names of the arguments visible in the message."""
    return {each.name for each in arguments(parts) if isinstance(each, Argument)}


def choosing(parts: Message) -> Iterator[Plural]:
    """The plurals in the message."""
    return (each for each in arguments(parts) if isinstance(each, Plural))


def forms(parts: Message) -> Iterator[Message]:
    """Yield the message, and each plural form within it."""
    yield parts
    for plural in choosing(parts):
        yield from plural.forms.values()


def test_every_file_is_a_language() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == {*languages(), "languages"}


def test_a_key_is_in_one_section() -> None:
    keys = [key for section in sections("en").values() for key in section]

    assert len(keys) == len({*keys}) == len(messages())


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_messages_of_english_in_the_same_order(language: str) -> None:
    assert sections(language) == sections("en")


@pytest.mark.parametrize("language", OTHERS)
def test_a_message_has_the_arguments_of_the_english_one(language: str) -> None:
    """It may have more plural arguments: a language may need a number that English does not."""
    for key in messages():
        assert shown(message(key, language)) == shown(message(key)), key


@pytest.mark.parametrize("language", OTHERS)
def test_a_message_emphasizes_as_many_words_as_the_english_one(language: str) -> None:
    translated = messages(language)
    for key, source in messages().items():
        assert translated[key].count("**") == source.count("**"), key


@pytest.mark.parametrize("language", languages())
def test_a_plural_has_a_form_for_every_number(language: str) -> None:
    categories = {plural_category(n, language) for n in range(200)}
    for key in messages(language):
        for plural in choosing(message(key, language)):
            exact = {form for form in plural.forms if form.startswith("=")}
            assert plural.forms.keys() - exact <= categories, key
            for n in range(200):
                assert plural.forms.keys() & {f"={n}", plural_category(n, language)}, key


@pytest.mark.parametrize("language", languages())
def test_no_text_is_empty_or_has_outer_spaces(language: str) -> None:
    for key, source in messages(language).items():
        assert source == source.strip(), key
        assert all(forms(message(key, language))), key


def test_every_message_is_used() -> None:
    """A key must occur in the code, or be composed of parts that do."""
    kinds = (".ts", ".svelte", ".json")
    files = [
        *(ROOT / "src" / "tilerummy").rglob("*.py"),
        *(path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in kinds),
    ]
    code = "\n".join(file.read_text() for file in files if file.name != "keys.d.ts")
    words = {*re.findall(r"\w+", code)}
    whole = {*re.findall(r"""['"`]([\w.-]+)['"`]""", code)}
    made = {
        ".*".join(re.escape(part) for part in re.split(r"\$?\{[^}]*\}", template))
        for templates in re.findall(r"""`([\w.-]*\$\{[^`\s]+)`|f"([\w.-]*\{[^"\s]+)\"""", code)
        for template in templates
        if re.search(r"\w\.\$?\{|\}\.\w|\w\$\{", template)
    }
    pattern = re.compile("|".join(made))

    def used(key: str) -> bool:
        together = pattern.fullmatch(key) and words.issuperset(re.findall(r"[a-z]\w*", key))
        return key in whole or bool(together)

    assert [key for key in messages() if not used(key)] == []


def test_plural_rules_match_the_browser() -> None:
    numbers = [*range(201), -1, 0.5, 1.5, 2.5, 999, 1001]
    script = """
        const [languages, numbers] = JSON.parse(process.argv[1]);
        const categories = (language) => {
          const rules = new Intl.PluralRules(language);
          return [language, numbers.map((n) => rules.select(n))];
        };
        console.log(JSON.stringify(Object.fromEntries(languages.map(categories))));
    """
    node = shutil.which("node") or str(ROOT / ".venv" / "bin" / "node")
    given = json.dumps([[*languages()], numbers])
    printed = subprocess.check_output([node, "--eval", script, given], text=True)

    assert json.loads(printed) == {
        language: [plural_category(n, language) for n in numbers] for language in languages()
    }


def test_an_exact_form_precedes_a_plural_category() -> None:
    assert text("event.announced", name="Ada", n=1) == "Ada has only 1 tile left!"
    assert text("event.announced", name="Ada", n=2) == "Ada has only 2 tiles left!"
    assert [text("rule.option.tiles.jokers", n=n) for n in (0, 1, 2, 20)] == [
        "There are no jokers.",
        "There is one joker.",
        "There are two jokers.",
        "There are 20 jokers.",
    ]
    with pytest.raises(KeyError):
        text("event.announced", n=1)
    with pytest.raises(KeyError):
        text("event.no_such_event")


@pytest.mark.parametrize(
    ("source", "at"),
    [
        ("a {", 2),
        ("a }", 2),
        ("{}", 0),
        ("{n, number}", 0),
        ("{n, plural, one {a}}", 19),
        ("{n, plural, offset:1 other {a}}", 11),
        ("{n, plural, other {a}", 21),
        ("an '{n}'", 3),
    ],
)
def test_an_invalid_message_is_refused_with_its_position(source: str, at: int) -> None:
    with pytest.raises(ValueError, match=f"position {at}: "):
        parse(source)


@pytest.mark.parametrize("language", languages())
def test_review_and_studio_have_different_names(language: str) -> None:
    texts = messages(language)
    board = texts["studio.title"]
    assert texts["games.analyse"] == board
    assert len({texts["games.review"], texts["review.title"], texts["end.review"]}) == 1
    assert texts["games.review"].lower() not in board.lower()
