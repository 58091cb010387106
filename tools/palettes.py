"""Writes web/src/style/palettes.css, the colours of tiles in every palette.

The colours come from src/tilerummy/palettes.json.

python -m tools.palettes
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tilerummy.palettes import PRINTED, palette, palette_names

ROOT = Path(__file__).parent.parent
PATH = ROOT / "web" / "src" / "style" / "palettes.css"
_JOKERS = {
    "joker": ROOT / "src" / "tilerummy" / "server" / "art" / "joker.svg",
    "joker-small": ROOT / "web" / "src" / "style" / "art" / "joker-small.svg",
}
_HEAD = (
    "/* The colours of tiles. `data-palette` selects a palette, on the root or another element.\n"
    "   Written by `python -m tools.palettes` from src/tilerummy/palettes.json. */\n"
)


def stylesheet() -> str:
    """Return the style sheet."""
    return _HEAD + "\n".join(_block(name) for name in palette_names())


def _block(name: str) -> str:
    # as specific as the root with an attribute, so that no other rule for the root overrides it
    selector = (
        f":root,\n[data-palette='{name}']"
        if name == PRINTED
        else f":is(:root, *)[data-palette='{name}']"
    )
    lines = "".join(f"  --{key}: {value};\n" for key, value in _properties(name))
    return f"\n{selector} {{\n{lines}}}\n".removeprefix("\n" if name != palette_names()[0] else "")


def _properties(name: str) -> Iterator[tuple[str, str]]:
    """Yield all properties, because an element with a palette may be inside another palette."""
    colours = palette(name)
    every = dict.fromkeys(
        key for each in palette_names() for key in palette(each) if not key.startswith("joker")
    )
    for key in every:
        light, dark = colours.get(key, ("initial", "initial"))
        yield key, light if light == dark else f"light-dark({light}, {dark})"
    for key, path in _JOKERS.items():
        yield key, "initial" if name == PRINTED else f"url('{_joker(path, name)}')"


def _joker(path: Path, name: str) -> str:
    """Return a data URL with the drawing of the joker in the colours of a palette."""
    printed, colours = palette(), palette(name)
    drawing = path.read_text(encoding="utf-8")
    for key in ("ink-k", "shape-r", "shape-b", "shape-o"):
        own = colours.get(key.replace("shape", "joker"), colours[key])
        drawing = drawing.replace(printed[key][0], own[0])
    drawing = re.sub(r">\s+<", "><", drawing.strip()).replace('"', "%22")
    return "data:image/svg+xml," + drawing.replace("<", "%3c").replace(">", "%3e").replace(
        "#", "%23"
    )


if __name__ == "__main__":
    PATH.write_text(stylesheet(), encoding="utf-8")
