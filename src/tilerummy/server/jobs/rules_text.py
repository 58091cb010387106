"""The job that generates a ruleset's rules text, with examples judged by the referee."""

from __future__ import annotations

from msgspec import json

from tilerummy.rules import Ruleset, options_of, ruleset
from tilerummy.rules import ruleset_text as text_of_ruleset
from tilerummy.rules.closed_hands.hands import CLOSED_HANDS, ClosedHand
from tilerummy.rules.ruleset import RulesetError
from tilerummy.rules_text.closed_hands import example_of, hand_name, hand_sentences
from tilerummy.rules_text.examples import EXAMPLES, Verdict
from tilerummy.rules_text.examples import Example as Worked
from tilerummy.rules_text.options import option_text
from tilerummy.rules_text.sections import RulesSection, rules_sections
from tilerummy.rules_text.sentence import Sentence, sentence, title
from tilerummy.server.messages.bodies.common import CodedText, ErrorDetail
from tilerummy.server.messages.bodies.questions import (
    ClosedHandView,
    RuleExample,
    RulesOf,
    SectionView,
    TurnPartView,
)
from tilerummy.server.room.entry_views import reason_view


def rules_text(text: str) -> bytes | ErrorDetail:
    """Return a ruleset's rules text as JSON, or an error. This takes a few milliseconds."""
    try:
        rules = ruleset(text)
    except ValueError as error:
        return ErrorDetail(code="bad_ruleset", message=str(error)[:600], why=_why(error))
    return json.encode(_view(rules))


def _why(error: ValueError) -> CodedText | None:
    if not isinstance(error, RulesetError):
        return None
    return coded_text(sentence(f"unplayable.{error.code}", **error.params))


def _view(rules: Ruleset) -> RulesOf:
    return RulesOf(
        ruleset=text_of_ruleset(rules),
        title=title(rules.name),
        about=rules.about,
        source=rules.source,
        players=[*rules.seats_allowed()],
        sections=[*map(_section, rules_sections(rules))],
        options=options_of(rules),
        meanings={n: coded_text(option_text(rules, n, v)) for n, v in options_of(rules).items()},
        examples=[
            _example(worked, verdict)
            for worked in EXAMPLES
            if worked.applies(rules)
            for verdict in worked.verdicts(rules)
        ],
        hands=[*map(_closed_hand, CLOSED_HANDS)] if rules.closed_hands else [],
    )


def _section(part: RulesSection) -> SectionView:
    return SectionView(
        heading=coded_text(part.heading),
        sentences=[*map(coded_text, part.sentences)],
        ways=[
            TurnPartView(
                when=coded_text(way.when), may=coded_text(way.may), then=coded_text(way.then)
            )
            for way in part.choices
        ],
    )


def coded_text(sentence: Sentence) -> CodedText:
    """Convert a sentence to the form sent to clients."""
    params = {name: [*p] if isinstance(p, tuple) else p for name, p in sentence.params}
    return CodedText(code=sentence.code, text=str(sentence), params=params)


def _example(worked: Worked, verdict: Verdict) -> RuleExample:
    reason = verdict.reason
    return RuleExample(
        title=coded_text(worked.title),
        table=worked.table,
        rack=worked.rack,
        play=verdict.text,
        free=worked.free,
        opened=worked.opened,
        legal=reason is None,
        reason=None if reason is None else reason_view(reason),
    )


def _closed_hand(row: ClosedHand) -> ClosedHandView:
    return ClosedHandView(
        number=row.number,
        name=coded_text(hand_name(row)),
        what=[*map(coded_text, hand_sentences(row))],
        points=[*row.points],
        example=example_of(row),
    )
