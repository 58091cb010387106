"""Write the types of all messages, and how the page loads them, from the English files.

python -m tools.message_types
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tilerummy.rules_text.catalogue import TOPICS, Topic, languages, messages, parameters

FILE = Path(__file__).parents[1] / "web" / "src" / "text" / "messages" / "catalogues.ts"
FOLDER = "../../../../src/tilerummy/rules_text/languages"
FROM_SERVER: frozenset[Topic] = frozenset({"rules"})
"""Topics whose English sentences the server sends, so that the page needs no file for them."""

HEAD = """\
// Written by tools/message_types.py from src/tilerummy/rules_text/languages/; do not edit.

import type { Language } from './languages';
import type { Message } from './messages';

type Messages<Parameters> = Readonly<Record<keyof Parameters, Message>>;
type Files<Parameters, Languages extends Language = Language> = Readonly<
  Record<Languages, () => Promise<{ default: Messages<Parameters> }>>
>;
"""


def source() -> str:
    """Return the text of the file."""
    return HEAD + "".join(map(_topic, TOPICS))


def _topic(topic: Topic) -> str:
    kind = f"{topic.capitalize()}Parameters"
    others = ", Exclude<Language, 'en'>" if topic in FROM_SERVER else ""
    return (
        f"\n/** The messages of `{topic}`, each with the names of its parameters. */\n"
        f"export interface {kind} {{\n{''.join(_parameters(topic))}}}\n\n"
        f"export const {topic.upper()}: Files<{kind}{others}> = {{\n{''.join(_files(topic))}}};\n"
    )


def _parameters(topic: Topic) -> Iterator[str]:
    for code, message in messages(topic).items():
        names = " | ".join(f"'{name}'" for name in sorted(parameters(message)))
        yield f"  '{code}': {names or 'never'};\n"


def _files(topic: Topic) -> Iterator[str]:
    for language in languages():
        if language == "en" and topic in FROM_SERVER:
            continue
        yield f"  {language}: () => import('{FOLDER}/{language}/{topic}.json'),\n"


def main() -> None:
    FILE.write_text(source())
    print(FILE)


if __name__ == "__main__":
    main()
