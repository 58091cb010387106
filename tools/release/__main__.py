"""Builds a release without publishing anything: ``make release VERSION=1.2.3``."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.release.artifacts import ARTIFACTS, SUMS, Build, clone
from tools.release.checks import faults, remaining

ROOT = Path(__file__).parents[2]
_HELP = """Build everything that a release consists of, without publishing anything.

First, it checks that there are no uncommitted changes, and that the version in
src/tilerummy/__init__.py and a section of CHANGELOG.md match VERSION. Then it clones the current
commit, and builds from this clone:

  tilerummy-VERSION.tar.gz         the source archive, at most 4 MB, with the web client in it
  tilerummy-VERSION-….whl          a wheel for this machine, built from the source archive
  tilerummy-VERSION-static.tar.gz  the static version, written by the installed wheel
  tilerummy-VERSION-site.tar.gz    the documentation as a website
  tilerummy-VERSION.cdx.json       the bill of materials (CycloneDX)
  LICENCES.txt                     the licences of all that is shipped
  NOTES.md                         the release notes, from the changelog
  tilerummy-VERSION-deploy.tar.gz  the container image definition, proxies and services
  SHA256SUMS                       the checksums of all these files

On the way, it installs the wheel into an environment without a compiler and requests a hint.

Wheels for all other systems and versions of Python are built by .github/workflows/release.yml when
a tag is pushed. This program never sets a tag, pushes or uploads; it shows the commands for that.
"""


def main() -> int:
    """Build the release; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="make release VERSION=…",
        description=_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("version", metavar="VERSION", help="the version, such as 1.2.3 or 1.2.3rc1")
    parser.add_argument("--out", type=Path, help="the output folder; default: dist/VERSION")
    parser.add_argument(
        "--pyodide",
        type=Path,
        default=ROOT / "build" / "pyodide",
        help="the folder with Python for browsers; default: where make puts it",
    )
    options = parser.parse_args()
    found = [*faults(ROOT, options.version)]
    if found:
        print(f"{options.version} cannot be released:", *found, sep="\n  ", file=sys.stderr)
        return 1
    out = (options.out or ROOT / "dist" / options.version).resolve()
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="tilerummy-release-") as folder:
        environment = Path(folder) / "environment"
        pyodide = options.pyodide.resolve()
        build = Build(options.version, Path(folder) / "source", out, pyodide, environment)
        try:
            print("Clone the current commit.", flush=True)
            clone(ROOT, build)
            for artifact in ARTIFACTS:
                print((artifact.__doc__ or "").splitlines()[0].replace("``", ""), flush=True)
                artifact(build)
        except (subprocess.CalledProcessError, ValueError) as error:
            print(f"The release cannot be built: {error}", file=sys.stderr)
            return 1
    _report(build)
    return 0


def _report(build: Build) -> None:
    print(f"\n{build.out}:")
    for path in sorted(build.out.iterdir()):
        print(f"{path.stat().st_size:>11,}  {path.name}")
    print(f"\nTo check these files: cd {build.out} && sha256sum --check {SUMS}")
    print("Nothing has been published. To publish this version:")
    steps = [
        *remaining(ROOT, build.version),
        f"git tag --annotate v{build.version} --message 'Tile Rummy {build.version}'",
        f"git push origin v{build.version}",
    ]
    for number, step in enumerate(steps, 1):
        print(f"  {number}. {step}")


if __name__ == "__main__":
    sys.exit(main())
