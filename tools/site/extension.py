"""The site's Sphinx extension: links to names, pages of source code, and data for the templates."""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode
from tools.docs.box import EDITIONS
from tools.site.front import example
from tools.site.library import packages
from tools.site.reference import groups, page_of, source_html, source_link, source_page
from tools.site.stage import DOCS, ROOT, Part, parts

HERE = Path(__file__).parent
_IMPORTED = re.compile(r"^(?:>>> )?(?:from|import) (\w+)", re.MULTILINE)
_WITH_FILES = ("records", "review", "tutorials/first-experiment")
"""Pages whose examples read files described there."""
LIBRARY = "library"
"""The library's introduction."""


def setup(app: Sphinx) -> dict[str, object]:
    """Register the handlers with Sphinx."""
    app.add_html_theme("site", str(HERE / "theme"))
    app.add_config_value("site_code", "", "env", str)
    app.add_config_value("site_engine", "", "html", str)
    app.connect("missing-reference", link_name)
    app.connect("html-page-context", add_context)
    app.connect("html-collect-pages", source_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def site_code() -> str:
    """Return a hash of this package's modules.

    When the hash changes, Sphinx rebuilds every page.
    """
    modules = sorted(HERE.glob("*.py"))
    return sha256(b"".join(module.read_bytes() for module in modules)).hexdigest()


def link_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.Node | None:
    """Return a link to a type's page in a signature, or plain text if the type has no page.

    Returns None for an unknown name, so that Sphinx warns about it.
    """
    del env
    if node.get("refdomain") != "py":
        return None
    target = str(node["reftarget"])
    full, place = _places().get(target.rpartition(".")[2], ("", ""))
    if place:
        return make_refnode(app.builder, node["refdoc"], place, full, content, full)
    return content if is_defined(target) else None


@cache
def _places() -> dict[str, tuple[str, str]]:
    """Return each public name's full name and page; ``tilerummy`` takes precedence."""
    return {
        name.name: (name.full, page_of(name))
        for names in reversed([*packages().values()])
        for name in names
    }


@cache
def is_defined(target: str) -> bool:
    """Return whether a name exists in Python, or in a module of the project."""
    first, *rest = target.split(".")
    modules = [m for name, m in sys.modules.items() if name.startswith("tilerummy")]
    for place in (builtins, *modules, *map(import_module, ("typing", "collections.abc"))):
        found = getattr(place, first, None)
        for part in rest:
            found = getattr(found, part, None)
        if found is not None:
            return True
    return False


def add_context(
    app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object
) -> None:
    """Add the navigation of a page to the context of its template."""
    del template, tree
    context["parts"] = parts()
    context["crumbs"], context["nav"] = _navigation(page)
    context["source_page"] = _source_links().get(page, "")
    if page == "index":
        context["editions"], context["example"] = EDITIONS, example()
    context["engine"], context["runs"] = app.config.site_engine, runs(page)


@cache
def runs(page: str) -> bool:
    """Return whether the examples of a page need only the library, and read no files."""
    if page.startswith("reference/"):
        return page != "reference/tilerummy.env"
    if page in _WITH_FILES:
        return False
    path = ROOT / DOCS / f"{page}.md"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    imported = set(_IMPORTED.findall(text))
    return (
        bool(imported)
        and imported <= {"tilerummy", *sys.stdlib_module_names}
        and ("tilerummy.env" not in text)
    )


def _navigation(page: str) -> tuple[list[tuple[str, str]], list[tuple[str, list[tuple[str, str]]]]]:
    """Return the pages above *page*, and the groups of pages to list beside it.

    Each page is a pair of its title and its name.
    """
    if page == LIBRARY or page.startswith("reference/"):
        crumbs = [("Reference", "README#reference")]
        nav = [(title, [(name.name, page_of(name)) for name in names]) for title, names in groups()]
        rest = [(package, f"reference/{package}") for package in packages() if package.count(".")]
        nav.append(("Packages", [("All names", "reference/names"), *rest]))
        if page != LIBRARY:
            crumbs.append(("Library", LIBRARY))
            crumbs += [(title, "") for title, pages in nav if page in (each for _, each in pages)]
        return crumbs, nav
    part = _part(page)
    if part is None:
        return [("Documentation", "README")] if "/" in page else [], []
    return [(part.title, f"README#{part.anchor}")], [(part.title, [*part.pages])]


def _part(page: str) -> Part | None:
    """Return the part that lists *page* or its folder's index, or None."""
    folder = page.rpartition("/")[0]
    for name in (page, f"{folder}/README"):
        for part in parts():
            if name in (listed for _, listed in part.pages):
                return part
    return None


@cache
def _source_links() -> dict[str, str]:
    names = packages()["tilerummy"]
    return {page_of(name): source_link(name.definition) for name in names}


def source_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, object], str]]:
    """Yield a page with the source of each module that defines a public name."""
    del app
    modules = sorted({n.definition.module for names in packages().values() for n in names})
    for module in modules:
        yield source_page(module), {"title": module, "body": source_html(module)}, "page.html"
    links = "".join(f'<li><a href="{module}.html">{module}</a></li>' for module in modules)
    body = f"<h1>Source</h1><p>The modules that define the public names.</p><ul>{links}</ul>"
    yield "source/index", {"title": "Source", "body": body}, "page.html"
