"""Decides whether the joker rules allow a play, and gives the reason if they do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers.joker_targets import joker_targets
from tilerummy.jokers.options import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.jokers.readings import readings
from tilerummy.jokers.reasons import Reason, Refusal, reason
from tilerummy.jokers.table_change import TableChange
from tilerummy.melds import Table


def obeys(law: JokerLaw, play: TableChange, deadline: Deadline = NEVER) -> bool:
    """Return whether *law* allows at least one reading of *play*.

    Raises OutOfTimeError when the *deadline* passes.
    """
    if law.melds is JokerMelds.FREE or not any(m.jokers for m in play.lift):
        return True
    return any(
        True for each in readings(law, play, deadline) for _ in joker_targets(each, deadline)
    )


_SENTENCES = {
    Refusal.JOKER_REUSE: "a replaced joker may not go there",
    Refusal.JOKER_NOT_REPLACED: "a joker was freed without the tiles that replace it",
    Refusal.JOKER_LOCKED: "a meld with a joker may be added to, but not taken apart",
    Refusal.JOKER_CHANGED: "a joker must keep representing the same tile",
}
"""The codes of the joker faults, in order, with a message for each."""


def joker_fault(code: Refusal, law: JokerLaw, play: TableChange) -> Reason:
    """Return the reason for the joker fault *code*, listing the melds that gave up jokers.

    For JOKER_REUSE, the reason lists the melds that have jokers after the play.
    """
    message, jokered = _SENTENCES[code], Table(m for m in play.lift if m.jokers)
    if code is Refusal.JOKER_REUSE:
        there = Table(m for m in play.lay if m.jokers)
        return reason(code, f"{message}: {there}, freed from {jokered}", melds=there)
    if code is Refusal.JOKER_NOT_REPLACED and law.replace_from is ReplaceFrom.RACK:
        message = f"{message}, which must come from the rack"
    return reason(code, f"{message}: {jokered}", melds=jokered)


def joker_faults(law: JokerLaw, play: TableChange, deadline: Deadline = NEVER) -> Iterator[Reason]:
    """Yield the reason why *law* forbids *play*, or nothing if it is allowed.

    The options are relaxed one after another. The first one whose relaxation makes the play legal
    determines the code (RULES section 4). Raises OutOfTimeError when the *deadline* passes.
    """
    if obeys(law, play, deadline):
        return
    reused_anywhere = replace(law, reuse=Reuse.ANY)
    replaced_anyhow = replace(
        reused_anywhere, group_of_three=GroupOfThree.ANY, replace_from=ReplaceFrom.ANY
    )
    laws = (reused_anywhere, replaced_anyhow, replace(replaced_anyhow, melds=JokerMelds.OPEN))
    allowing = (i for i, relaxed in enumerate(laws) if obeys(relaxed, play, deadline))
    forbidding = next(allowing, len(laws))
    yield joker_fault([*_SENTENCES][forbidding], law, play)
