"""A match: a sequence of rounds with their starters, the running totals and the winners."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations

from tilerummy.rules import Ruleset, begin, chance
from tilerummy.rules.judging.endings import next_starter
from tilerummy.rules.options import as_ruleset
from tilerummy.state import Ended, Event


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment from one seat to another at the end of a match."""

    payer: int
    payee: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A sequence of rounds that ends after a number of *rounds*, or when a total reaches *target*.

    If both limits are given, the match ends as soon as one is reached. If neither is given, it
    never ends. ``results`` contains the final events of the rounds played so far, and ``starters``
    contains the seats that started them.

    Raises ValueError if *rounds* or *target* is below 1, or if the ruleset does not allow this
    number of seats.

    >>> from tilerummy import Match, ruleset
    >>> match = Match(rules=ruleset("sabra"), seats=2, rounds=3)
    >>> match.totals, match.over
    ((0, 0), False)
    """

    rules: Ruleset
    seats: int
    rounds: int | None = None
    target: int | None = None
    results: tuple[Ended, ...] = ()
    starters: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", as_ruleset(self.rules))
        if self.seats not in self.rules.seats_allowed():
            allowed = ", ".join(map(str, self.rules.seats_allowed()))
            raise ValueError(f"{self.rules.name} is for {allowed} players, not {self.seats}")
        for name, number in (("rounds", self.rounds), ("target", self.target)):
            if number is not None and number < 1:
                raise ValueError(f"{name} must be at least 1, not {number}")

    @property
    def number(self) -> int:
        """The next round's number, counting from 0."""
        return len(self.results)

    @property
    def totals(self) -> tuple[int, ...]:
        """The running score of each seat."""
        return tuple(sum(r.scores[seat] for r in self.results) for seat in range(self.seats))

    @property
    def over(self) -> bool:
        """True once all rounds are played or a total reaches the target."""
        played = self.rounds is not None and self.number >= self.rounds
        return played or (self.target is not None and max(self.totals) >= self.target)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the best total, which win once the match has ended.

        The highest total is best, except in McGraw: there, remaining tiles add to the score, and
        the lowest total is best.
        """
        best = (min if self.rules.scoring.low_wins else max)(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == best)

    @property
    def settlement(self) -> tuple[Payment, ...]:
        """The payments between all pairs of seats, equal to the differences between their totals.

        In International, "each player pays each other player" (S4). All other games settle rounds
        by scores, so they have no payments. Seats with equal totals pay each other nothing.
        """
        if not self.rules.tells_wins_apart:
            return ()
        totals = self.totals
        pairs = permutations(range(self.seats), 2)
        return tuple(
            Payment(payer, payee, totals[payee] - totals[payer])
            for payee, payer in pairs
            if totals[payee] > totals[payer]
        )

    def next_starter(self) -> int | None:
        """Return the starter of the next round, or None if it is the first and lots decide."""
        if not self.results:
            return None
        return next_starter(self.rules, self.seats, self.starters[-1], self.results[-1])

    def begin(self, seed: bytes | int) -> tuple[Event, ...]:
        """Return the events that begin the next round, with the tiles dealt from *seed*."""
        starter = self.next_starter()
        drawn = chance(
            self.rules.deal, self.rules.tiles, seats=self.seats, seed=seed, lots=starter is None
        )
        return begin(self.rules, drawn, seats=self.seats, starter=starter, number=self.number)

    def after(self, ended: Ended, starter: int) -> Match:
        """Return the match after a round that was started by *starter* and ended with *ended*."""
        return replace(self, results=(*self.results, ended), starters=(*self.starters, starter))
