"""The guide from the publisher and the year on a box to a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tools.docs.page import DEFAULT, differences

from tilerummy.rules import OPTIONS, PRESETS, Ruleset, options_of
from tilerummy.rules_text.options import option_text


@dataclass(frozen=True, slots=True)
class Edition:
    """A published edition: its publisher, year and text, and the presets that follow it."""

    publisher: str
    year: int
    text: str
    presets: tuple[str, ...]

    @property
    def title(self) -> str:
        """The edition's heading in the guide."""
        return f"{self.publisher} {self.year}"

    @property
    def anchor(self) -> str:
        """The anchor of the edition's heading."""
        return self.title.lower().replace(" ", "-")

    @property
    def rules(self) -> tuple[Ruleset, ...]:
        """The presets as rulesets."""
        return tuple(PRESETS[name] for name in self.presets)


EDITIONS = (
    Edition("Goliath", 1985, "the Dutch *Spelregelboek*", ("dutch-1985", "dutch-sabra")),
    Edition("Goliath", 1994, "the rules in the box", ("goliath-1994",)),
    Edition("Lemada", 1999, "the rules in the box", ("lemada-1999",)),
    Edition("Lemada", 2014, "the rules on the publisher's site", ("lemada-2014",)),
    Edition(
        "Official Book",
        1978,
        "the *Official Rummikub Book*, which describes three games",
        ("official-1978", "american", "international"),
    ),
    Edition("Pressman", 1980, "the rules in the box", ("pressman-1980",)),
    Edition("Pressman", 1987, "the rules in the box", ("pressman-1987",)),
    Edition("Pressman", 1998, "the rules in the box", ("pressman-1998",)),
    Edition("Spear", 1988, "the rules in the box by J W Spear & Sons", ("spears-1988",)),
)
"""The editions that S4 describes; the presets' sources name the same publishers and years."""

_HEAD = """\
# Which rules came in my box?

Boxes of the same game contain different rules, depending on the publisher and the year. Most of the
differences are about jokers. Find your edition here, and play by its ruleset.

| publisher | year | text | ruleset | what is special |
|---|---|---|---|---|"""

_OTHER = """\

If your box is not in the list, it most likely contains the rules of [sabra](sabra.md), which are in
nearly every box sold. To be certain, compare your leaflet with these sentences.

## What does your leaflet say?

Look for these sentences in your leaflet. The right column lists the editions that follow each one.
If an edition is silent about it, the table shows our reading.

| sentence | editions |
|---|---|"""

_HOUSE = """
If your combination of rules is not listed, play by the nearest edition with
[house rules](README.md#house-rules).

The published texts can be read in different ways. [How we read the rules](../RULES.md) explains
what we decided, and [rule coverage](coverage.md) lists the test for each sentence.

## The editions
"""

_OTHERS = """\
## The other rulesets

| ruleset | source | what is special |
|---|---|---|"""


def box() -> str:
    """Return the guide in Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield _HEAD
    for edition in EDITIONS:
        for rules in edition.rules:
            yield (
                f"| [{edition.publisher}](#{edition.anchor}) | {edition.year} | {edition.text} "
                f"| [{rules.name}]({rules.name}.md) | {rules.about} |"
            )
    yield _OTHER
    for sentence, titles in _telling().items():
        yield f"| {sentence} | {', '.join(titles)} |"
    yield _HOUSE
    for edition in EDITIONS:
        yield f"### {edition.title}\n"
        yield f"From {edition.text}.\n"
        for rules in edition.rules:
            yield from _edition(rules)
    yield _OTHERS
    boxed = {name for edition in EDITIONS for name in edition.presets}
    for rules in PRESETS.values():
        if rules.name not in boxed:
            yield f"| [{rules.name}]({rules.name}.md) | {rules.source} | {rules.about} |"


def _edition(rules: Ruleset) -> Iterator[str]:
    yield (
        f"Play it with `tilerummy play --ruleset {rules.name}`. These sentences of"
        f" [{rules.name}]({rules.name}.md) are different from {DEFAULT.name}:\n"
    )
    yield from (f"- {sentence}" for sentence in differences(rules))
    yield ""


def _telling() -> dict[str, list[str]]:
    """Return the sentences that apply only to some editions, with links to these editions.

    The two games with draws and discards are left out, because they differ in every sentence.
    """
    played = [(e, r) for e in EDITIONS for r in e.rules if not r.draws_and_discards]
    found: dict[str, list[str]] = {}
    for name in OPTIONS:
        values = [options_of(rules).get(name) for _, rules in played]
        if len(set(values)) == 1 or name == "turn.seconds":
            continue
        for (edition, rules), value in zip(played, values, strict=True):
            if value is not None:
                link = f"[{edition.title}](#{edition.anchor})"
                sentence = option_text(rules, name, value).marked
                if link not in found.setdefault(sentence, []):
                    found[sentence].append(link)
    return found
