"""Rules, options, events, steps and hints in words, from the data by which the referee judges.

``languages/`` is the message catalogue: every text by its code, in a folder for each language;
:mod:`~tilerummy.rules_text.catalogue` reads it, for Python in English. ``rules_sections`` gives the
rules of a ruleset as :class:`~tilerummy.rules_text.sentence.Sentence`, a code with parameters, so
that the page can show them in its language; ``option_text`` gives what a value of an option means.
``closed_hands`` and ``examples`` add descriptions of the closed hands, and positions that the
referee judges. ``hint_text`` and ``step_text`` give in English what analysis found, ``event_text``
(in :mod:`~tilerummy.rules_text.events`) what happened. Nothing is read before it is needed.
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.rules_text.hints import hint_code, hint_text
    from tilerummy.rules_text.options import option_text
    from tilerummy.rules_text.sections import rules_sections, sentences_about
    from tilerummy.rules_text.steps import step_text
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.rules_text.hints": "hint_code hint_text",
            "tilerummy.rules_text.options": "option_text",
            "tilerummy.rules_text.sections": "rules_sections sentences_about",
            "tilerummy.rules_text.steps": "step_text",
        },
    )

__all__ = [
    "hint_code",
    "hint_text",
    "option_text",
    "rules_sections",
    "sentences_about",
    "step_text",
]
