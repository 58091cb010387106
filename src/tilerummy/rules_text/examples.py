"""Worked examples, which are small positions with the referee's verdicts on some plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from tilerummy.jokers.extend import Extend
from tilerummy.rules import Reason, Ruleset, decide, faults
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.rules_text.sentence import Sentence, sentence
from tilerummy.state import Ended, Phase, Play, Seat, State, TurnStart
from tilerummy.tiles import HIDDEN, JOKER, NotationError, Rack, tile_list


class Verdict(NamedTuple):
    """The verdict on a play, given as the resulting table, with the ``reason`` if it is illegal."""

    text: str
    play: Play
    reason: Reason | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A position for the player to move with some plays, each given as the resulting table.

    ``fits`` returns whether the example is instructive under a ruleset.
    """

    name: str
    table: str = ""
    rack: str
    plays: tuple[str, ...]
    opened: bool = True
    free: str = ""
    fits: Callable[[Ruleset], bool] = lambda _: True

    @property
    def title(self) -> Sentence:
        """The title of the example."""
        return sentence(f"example.{self.name}")

    def applies(self, rules: Ruleset) -> bool:
        """Return whether the example is instructive, and has only tiles of the tile set."""
        if not self.fits(rules):
            return False
        try:
            for text in (self.table, *self.plays):
                rules.read_table(text)
            rules.rack(self.rack)
            rules.rack(self.free)
        except NotationError:
            return False
        return True

    def state(self, rules: Ruleset) -> State:
        """Return the position with the other player's tiles hidden."""
        mover = Seat(rack=rules.rack(self.rack), opened=0 if self.opened else None)
        mover = replace(mover, known=Rack(t for t in mover.rack if t == JOKER))
        other = Seat(rack=Rack((HIDDEN,) * 7), opened=1)
        table, free = rules.read_table(self.table), rules.rack(self.free)
        return State(
            seats=(mover, other),
            pool=(HIDDEN,) * 30,
            table=table,
            free=free,
            phase=Phase.MELD if rules.draws_and_discards else Phase.ACT,
            turn=8,
            start=TurnStart(table=table, free=free, seat=mover),
        )

    def shown(self) -> Iterator[tuple[str, str]]:
        """Yield the name and notation of each part shown: the table, the rack, the free tiles."""
        if self.table:
            yield "On the table", self.table
        yield "On your rack", str(Rack(tile_list(self.rack)))
        if self.free:
            yield "Free tiles", self.free

    def picture(self, what: str) -> str:
        """Return the file name of the picture that shows the part called *what*."""
        return f"{self.name}-{what.rsplit(maxsplit=1)[-1].lower()}.svg"

    def verdicts(self, rules: Ruleset) -> Iterator[Verdict]:
        """Yield the referee's verdict on each play."""
        state = self.state(rules)
        for text in self.plays:
            play = Play.between(state.table, rules.read_table(text))
            yield Verdict(text, play, next(faults(rules, state, play), None))

    def lines(self, rules: Ruleset) -> Iterator[str]:
        """Yield the verdicts, each as a line of text."""
        for text, play, reason in self.verdicts(rules):
            if reason is not None:
                yield f"- `{text}` is **refused**: {reason.message} (`{reason.code}`)."
            else:
                won = any(isinstance(e, Ended) for e in decide(rules, self.state(rules), play))
                out = " Your rack is empty: you win." if won else ""
                yield f"- `{text}` is **legal**: you place `{play.placed}`.{out}"


def _manipulates(rules: Ruleset) -> bool:
    return isinstance(rules.table, Rearrange)


def _discards(rules: Ruleset) -> bool:
    return isinstance(rules.table, Extend)


EXAMPLES = (
    Example(
        name="opening",
        table="r1 r2 r3",
        rack="k10 r10 b10 o3 o4 o5 k13 r13 * r4 b1",
        plays=(
            "r1 r2 r3 / k10 r10 b10",
            "r1 r2 r3 / o3 o4 o5 / k10 r10 b10",
            "r1 r2 r3 / o3 o4 o5 / k10 r10 b10 / k13 r13 *13",
            "r1 r2 r3 r4 / k10 r10 b10 / k13 r13 *13",
        ),
        opened=False,
        fits=_manipulates,
    ),
    Example(
        name="first-melds",
        table="r5 r6 r7",
        rack="k6 k7 k8 o10 o11 o12 b3 r8 k12 r12 b12",
        plays=(
            "r5 r6 r7 / k6 k7 k8",
            "r5 r6 r7 / k6 k7 k8 / o10 o11 o12",
            "r5 r6 r7 r8 / k6 k7 k8",
        ),
        opened=False,
        fits=_discards,
    ),
    Example(
        name="rearranging",
        table="b6 b7 b8 / k5 r5 b5 o5",
        rack="b4 r7 o1",
        plays=(
            "b4 b5 b6 b7 b8 / k5 r5 o5",
            "b5 b6 b7 b8 / k5 r5 o5",
            "b4 b5 b6 b7 / k5 r5 o5",
        ),
        fits=_manipulates,
    ),
    Example(
        name="adding",
        table="b5 b6 b7 / k4 r4 b4 o4",
        rack="b3 b8 k9",
        plays=(
            "b5 b6 b7 b8 / k4 r4 b4 o4",
            "b3 b4 b5 b6 b7 / k4 r4 o4",
        ),
        fits=_discards,
    ),
    Example(
        name="joker-meld",
        table="b5 b6 *b7 b8 b9 b10",
        rack="b11 k1",
        plays=(
            "b5 b6 *b7 b8 b9 b10 b11",
            "b5 b6 *b7 / b8 b9 b10 b11",
        ),
        fits=_manipulates,
    ),
    Example(
        name="joker-replaced",
        table="b5 b6 *b7 / k8 r8 b8 o8 / o1 o2 o3",
        rack="b7 k3 k4 r9 r10 o13",
        plays=(
            "b5 b6 b7 / k8 r8 b8 o8 / o1 o2 o3 *o4",
            "b5 b6 b7 / r8 r9 *r10 / k8 b8 o8 / o1 o2 o3",
            "b5 b6 b7 / r8 r9 r10 *r11 / k8 b8 o8 / o1 o2 o3",
            "b5 b6 b7 / k3 k4 *k5 / k8 r8 b8 o8 / o1 o2 o3",
            "b5 b6 b7 / k8 r8 b8 o8 / o1 o2 o3",
        ),
    ),
    Example(
        name="joker-from-table",
        table="b5 b6 *b7 / k7 r7 b7 o7",
        rack="k3 k4 o1",
        plays=("b5 b6 b7 / k3 k4 *k5 / k7 r7 o7",),
        fits=_manipulates,
    ),
    Example(
        name="joker-group",
        table="k5 r5 *5",
        rack="b5 o5 k1 k2 o1",
        plays=("k1 k2 *k3 / k5 r5 b5", "k1 k2 *k3 / k5 r5 b5 o5"),
        fits=_manipulates,
    ),
    Example(
        name="free-tiles",
        table="k9 r9 b9",
        rack="b5 b6 o9 *",
        free="b7 k1",
        plays=("b5 b6 b7 / k9 r9 b9", "b5 b6 *b7 / k9 r9 b9", "k9 r9 b9 o9"),
        fits=lambda rules: rules.deal.free > 0,
    ),
    Example(
        name="last-tile",
        table="b5 b6 b7 / k4 r4 b4",
        rack="b8 o4",
        plays=("b5 b6 b7 b8 / k4 r4 b4", "b5 b6 b7 b8 / k4 r4 b4 o4"),
        fits=_discards,
    ),
    Example(
        name="foot",
        table="k4 r4 b4",
        rack="o4 r5 r6 r7 b8 b9 b10 k11 r11 b11 o11 o1 o2 o3 k9",
        plays=(
            "o1 o2 o3 / r5 r6 r7 / b8 b9 b10 / k4 r4 b4 o4 / k11 r11 b11 o11",
            "r5 r6 r7 / b8 b9 b10 / k4 r4 b4 o4 / k11 r11 b11 o11",
        ),
        opened=False,
        fits=lambda rules: rules.closed_hands,
    ),
)
"""All examples, sorted as they appear on the rules pages."""
