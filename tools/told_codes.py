"""Write the codes of all sentences about rules with their parameters, for other languages.

python -m tools.told_codes
"""

from __future__ import annotations

from pathlib import Path

from tilerummy.rules import PRESETS
from tilerummy.rules_text.english import ENGLISH
from tilerummy.rules_text.sentence import fields

FILE = Path(__file__).parents[1] / "web" / "src" / "text" / "messages" / "rules" / "codes.ts"
HEAD = """\
// Written by tools/told_codes.py from src/tilerummy/rules_text/english.py; do not edit.

/** Every sentence about rules, and the parameters that it tells. */
export const CODES = {
"""


def source() -> str:
    """Return the text of the file."""
    codes = {code: sorted(fields(code)) for code in ENGLISH}
    codes |= {f"about.{name}": [] for name in PRESETS}
    lines = (f"  '{code}': {[*names]},\n" for code, names in codes.items())
    return f"{HEAD}{''.join(lines)}}} as const;\n\nexport type RuleCode = keyof typeof CODES;\n"


def main() -> None:
    FILE.write_text(source())
    print(FILE)


if __name__ == "__main__":
    main()
