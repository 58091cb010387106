"""Rules, steps and hints in words, written from the same data by which the referee judges.

A text is a :class:`~tilerummy.rules_text.sentence.Sentence`: a code that stays and parameters.
``rules_sections`` gives those of a ruleset, ``option_text`` that of one option; ``hint_text`` and
``step_text`` give what analysis found in English.
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.rules_text.hints import hint_text
    from tilerummy.rules_text.options import option_text
    from tilerummy.rules_text.sections import rules_sections, sentences_about
    from tilerummy.rules_text.steps import step_text
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.rules_text.hints": "hint_text",
            "tilerummy.rules_text.options": "option_text",
            "tilerummy.rules_text.sections": "rules_sections sentences_about",
            "tilerummy.rules_text.steps": "step_text",
        },
    )

__all__ = ["hint_text", "option_text", "rules_sections", "sentences_about", "step_text"]
