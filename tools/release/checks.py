"""Checks the conditions for a release: version, changelog and a clean tree."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)((a|b|rc)\d+)?")
"""A version by semantic versioning, with the short form of Python for a prerelease (PEP 440)."""
_UNRELEASED = "unreleased"
_SHOWN = 5


def git(root: Path, *arguments: str) -> str:
    """Return the output of a git command in *root*. Raises CalledProcessError."""
    command = ["git", "-C", str(root), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def package_version(root: Path) -> str:
    """Return the version defined in ``src/tilerummy/__init__.py``."""
    text = (root / "src" / "tilerummy" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    assert found
    return found[1]


def changes(root: Path, version: str) -> tuple[str, str] | None:
    """Return the date and the text of a version's section in the changelog, or None."""
    section = _section(root, f"{re.escape(version)} – (.+)")
    return section and (section[0][1], section[1])


def _section(root: Path, heading: str) -> tuple[re.Match[str], str] | None:
    """Return the match of a *heading* in the changelog and the text below it, or None."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {heading}$", text, re.MULTILINE | re.IGNORECASE)
    if not found:
        return None
    return found, re.split(r"^## ", text[found.end() :], flags=re.MULTILINE)[0].strip() + "\n"


def remaining(root: Path, version: str) -> Iterator[str]:
    """Yield everything that the changelog still needs before *version* can be tagged."""
    section = changes(root, version)
    if section and section[0] == _UNRELEASED:
        yield "In CHANGELOG.md, replace 'unreleased' by the date, and commit."
    if _section(root, _UNRELEASED):
        yield f"In CHANGELOG.md, move the changes under 'Unreleased' to {version}, and commit."


def faults(root: Path, version: str) -> Iterator[str]:
    """Yield every reason why *version* cannot be released from the repository at *root*."""
    if not VERSION.fullmatch(version):
        yield f"{version!r} is not a version; write it like 1.2.3 or 1.2.3rc1"
        return
    current = package_version(root)
    if current != version:
        yield f"src/tilerummy/__init__.py has version {current}"
    section = changes(root, version)
    if section is None:
        yield f"CHANGELOG.md has no section '## {version} – DATE'"
    elif not section[1].strip():
        yield f"the section {version} of CHANGELOG.md is empty"
    changed = git(root, "status", "--porcelain").splitlines()
    if changed:
        names = ", ".join(line[3:] for line in changed[:_SHOWN])
        more = " and more" if len(changed) > _SHOWN else ""
        yield f"there are uncommitted changes: {names}{more}"
    tag = git(root, "tag", "--list", f"v{version}", "--no-contains", "HEAD")
    if tag.strip():
        yield f"the tag v{version} already belongs to another commit"
