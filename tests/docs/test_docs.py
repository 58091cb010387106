"""Every code block in the documentation works as shown, and every link has a target."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.docs.blocks import BlockError, Page, blocks

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        ROOT / "examples" / "README.md",
    ]
)
LINK = re.compile(r"\]\((?!\w+:|#)([^)\s#]+)")
CODE = re.compile(r"^ *```.*?^ *```|`[^`\n]*`", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_the_code_blocks_of_a_page_work_as_shown(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("docs", "examples"):
        if (ROOT / name).is_dir():
            (tmp_path / name).symlink_to(ROOT / name, target_is_directory=True)
    monkeypatch.chdir(tmp_path)

    ran = Page(ROOT / page, tmp_path).run()

    assert ran > 0 or page != "README.md"


def test_the_library_examples_need_only_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typed in order in an empty folder, they print the output shown."""
    listed = blocks((ROOT / "docs" / "library.md").read_text(encoding="utf-8"))
    examples = [f"```python\n{block.text}```\n" for block in listed if block.kind == "python"]
    monkeypatch.chdir(tmp_path)

    assert run(tmp_path, "\n".join(examples)) == len(examples) > 5


@pytest.mark.parametrize("page", PAGES)
def test_a_file_for_examples_is_named_in_the_text_above(page: str) -> None:
    """Rendered pages hide the text after the opening fence."""
    text = (ROOT / page).read_text(encoding="utf-8")
    lines = text.splitlines()
    for block in blocks(text):
        if block.file is not None:
            before = " ".join(lines[: block.line - 2][-4:])
            assert f"`{block.file}`" in before, block.file


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_project_file(page: str) -> None:
    text = CODE.sub("", (ROOT / page).read_text(encoding="utf-8"))
    here = (ROOT / page).parent

    assert [link for link in LINK.findall(text) if not (here / link).exists()] == []


def test_the_paths_in_the_readme_code_guide_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| [^|`]+ \| (.*) \|$", text.partition("## Find your way")[2], re.MULTILINE
    )
    paths = [path for row in rows for path in re.findall(r"`([^`]+)`", row)]
    places = (ROOT, ROOT / "src" / "tilerummy")

    assert len(paths) > 20
    assert [path for path in paths if not any((at / path).exists() for at in places)] == []


def run(folder: Path, text: str) -> int:
    path = folder / "page.md"
    path.write_text(text, encoding="utf-8")
    return Page(path, folder).run()


def test_blocks_share_a_namespace_and_a_folder(tmp_path: Path) -> None:
    assert (
        run(
            tmp_path,
            "```python\nx = 41\n```\n\n- item\n  ```python\n  >>> x + 1\n  42\n  ```\n"
            "```text file=note.txt\nhello\n```\n"
            "```console\n$ cat note.txt # tilerummy\nhello\n$ make play\nnever run\n```\n",
        )
        == 3
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("```python\n>>> 1 + 1\n3\n```", "Expected"),
        ("# page\n\n```python\nraise KeyError('x')\n```", "page.md:4: KeyError"),
        ("```python\nx =\n```", "SyntaxError"),
        ("```console\n$ echo tilerummy\nother\n```", "expected:\nother"),
        ("```console\n$ echo tilerummy && exit 3\n```", "exits with 3"),
        ("```sh\n$ false tilerummy\n```", "exits with 1"),
        ("```sh\n$ tilerummy no-such-command\n```", "exits with 2"),
    ],
)
def test_a_block_that_behaves_differently_is_reported(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(BlockError, match=re.escape(message)):
        run(tmp_path, text)
