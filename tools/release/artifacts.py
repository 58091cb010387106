"""The files of a release, each built from a clean clone.

An artifact is a function that takes a :class:`Build` and writes files to ``build.out``. To add one,
such as another archive or a site, add its function to :data:`ARTIFACTS`.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tools.release.checks import changes, git
from tools.release.sbom import bill
from tools.release.shipped import contained, installed, licences
from tools.release.trial import SOON, first_hint, program_of

LARGEST_SDIST = 4_000_000
PAGE = Path("src") / "tilerummy" / "server" / "static"
SUMS = "SHA256SUMS"


@dataclass(frozen=True, slots=True)
class Build:
    """A release being built: its version, a clean clone of the sources, and the output folder."""

    version: str
    source: Path
    out: Path
    pyodide: Path
    """The folder with Python for browsers, which ``make`` fetches."""
    environment: Path
    """The folder of the environment where the wheel is installed."""

    @property
    def sdist(self) -> Path:
        """The path of the source archive."""
        return self.out / f"tilerummy-{self.version}.tar.gz"

    @property
    def wheel(self) -> Path:
        """The path of the wheel for this machine."""
        (file,) = self.out.glob("*.whl")
        return file


def clone(root: Path, build: Build) -> None:
    """Clone the current commit of *root*, so that nothing else can end up in a release."""
    git(root, "clone", "--quiet", "--no-hardlinks", str(root), str(build.source))
    git(build.source, "checkout", "--quiet", "--detach", git(root, "rev-parse", "HEAD").strip())


def page(build: Build) -> None:
    """Build the web client in the clone."""
    command = ["make", "--no-print-directory", str(PAGE / "index.html")]
    subprocess.run(command, cwd=build.source, check=True)


def sdist(build: Build) -> None:
    """Build the source archive, with the web client in it."""
    program = "import sys, scikit_build_core.build as b; b.build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-c", program, build.out], cwd=build.source, check=True)
    size = build.sdist.stat().st_size
    if size > LARGEST_SDIST:
        raise ValueError(f"{build.sdist.name} has {size} bytes, more than {LARGEST_SDIST}")


def wheel(build: Build) -> None:
    """Build a wheel from the source archive, with the compiler of this machine."""
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(build.out)]
    command = [sys.executable, "-m", "pip", "wheel", *options, str(build.sdist)]
    subprocess.run(command, check=True)


def trial(build: Build) -> None:
    """Install the wheel into an environment without a compiler, and ask for a hint."""
    seconds = first_hint(build.wheel, build.environment)
    goal = "" if seconds <= SOON else f", later than the goal of {SOON:.0f} s"
    print(f"The first hint came after {seconds:.1f} s{goal}.", flush=True)


def static(build: Build) -> None:
    """Archive the static version, written by the installed wheel."""
    name = f"tilerummy-{build.version}-static"
    folder = build.source / "build" / name
    folder.parent.mkdir(exist_ok=True)
    command = [program_of(build.environment, "tilerummy"), "static", str(folder)]
    subprocess.run([*command, "--pyodide", str(build.pyodide)], check=True)
    _archive(folder, build.out / f"{name}.tar.gz")


def site(build: Build) -> None:
    """Archive the documentation as a website that can run the examples in its pages."""
    folder = build.source / "build" / "docs-site"
    (build.source / "build" / "pyodide").symlink_to(build.pyodide)
    command = [sys.executable, "-m", "tools.site", "--quiet", "--out", str(folder)]
    subprocess.run(command, cwd=build.source, check=True)
    name = f"tilerummy-{build.version}-site"
    _archive((folder / "html").rename(folder / name), build.out / f"{name}.tar.gz")


def _archive(folder: Path, to: Path) -> None:
    """Write *folder* to a tar archive, with the same name at its top."""
    with tarfile.open(to, "w:gz") as archive:
        archive.add(folder, folder.name)


def notices(build: Build) -> None:
    """Write the licences and the bill of materials of everything that is shipped."""
    components = {each.name: each for each in contained(build.source, build.source / PAGE)}
    components |= {each.name: each for each in installed() if each.name not in components}
    text = licences([*components.values()])
    build.out.joinpath("LICENCES.txt").write_text(text, encoding="utf-8")
    seconds = int(git(build.source, "log", "-1", "--format=%ct"))
    bom = bill(build.version, [*components.values()], datetime.fromtimestamp(seconds, UTC))
    build.out.joinpath(f"tilerummy-{build.version}.cdx.json").write_text(bom, encoding="utf-8")


def notes(build: Build) -> None:
    """Write the release notes, which are the changelog's section for this version."""
    section = changes(build.source, build.version)
    assert section
    build.out.joinpath("NOTES.md").write_text(section[1], encoding="utf-8")


def deployment(build: Build) -> None:
    """Archive ``deploy/``: the definition of the container image, proxies and services."""
    name = f"tilerummy-{build.version}-deploy"
    file = build.out / f"{name}.tar.gz"
    git(build.source, "archive", f"--prefix={name}/", f"--output={file}", "HEAD:deploy")


def checksums(build: Build) -> None:
    """Write the checksums of all files, in the format of ``sha256sum --check``."""
    files = sorted(path for path in build.out.rglob("*") if path.is_file() and path.name != SUMS)
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(build.out)}\n"
        for path in files
    ]
    build.out.joinpath(SUMS).write_text("".join(lines), encoding="utf-8")


ARTIFACTS: tuple[Callable[[Build], None], ...] = (
    *(page, sdist, wheel, trial, static),
    *(site, notices, notes, deployment, checksums),
)
"""All steps, in order. Some use the results of earlier ones."""
