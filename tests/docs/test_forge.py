"""The workflows, templates, hooks and the citation for a forge are valid."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from tilerummy.protocol.json_lines import reply
from tilerummy.protocol.referee import answer

ROOT = Path(__file__).parents[2]
FORGE = ROOT / ".github"
WORKFLOWS = sorted((FORGE / "workflows").glob("*.yml"))
TEMPLATES = [
    path for path in sorted((FORGE / "ISSUE_TEMPLATE").glob("*.yml")) if path.stem != "config"
]


def read(path: Path) -> dict[str, object]:
    loaded: dict[str, object] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return loaded


@pytest.mark.parametrize(
    "path", [*WORKFLOWS, ROOT / ".pre-commit-config.yaml"], ids=lambda path: path.name
)
def test_every_target_and_folder_of_a_workflow_exists(path: Path) -> None:
    read(path)
    text = path.read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")

    for words in re.findall(r"\bmake ((?:--no-print-directory )?[a-z][a-z -]*)", text):
        for target in words.removeprefix("--no-print-directory ").split():
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    for folder in re.findall(r"\btests/[\w/.]+", text):
        assert (ROOT / folder).exists(), folder


def test_the_example_of_a_wrong_verdict_is_judged_as_shown() -> None:
    body = read(FORGE / "ISSUE_TEMPLATE" / "wrong-verdict.yml")["body"]
    assert isinstance(body, list)
    example = {part["id"]: part["attributes"].get("placeholder") for part in body if "id" in part}

    verdict, judged = reply(example["question"].encode(), answer)

    assert judged
    assert json.loads(verdict) == json.loads(example["verdict"])


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_an_issue_template_has_a_name_and_fields_with_different_ids(path: Path) -> None:
    template = read(path)
    body = template["body"]
    assert isinstance(body, list)
    ids = [part["id"] for part in body if part["type"] != "markdown"]

    assert template["name"]
    assert template["description"]
    assert len(ids) == len(set(ids)) > 0
    assert all(part["attributes"]["label"] for part in body if part["type"] != "markdown")


def test_the_citation_names_the_project_and_its_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = read(ROOT / "CITATION.cff")

    assert citation["license"] == project["license"]
    assert citation["authors"] == project["authors"]
    assert {"cff-version", "message", "title", "type"} <= citation.keys()
