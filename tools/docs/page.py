"""The rules page of a preset, with its pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tools.docs import play

from tilerummy import pictures
from tilerummy.rules import OPTIONS, PRESETS, Ruleset, options_of, text_of
from tilerummy.rules.choices import TakeDiscard
from tilerummy.rules_text import sections
from tilerummy.rules_text.examples import EXAMPLES, Example
from tilerummy.rules_text.options import option_text
from tilerummy.rules_text.sections import of_options
from tilerummy.rules_text.sentence import Sentence, counted_in_words, sentence

DEFAULT = PRESETS["sabra"]


def page(rules: Ruleset) -> str:
    """Return the preset's page in Markdown."""
    return "\n".join(_parts(rules))


def _parts(rules: Ruleset) -> Iterator[str]:
    yield f"# {rules.name}\n"
    yield f"{rules.about}\n"
    yield (
        f"Source: {rules.source}. Play it: `tilerummy play --ruleset {rules.name}`."
        " Compare it with [all rulesets](README.md).\n"
    )
    if rules is not DEFAULT:
        yield f"## How it differs from {DEFAULT.name}\n"
        yield from _bullets(differences(rules))
    yield "## The deal\n"
    yield from _bullets(sections.deal(rules))
    yield "## A turn\n"
    yield from play.turn(rules)
    yield ""
    ways = of_options(rules, "direction", "run.one_high")
    yield from _bullets([*ways, *sections.playing(rules)])
    yield "## Your first melds (the initial meld)\n"
    yield f"{sentence('first_melds.from')}\n"
    yield from _bullets(of_options(rules, "initial_meld."))
    yield "## Jokers on the table\n"
    yield from _bullets(sections.joker_rules(rules))
    yield "## The end of a round, and the score\n"
    yield from _bullets([*sections.ending(rules), *sections.scoring(rules)])
    yield "For example, when A has gone out:\n"
    yield from play.score_example(rules)
    yield ""
    if rules.closed_hands:
        yield "## Closed hands\n"
        yield (
            "If a hand fits several types, the most valuable one counts. The joker columns count"
            " only jokers among the fourteen tiles.\n"
        )
        yield from play.closed_hands()
        yield "\nFor example:\n"
        yield from _bullets(play.hands_read())
    yield "## Time and penalties\n"
    yield from _bullets(sections.time(rules))
    yield "## Examples\n"
    yield "These are rulings of the referee. Each play is shown as the resulting table.\n"
    for example in examples_of(rules):
        yield from _example(example, rules)
    yield "## All options\n"
    yield "| option | value | what it means |"
    yield "|---|---|---|"
    for name, value in options_of(rules).items():
        if OPTIONS[name].is_unused(rules):
            continue
        yield f"| `{name}` | `{text_of(value)}` | {option_text(rules, name, value)} |"
    yield ""


def _bullets(sentences: Iterable[Sentence | str]) -> Iterator[str]:
    marked = (s.marked if isinstance(s, Sentence) else s for s in sentences)
    yield "\n".join(f"- {sentence}" for sentence in marked) + "\n"


def differences(rules: Ruleset) -> Iterator[str]:
    """Yield a sentence for each difference between *rules* and the default preset."""
    usual = options_of(DEFAULT)
    if rules.draws_and_discards:
        yield "You begin each turn by drawing a tile and end it by discarding one."
        yield "Melds on the table are never rearranged; you can only add to them."
    if rules.take_discard is not TakeDiscard.NEVER:
        yield "The previous player's discard may be taken instead of a tile from the pool."
    if rules.deal.trump:
        yield "One tile is turned face up, the trump; you may draw it only if you win with it."
    if rules.deal.starter_extra:
        yield "The first player starts with an extra tile."
    if rules.deal.handfuls:
        yield "Tiles are grabbed in handfuls, and jokers are dealt separately."
    if rules.deal.free:
        free = counted_in_words(rules.deal.free, "free tile")
        yield f"Next to the table are {free} for each player."
    if rules.jokers_due:
        yield "After your opening turn, you cannot make a play that leaves a joker on your rack."
    if rules.closed_hands:
        yield "There are forty special hands of fourteen tiles, each of which wins immediately."
    if type(rules.scoring) is not type(DEFAULT.scoring):
        yield "Scoring works differently."
    if rules.loser_starts:
        yield "The loser of a round starts the next."
    if rules.penalties is None:
        yield "There are no penalty tiles."
    for name, value in options_of(rules).items():
        if name in usual and value != usual[name]:
            options = f"`{name}`: `{text_of(value)}`; `{text_of(usual[name])}` in {DEFAULT.name}"
            yield f"{option_text(rules, name, value)} ({options})"


def examples_of(rules: Ruleset) -> tuple[Example, ...]:
    """Return the examples that apply to *rules*."""
    return tuple(example for example in EXAMPLES if example.applies(rules))


def _example(example: Example, rules: Ruleset) -> Iterator[str]:
    yield f"### {example.title}\n"
    for caption, text in example.shown():
        yield f"{caption}:\n\n![{text}](pictures/{example.picture(caption)})\n"
    if not example.opened:
        yield "You have not melded yet.\n"
    yield "\n".join(example.lines(rules)) + "\n"


def drawings() -> dict[str, str]:
    """Return the pictures of all examples by name."""
    return {
        example.picture(caption): pictures.draw([text.split(" / ")]) + "\n"
        for example in EXAMPLES
        for caption, text in example.shown()
    }
