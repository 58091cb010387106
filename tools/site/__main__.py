"""``python -m tools.site`` builds the documentation site into ``build/docs-site``."""

from __future__ import annotations

import argparse
import gc
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from sphinx.cmd.build import build_main
from tools.site import reference
from tools.site.stage import ROOT, staged

from tilerummy.cli.static.folder import FolderError, engine_parts, write_engine

FOLDER = ROOT / "build" / "docs-site"
STYLE = ROOT / "web" / "src" / "style"
WEB = ROOT / "web" / "public"
PYODIDE = ROOT / "build" / "pyodide"
"""Python for browsers, if ``make`` could fetch it."""
ART = ROOT / "src" / "tilerummy" / "server" / "art"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder to write to")
    parser.add_argument("--quiet", action="store_true", help="print only warnings")
    parser.add_argument("--jobs", default="auto", help="the number of processes")
    options = parser.parse_args()
    gc.disable()  # page trees stay in memory until the end; this saves a third of the time
    failed = build(options.out, quiet=options.quiet, jobs=options.jobs)
    if not failed and not options.quiet:
        print(f"Open {options.out / 'html' / 'index.html'}")
    return failed


def build(out: Path, *, quiet: bool = False, jobs: str = "auto") -> int:
    """Build the site into *out*; return 0, or another number if there were warnings.

    Only pages that have changed since the last build are read.
    """
    update(out / "source", dict([*staged(), *reference.pages()]))
    update(out / "static", dict(assets()))
    flags = ["--fail-on-warning", "--keep-going", "-j", jobs, *(["--quiet"] if quiet else [])]
    here = str(Path(__file__).parent)
    settings = ["-c", here, "-d", str(out / "doctrees"), "-D", f"html_static_path={out / 'static'}"]
    settings += ["-D", f"site_engine={add_engine(out / 'html')}"]
    return build_main([*flags, *settings, str(out / "source"), str(out / "html")])


def add_engine(html: Path) -> str:
    """Add the engine that runs a page's examples; return its size as text.

    Without Pyodide, the engine is left out and the result is "".
    """
    try:
        parts = engine_parts(PYODIDE)
    except FolderError:
        return ""
    shutil.rmtree(html / "engine", ignore_errors=True)
    html.mkdir(parents=True, exist_ok=True)
    write_engine(html, parts)
    files = [path for path in (html / "engine").rglob("*") if path.suffix != ".whl"]
    return f"{sum(path.stat().st_size for path in files if path.is_file()) / 1e6:.0f} MB"


def update(folder: Path, files: dict[PurePosixPath, str | bytes]) -> None:
    """Make *folder* contain exactly these files, without touching unchanged ones."""
    for path, content in files.items():
        new = content.encode() if isinstance(content, str) else content
        file = folder / path
        if not file.is_file() or file.read_bytes() != new:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(new)
    for file in [*folder.rglob("*")]:
        if file.is_file() and PurePosixPath(file.relative_to(folder).as_posix()) not in files:
            file.unlink()


def assets() -> Iterator[tuple[PurePosixPath, str | bytes]]:
    """Yield the styles, fonts and pictures that the site shares with the web client."""
    for name in ("palettes.css", "tokens.css", "wood.css", "tile.css"):
        text = (STYLE / name).read_text(encoding="utf-8")
        yield PurePosixPath(name), text.replace("../../../src/tilerummy/server/art/", "./art/")
    for folder, place in ((STYLE / "fonts", "fonts"), (STYLE / "art", "art"), (ART, "art")):
        for file in sorted(folder.glob("*.*")):
            yield PurePosixPath(place, file.name), file.read_bytes()
    for name in ("kernel.js", "unpack.js"):
        yield PurePosixPath("run", name), (WEB / "offline" / name).read_bytes()
    for file in sorted((WEB / "licences").glob("*.txt")):
        yield PurePosixPath("fonts", file.name), file.read_bytes()
    yield PurePosixPath("icon.svg"), (WEB / "icon.svg").read_bytes()


if __name__ == "__main__":
    sys.exit(main())
