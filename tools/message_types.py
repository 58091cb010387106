"""Write the types of all messages, and how the page loads them, from the English files.

python -m tools.message_types
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tilerummy.rules_text.catalogue import TOPICS, Topic, languages, messages, parameters

CATALOGUES = Path(__file__).parents[1] / "web" / "src" / "text" / "messages" / "catalogues"
FOLDER = "../../../../../src/tilerummy/rules_text/languages"
FROM_SERVER: frozenset[Topic] = frozenset({"rules"})
"""Topics whose English sentences the server sends, so that the page needs no file for them."""

HEAD = """\
// Written by tools/message_types.py from src/tilerummy/rules_text/languages/; do not edit.

import type { CatalogueFiles } from '../files';
"""


def files() -> dict[Path, str]:
    """Return the text of every file, one for each topic, by its path."""
    return {CATALOGUES / f"{topic}.ts": _topic(topic) for topic in TOPICS}


def _topic(topic: Topic) -> str:
    kind = f"{topic.capitalize()}Parameters"
    others = ", 'en'" if topic in FROM_SERVER else ""
    return (
        f"{HEAD}\n/** The messages of `{topic}`, each with the names of its parameters. */\n"
        f"export interface {kind} {{\n{''.join(_parameters(topic))}}}\n\n"
        f"export const {topic.upper()}: CatalogueFiles<{kind}{others}> = {{\n"
        f"{''.join(_files(topic))}}};\n"
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
    for path, text in files().items():
        path.write_text(text)
        print(path)


if __name__ == "__main__":
    main()
