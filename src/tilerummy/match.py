"""A match: rounds in sequence, who starts them, running totals and who wins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations

from tilerummy.rules import Ruleset, begin, chance
from tilerummy.rules.judging.endings import next_starter
from tilerummy.rules.options import as_ruleset
from tilerummy.state import Ended, Event


@dataclass(frozen=True, slots=True)
class Payment:
    """What one seat pays another at the end of a match."""

    payer: int
    payee: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Rounds played one after the other, for a number of *rounds* or up to a *target* total.

    With both, whichever comes first; with neither it has no end. ``results`` are the ends of the
    rounds played, ``starters`` the seats that began them.
    Raises ValueError for numbers below 1 and for more or fewer seats than the ruleset allows.
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
        """The number of the next round, counted from 0."""
        return len(self.results)

    @property
    def totals(self) -> tuple[int, ...]:
        """The running score of each seat."""
        return tuple(sum(r.scores[seat] for r in self.results) for seat in range(self.seats))

    @property
    def over(self) -> bool:
        """Whether the match has had its rounds, or a total has reached the target."""
        played = self.rounds is not None and self.number >= self.rounds
        return played or (self.target is not None and max(self.totals) >= self.target)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the best total: the winners of a match that is over, shared if equal.

        The highest total is the best; in McGraw, where tiles left count up, the lowest.
        """
        best = (min if self.rules.scoring.low_wins else max)(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == best)

    @property
    def settlement(self) -> tuple[Payment, ...]:
        """What each pays each other by the current totals: the difference of them.

        S4 International "each player pays each other player". () in all other games: their rounds
        are settled by their scores. Those with equal totals pay one another nothing.
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
        """Return who starts the next round, or None for the first, which lots decide."""
        if not self.results:
            return None
        return next_starter(self.rules, self.seats, self.starters[-1], self.results[-1])

    def begin(self, seed: bytes | int) -> tuple[Event, ...]:
        """Return the events that begin the next round, all its chance taken from *seed*."""
        starter = self.next_starter()
        drawn = chance(
            self.rules.deal, self.rules.tiles, seats=self.seats, seed=seed, lots=starter is None
        )
        return begin(self.rules, drawn, seats=self.seats, starter=starter, number=self.number)

    def after(self, ended: Ended, starter: int) -> Match:
        """Return the match after a round that *starter* began."""
        return replace(self, results=(*self.results, ended), starters=(*self.starters, starter))
