"""Fonts for drawn tiles, taken from Debian and unpacked into build/vision/fonts."""

from __future__ import annotations

import subprocess
from pathlib import Path

TRAINING = {
    "AveriaSansGWF-Bold": "fonts-averia-sans-gwf",
    "B612-Bold": "fonts-b612",
    "BebasNeue-Bold": "fonts-bebas-neue",
    "C059-Bold": "fonts-urw-base35",
    "Cabin-Bold": "fonts-cabin",
    "Caladea-Bold": "fonts-crosextra-caladea",
    "Cantarell-ExtraBold": "fonts-cantarell",
    "ClearSans-Bold": "fonts-clear-sans",
    "Comfortaa-Bold": "fonts-comfortaa",
    "ComicNeue-Bold": "fonts-comic-neue",
    "DejaVuSans-Bold": "fonts-dejavu-core",
    "DejaVuSerif-Bold": "fonts-dejavu-core",
    "Dosis-ExtraBold": "fonts-dosis",
    "FreeSerifBold": "fonts-freefont-ttf",
    "GilliusADF-Bold": "fonts-adf-gillius",
    "Go-Bold": "fonts-go",
    "Inter-Black": "fonts-inter",
    "Inter-SemiBold": "fonts-inter",
    "Jura-Bold": "fonts-jura",
    "Lato-Black": "fonts-lato",
    "Lato-Semibold": "fonts-lato",
    "LiberationSansNarrow-Bold": "fonts-liberation",
    "NationalPark-Heavy": "fonts-national-park",
    "NimbusRoman-Bold": "fonts-urw-base35",
    "NimbusSans-Bold": "fonts-urw-base35",
    "NimbusSansNarrow-Bold": "fonts-urw-base35",
    "Quicksand-Bold": "fonts-quicksand",
    "Roboto-Black": "fonts-roboto-unhinted",
    "RobotoCondensed-Bold": "fonts-roboto-unhinted",
    "RobotoSlab-Bold": "fonts-roboto-slab",
    "Sora-Bold": "fonts-sora",
    "URWBookman-Demi": "fonts-urw-base35",
    "URWGothic-Demi": "fonts-urw-base35",
    "UniversalisADFStd-Bold": "fonts-adf-universalis",
    "YanoneKaffeesatz-Bold": "fonts-yanone-kaffeesatz",
}
"""Fonts that training sees, and the package of each."""

UNSEEN = {
    "Carlito-Bold": "fonts-crosextra-carlito",
    "Karla-ExtraBold": "fonts-karla",
    "LeagueSpartan-Bold": "fonts-league-spartan",
    "Manrope-ExtraBold": "fonts-manrope",
    "OpenSans-ExtraBold": "fonts-open-sans",
    "Oxygen-Sans-Bold": "fonts-oxygen",
    "Play-Bold": "fonts-play",
    "SwitzeraADF-ExtraBold": "fonts-adf-switzera",
    "Tuffy_Bold": "fonts-tuffy",
    "Yrsa-Bold": "fonts-yrsa-rasa",
}
"""Fonts that only the figures see."""


def fetch(folder: Path) -> None:
    """Download and unpack the packages that are missing in *folder*; needs Debian's apt-get."""
    folder.mkdir(parents=True, exist_ok=True)
    for package in sorted({*TRAINING.values(), *UNSEEN.values()}):
        if (folder / package).is_dir():
            continue
        subprocess.run(["apt-get", "-qq", "download", package], cwd=folder, check=True)
        (archive,) = folder.glob(f"{package}_*.deb")
        subprocess.run(["dpkg-deb", "--extract", archive, folder / package], check=True)
        archive.unlink()


def paths(folder: Path, names: dict[str, str]) -> tuple[Path, ...]:
    """Return the files of the fonts *names* below *folder*, in their order."""
    found = {path.stem: path for path in sorted(folder.rglob("*.?tf"))}
    missing = sorted({*names} - {*found})
    if missing:
        raise FileNotFoundError(
            f"fonts missing in {folder}: {missing}; they are fetched by make vision-train"
        )
    return tuple(found[name] for name in names)
