"""Prepares the site's pages: the table of contents, and every document reachable from it.

Documents outside ``docs/`` get a page below ``project/``. Other files that a page links to are
copied below ``files/``, except examples, which get a page with their code. A link to a folder
becomes plain text.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from tools.site.schemas import schema_page

ROOT = Path(__file__).parents[2]
DOCS = PurePosixPath("docs")
CONTENTS = DOCS / "README.md"
"""The table of contents. Its headings are the parts of the site."""

SCHEMAS = (DOCS / "records.schema.json", DOCS / "arena.schema.json")
"""The schemas that get a page. The protocol's page describes the server's schemas."""

_FENCED = re.compile(r"(^ *(?:```|~~~).*?^ *(?:```|~~~) *$)", re.DOTALL | re.MULTILINE)
_LAST_BLANK = re.compile(r"\n\s*\n(?= *(?:```|~~~) *$)")
"""The blank line that ends the output of a doctest."""

_LINK = re.compile(r"(?P<image>!?)\[(?P<text>(?:[^][]|\[[^]]*\])*)\]\((?!\w+:)(?P<link>[^)\s]+)\)")
_ENTRY = re.compile(r"\[(?P<text>[^]]+)\]\((?P<link>[^)\s#]+\.(?:md|schema\.json))\)")
_CODE = {".py": "python", ".js": "javascript"}
_RAW = (".json", ".svg", ".jpg", ".png", ".woff2")


class LinkError(Exception):
    """Raised if a document has a link that leads to no file."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the site: its title, its purpose, and its pages in order as title and name."""

    title: str
    about: str
    pages: tuple[tuple[str, str], ...]

    @property
    def anchor(self) -> str:
        """The anchor of the part's heading in the table of contents."""
        return self.title.lower().replace(" ", "-")


@cache
def parts() -> tuple[Part, ...]:
    """Return the parts, read from the list of all documents."""
    text = (ROOT / CONTENTS).read_text(encoding="utf-8")
    return tuple(_part(section) for section in text.split("\n## ")[1:])


def _part(section: str) -> Part:
    title, _, rest = section.partition("\n")
    about = rest.strip().partition("\n")[0]
    listed = (
        (match["text"], _resolved(CONTENTS, match["link"])) for match in _ENTRY.finditer(rest)
    )
    found = [(text, page_name(path)) for text, path in listed if _is_page(path)]
    return Part(title.strip(), about, tuple(found))


def page_name(path: PurePosixPath) -> str:
    """Return a page's name, given a document of the project, without a suffix.

    >>> page_name(PurePosixPath("docs/rules/sabra.md")), page_name(PurePosixPath("CHANGELOG.md"))
    ('rules/sabra', 'project/CHANGELOG')
    """
    if path.is_relative_to(DOCS):
        return path.relative_to(DOCS).with_suffix("").as_posix().replace(".", "-")
    name = path.with_suffix("") if path.suffix == ".md" else path
    return f"project/{name.as_posix().replace('.', '-')}"


def staged() -> Iterator[tuple[PurePosixPath, str | bytes]]:
    """Yield the path and the content of each file that the Sphinx source folder needs.

    Raises LinkError if a document links to a file that does not exist.
    """
    waiting = [CONTENTS]
    known = set(waiting)
    for path in waiting:  # grows while pages link to more documents
        text, linked = _page(path)
        yield PurePosixPath(f"{page_name(path)}.md"), text
        new = sorted(linked - known)
        known.update(new)
        for each in new:
            if _is_page(each):
                waiting.append(each)
            if not _is_page(each) or each in SCHEMAS:
                yield _copied(each), (ROOT / each).read_bytes()


def _page(path: PurePosixPath) -> tuple[str, set[PurePosixPath]]:
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        return notebook(text), set()
    if path in SCHEMAS:
        return schema_page(text, path.name), set()
    if path.suffix != ".md":
        return f"# {path.name}\n\n```{_CODE[path.suffix]}\n{text}```\n", set()
    linked: set[PurePosixPath] = set()
    pieces = _FENCED.split(text)
    pieces[::2] = [_LINK.sub(lambda m: _rewritten(path, m, linked), p) for p in pieces[::2]]
    pieces[1::2] = [_LAST_BLANK.sub("\n", block) for block in pieces[1::2]]
    return "".join(pieces), linked


def _rewritten(page: PurePosixPath, match: re.Match[str], linked: set[PurePosixPath]) -> str:
    image, text = match["image"], match["text"]
    text = _LINK.sub(lambda inner: _rewritten(page, inner, linked), text)
    link, hash_, anchor = match["link"].partition("#")
    if not link:
        return f"{image}[{text}](#{anchor})"
    path = _resolved(page, link)
    target = ROOT / path
    if target.is_dir():
        path /= "README.md"
        if not (ROOT / path).exists():
            return text
    elif not target.exists():
        raise LinkError(f"{page} links to {link}, which does not exist")
    linked.add(path)
    place = PurePosixPath(f"{page_name(path)}.md") if _is_page(path) else _copied(path)
    here = PurePosixPath(page_name(page)).parent
    return f"{image}[{text}]({os.path.relpath(place, here)}{hash_}{anchor})"


def _resolved(page: PurePosixPath, link: str) -> PurePosixPath:
    return PurePosixPath(os.path.normpath(page.parent / link))


def _is_page(path: PurePosixPath) -> bool:
    example = path.suffix in _CODE and path.is_relative_to("examples")
    return path.suffix in (".md", ".ipynb") or example or path in SCHEMAS


def _copied(path: PurePosixPath) -> PurePosixPath:
    if path.is_relative_to(DOCS):
        return path.relative_to(DOCS)
    name = path.name if path.suffix in _RAW else f"{path.name}.txt"  # browsers show text
    return PurePosixPath("files") / path.with_name(name)


def notebook(text: str) -> str:
    """Return a notebook as a Markdown page with its stored outputs."""
    return "\n\n".join(_cells(json.loads(text))) + "\n"


def _cells(stored: Mapping[str, list[dict[str, object]]]) -> Iterator[str]:
    for cell in stored["cells"]:
        source = _joined(cell["source"])
        if cell["cell_type"] == "markdown":
            yield source
            continue
        yield f"```python\n{source}\n```"
        outputs = cell["outputs"]
        assert isinstance(outputs, list)
        for output in outputs:
            if "text" in output:
                yield f"```text\n{_joined(output['text'])}\n```"
            elif "image/svg+xml" in output.get("data", ()):
                yield f"```{{raw}} html\n{_joined(output['data']['image/svg+xml'])}\n```"


def _joined(lines: object) -> str:
    return ("".join(lines) if isinstance(lines, list) else str(lines)).rstrip()
