"""``make release`` checks its conditions, and lists the licences and the bill of materials."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import distribution
from pathlib import Path

import pytest
from tests.support.examples import LONG
from tools.release.artifacts import ARTIFACTS, Build, checksums
from tools.release.checks import changes, faults, git, package_version, remaining
from tools.release.sbom import bill
from tools.release.shipped import Component, contained, installed, licences

from tilerummy import __version__

ROOT = Path(__file__).parents[2]
WHEN = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with the version 1.2.0, ready for release."""
    package = tmp_path / "src" / "tilerummy"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "1.2.0"\n')
    text = "# Changelog\n\n## 1.2.0 – 2026-01-02\n\n- New.\n\n## 1.1.0 – 2025-01-02\n\n- Old.\n"
    (tmp_path / "CHANGELOG.md").write_text(text, encoding="utf-8")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def commit(project: Path) -> None:
    git(project, "add", ".")
    author = ("-c", "user.name=Ann", "-c", "user.email=ann@tiles.example")
    git(project, *author, "commit", "--quiet", "--message", "change")


def test_a_clean_tree_with_version_and_changelog_can_be_released(project: Path) -> None:
    git(project, "tag", "v1.2.0")

    assert [*faults(project, "1.2.0")] == []
    assert changes(project, "1.2.0") == ("2026-01-02", "- New.\n")


def test_changes_without_a_date_or_a_version_are_still_to_be_sorted(project: Path) -> None:
    assert [*remaining(project, "1.2.0")] == []
    text = "# Changelog\n\n## 1.2.0 – unreleased\n\n- New.\n\n## Unreleased\n\n- Newer.\n"
    (project / "CHANGELOG.md").write_text(text, encoding="utf-8")

    assert [*remaining(project, "1.2.0")] == [
        "In CHANGELOG.md, replace 'unreleased' by the date, and commit.",
        "In CHANGELOG.md, move the changes under 'Unreleased' to 1.2.0, and commit.",
    ]


def test_every_reason_against_a_release_is_given(project: Path) -> None:
    (project / "notes.txt").write_text("mine")

    assert [*faults(project, "1.3.0")] == [
        "src/tilerummy/__init__.py has version 1.2.0",
        "CHANGELOG.md has no section '## 1.3.0 – DATE'",
        "there are uncommitted changes: notes.txt",
    ]
    assert [*faults(project, "v1.2")] == [
        "'v1.2' is not a version; write it like 1.2.3 or 1.2.3rc1"
    ]


def test_a_tag_cannot_be_used_for_a_second_commit(project: Path) -> None:
    git(project, "tag", "v1.2.0")
    (project / "notes.txt").write_text("ours")
    commit(project)

    assert [*faults(project, "1.2.0")] == ["the tag v1.2.0 already belongs to another commit"]


def test_the_current_version_has_a_section_in_the_changelog() -> None:
    assert package_version(ROOT) == __version__
    assert changes(ROOT, __version__)


def test_a_release_without_a_version_explains_itself() -> None:
    command = [sys.executable, "-m", "tools.release"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert ran.returncode == 2
    assert "VERSION" in ran.stderr


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A folder like a built web client, with its list of packages."""
    packages = [{"name": "@a/b", "version": "1.0.0", "identifier": "MIT", "text": "Permission"}]
    folder = tmp_path / "page" / "licences"
    folder.mkdir(parents=True)
    (folder / "packages.json").write_text(json.dumps(packages))
    return folder.parent


def test_all_that_a_release_contains_comes_with_its_licence(page: Path) -> None:
    components = [*contained(ROOT, page)]
    text = licences([*components, Component("click", "8.1", "BSD-3-Clause", "pypi")])

    assert {each.name for each in components} == {
        *("nanobind", "robin-map", "@a/b", "Baloo 2", "Fredoka", "msgspec", "pyodide", "python")
    }
    assert all(each.text in text for each in components)
    assert "  @a/b 1.0.0 (MIT)\n" in text
    assert "  click 8.1 (BSD-3-Clause)\n" in text


def test_the_licences_of_the_kernels_libraries_are_current() -> None:
    """If nanobind is updated, copy its licence to kernel/licences/."""
    kept = (ROOT / "kernel" / "licences" / "nanobind.txt").read_text(encoding="utf-8")

    assert kept == distribution("nanobind").read_text("licenses/LICENSE")


def test_the_packages_of_the_extras_are_listed_with_their_licences() -> None:
    components = {each.name.lower(): each for each in installed()}

    assert {"click", "markdown-it-py", "psycopg-binary", "starlette", "uvicorn"} <= set(components)
    assert not {"tilerummy", "pytest", "numpy"} & set(components)
    assert all(each.licence for each in components.values())


def test_the_bill_of_materials_is_reproducible(page: Path) -> None:
    components = [*contained(ROOT, page), Component("click", "8.1", "BSD-3-Clause", "pypi")]
    text = bill("1.2.0", components, WHEN)
    bom = json.loads(text)
    scopes = {each["name"]: each["scope"] for each in bom["components"]}
    purls = {each.get("purl") for each in bom["components"]}

    assert bill("1.2.0", components, WHEN) == text
    assert (bom["bomFormat"], bom["metadata"]["component"]["version"]) == ("CycloneDX", "1.2.0")
    assert scopes["nanobind"] == scopes["Fredoka"] == "required"
    assert scopes["click"] == "optional"
    assert {"pkg:npm/%40a/b@1.0.0", "pkg:pypi/click@8.1", None} <= purls


def test_checksums_are_those_of_all_other_files(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_bytes(b"page")
    build = Build("1.2.0", tmp_path, tmp_path, tmp_path, tmp_path)
    checksums(build)
    checksums(build)

    expected = f"{hashlib.sha256(b'page').hexdigest()}  site/index.html\n"
    assert (tmp_path / "SHA256SUMS").read_text() == expected


def test_every_artifact_has_a_sentence_for_the_progress_report() -> None:
    assert all((artifact.__doc__ or "").startswith(tuple("ABIW")) for artifact in ARTIFACTS)


@pytest.mark.skipif(not LONG, reason="it takes minutes: web client, kernel and an installation")
def test_a_release_is_built_from_a_clone_and_gives_a_hint(tmp_path: Path) -> None:
    project = tmp_path / "project"
    git(ROOT, "clone", "--quiet", str(ROOT), str(project))
    subprocess.run(["make", ".venv/.pyodide"], cwd=ROOT, check=True)
    pyodide = ROOT / "build" / "pyodide"
    command = [sys.executable, "-m", "tools.release", __version__, "--pyodide", str(pyodide)]
    subprocess.run(command, cwd=project, check=True)
    out = project / "dist" / __version__

    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=out, check=True)
    assert len([*out.iterdir()]) == 9
