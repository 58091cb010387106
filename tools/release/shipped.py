"""Third-party software and fonts in a release, and the packages that its extras install."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.metadata import PackageMetadata, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tilerummy.cli.static.folder import LICENCES, PYODIDE

EXTRAS = ("cli", "server", "mcp", "notebook", "postgres", "push", "telemetry")
"""The extras for users; the rest is for development and research."""
_RUNTIME = (("pyodide", PYODIDE, "MPL-2.0", "npm"), ("python", "", "PSF-2.0", "generic"))
"""The parts of the static files that run Python, except msgspec."""
_FONTS = (("Baloo 2", "OFL-baloo-2.txt"), ("Fredoka", "OFL-fredoka.txt"))
_SPDX = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
"""The SPDX identifiers of licence names in package metadata."""
_UNSTATED = {"resvg-py": "MIT"}
"""Maps packages without a licence in their metadata to the licence in their files."""


@dataclass(frozen=True, slots=True)
class Component:
    """Third-party software or a font, with its version and licence.

    ``registry`` is the type of its package URL, or "" for a font. ``text`` is the text of the
    licence if the component is contained in our files; otherwise pip installs it with its own.
    """

    name: str
    version: str
    licence: str
    registry: str
    text: str = ""


def contained(root: Path, page: Path) -> Iterator[Component]:
    """Yield the components in a wheel or in the static files.

    These are in the kernel, in the web client at *page*, fonts, and what runs Python in a browser.
    Vite writes the list of packages in the web client.
    """
    folder = root / "kernel" / "licences"
    nanobind = distribution("nanobind").version
    for name, version, licence in (
        ("nanobind", nanobind, "BSD-3-Clause"),
        ("robin-map", "", "MIT"),
    ):
        text = (folder / f"{name}.txt").read_text(encoding="utf-8")
        registry = "pypi" if version else "generic"
        yield Component(name, version, licence, registry, text)
    for package in json.loads((page / "licences" / "packages.json").read_text(encoding="utf-8")):
        licence = package["identifier"]
        yield Component(package["name"], package["version"], licence, "npm", package["text"])
    for font, file in _FONTS:
        text = (root / "web" / "public" / "licences" / file).read_text(encoding="utf-8")
        yield Component(font, "", "OFL-1.1", "", text)
    for name, version, licence, registry in _RUNTIME:
        text = (LICENCES / f"{name}.txt").read_text(encoding="utf-8")
        yield Component(name, version, licence, registry, text)
    text = (LICENCES / "msgspec.txt").read_text(encoding="utf-8")
    yield replace(_component("msgspec"), text=text)


def installed(package: str = "tilerummy", extras: tuple[str, ...] = EXTRAS) -> Iterator[Component]:
    """Yield all packages that pip installs here for *extras*, sorted by name.

    Versions and licences come from this environment, which has the versions of ``constraints.txt``.
    Raises PackageNotFoundError if one is not installed.
    """
    found: dict[str, Component] = {}
    wanted = [(package, extras)]
    seen = set(wanted)
    while wanted:
        name, with_extras = wanted.pop()
        if name != package:
            found[name] = _component(name)
        for line in distribution(name).requires or ():
            required = Requirement(line)
            if not _applies(required, with_extras):
                continue
            following = (canonicalize_name(required.name), tuple(sorted(required.extras)))
            if following not in seen:
                seen.add(following)
                wanted.append(following)
    yield from (found[name] for name in sorted(found) if name != package)


def _applies(required: Requirement, extras: tuple[str, ...]) -> bool:
    """Return whether the marker of *required* is true here, with or without an extra."""
    marker = required.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))


def _component(name: str) -> Component:
    """Return an installed package. Raises ValueError if its licence is unknown."""
    metadata = distribution(name).metadata
    licence = metadata.json.get("license_expression") or _UNSTATED.get(name) or _licence(metadata)
    return Component(metadata["Name"], metadata["Version"], str(licence), "pypi")


def _licence(metadata: PackageMetadata) -> str:
    """Return the licence from older metadata: its classifiers, or its own licence field."""
    classifiers = metadata.get_all("Classifier") or []
    names = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License ::")]
    names = names or metadata.get_all("License") or []
    if not names:
        raise ValueError(f"{metadata['Name']} does not state its licence")
    return " OR ".join(_SPDX.get(name, name) for name in names)


def licences(components: list[Component]) -> str:
    """Return the list of components with the licence texts of those contained in our files."""
    lines = [
        "Tile Rummy is under the MIT licence, and so is its artwork. It contains:",
        "",
        *(f"  {_title(each)}" for each in components if each.text),
        "",
        "With its extras, pip installs these packages, each with its own licence file:",
        "",
        *(f"  {_title(each)}" for each in components if not each.text),
    ]
    for each in components:
        if each.text:
            lines += ["", "-" * 80, _title(each), "", each.text.strip()]
    return "\n".join(lines) + "\n"


def _title(component: Component) -> str:
    return " ".join(filter(None, (component.name, component.version, f"({component.licence})")))
