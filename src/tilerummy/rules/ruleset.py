"""Rulesets as values, consisting of a turn table, numbers, and a few small strategies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tilerummy.jokers.extend import Extend
from tilerummy.melds import Table, table
from tilerummy.message_text import quoted
from tilerummy.rules.choices import Direction, EmptyPool, Penalties, TakeDiscard
from tilerummy.rules.details import differences
from tilerummy.rules.option_table import text_of
from tilerummy.rules.plays.opening import Opening
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.rules.rounds.deals import Deal
from tilerummy.rules.rounds.scoring import ByKindOfWin, Scoring
from tilerummy.rules.turns import DRAW_MELD_DISCARD, TurnTable
from tilerummy.tiles import Rack, TileSet, rack

PLAYERS = range(1, 7)
"""The possible numbers of players; the texts say 2 to 4 (RULES 5.1)."""

RULESET_NAME = re.compile(r"[\w.-]+( [\w.-]+)*")
"""The format of a ruleset's name: words of letters, digits, full stops and hyphens."""


class RulesetError(ValueError):
    """Raised for incompatible options. ``code`` and ``params`` describe the conflict."""

    def __init__(self, message: str, code: str, **params: int) -> None:
        super().__init__(message)
        self.code, self.params = code, params


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A game's rules, with every option resolved.

    ``base`` is the preset that the ruleset derives from. A changed copy has the same base, so its
    text form is the preset's name and the differences. ``source`` cites the published rules and
    ``about`` is a sentence about their distinctive rule. Comparisons ignore both. Without an
    ``empty_pool`` condition, the round ends with the turn that empties the pool. ``seconds`` is the
    time for a turn; 0 means no limit. ``draw`` is the number of tiles per draw, and ``draw_opened``
    the number for players who have opened, or 0 if that is the same. With ``empty_pool_turns``, the
    round also ends once each player has had this many turns with an empty pool. ``penalties``
    specifies the penalty tiles, if any. If ``jokers_due`` is True, a play after the opening must
    not leave a joker on the rack. If ``closed_hands`` is True, special hands win.

    Raises RulesetError for incompatible options, and ValueError if the name has invalid characters.

    >>> from tilerummy import ruleset
    >>> rules = ruleset("pressman-1987")
    >>> rules.opening.points, rules.seconds, rules.direction.value
    (50, 120, 'cw')
    """

    name: str
    source: str = field(default="", compare=False)
    about: str = field(default="", compare=False)
    base: Ruleset | None = field(default=None, compare=False)
    turn: TurnTable
    opening: Opening
    table: Rearrange | Extend
    scoring: Scoring
    tiles: TileSet = TileSet()
    direction: Direction = Direction.CLOCKWISE
    deal: Deal = Deal()
    draw: int = 1
    draw_opened: int = 0
    take_discard: TakeDiscard = TakeDiscard.NEVER
    empty_pool: EmptyPool | None = EmptyPool.FIRST_PASS
    empty_pool_turns: int = 0
    seconds: int = 0
    penalties: Penalties | None = None
    jokers_due: bool = False
    closed_hands: bool = False
    loser_starts: bool = False

    def __post_init__(self) -> None:
        if not RULESET_NAME.fullmatch(self.name) or len(self.name) > 60:
            raise ValueError(
                "a ruleset's name must consist of words, such as 'my-house',"
                f" not {quoted(self.name)}"
            )
        for problem in self._problems():
            raise problem

    def __repr__(self) -> str:
        return self.text_from(self.base) if self.name == self.preset and self.base else self.name

    def text_from(self, base: Ruleset) -> str:
        """Return this ruleset as text: the name of *base* and the differences from *base*."""
        named = [] if self.name == base.name else [f"name={self.name}"]
        changes = (f"{name}={text_of(value)}" for name, value in differences(self, base).items())
        return "+".join((base.name, *named, *changes))

    @property
    def preset(self) -> str:
        """The base preset's name, or the ruleset's own name if it has no base."""
        return self.name if self.base is None else self.base.name

    def _problems(self) -> Iterator[RulesetError]:
        """Yield the reasons why these options are incompatible."""
        points, worth = self.opening.points, self._most_points()
        if points > worth:
            yield self._problem(
                f"initial_meld.points is {points}, but the tiles that a player can meld in one"
                f" turn have at most {worth} points",
                "opening",
                points=points,
                worth=worth,
            )
        if (each := self.deal.jokers) and 2 * each > self.tiles.jokers:
            jokers = self.tiles.jokers
            yield self._problem(
                f"deal.jokers is {each}, but there are only {jokers} jokers for 2 players",
                "deal.jokers",
                each=each,
                jokers=jokers,
            )
        elif 2 not in self.seats_allowed():
            most, tiles = self.deal.most(2), len(self.deal.bucket(self.tiles, 2))
            yield self._problem(
                f"a deal to 2 players takes up to {most} tiles and 2 must stay in the pool, but"
                f" there are only {tiles}",
                "deal",
                most=most,
                tiles=tiles,
            )
        if self.closed_hands and self.tiles.numbers != 13:
            why = "closed hands need the numbers 1 to 13: tiles.numbers=13"
            yield self._problem(why, "hands.numbers")
        if self.closed_hands and self.tiles.jokers > 2:
            why = "the closed hands have points for at most two jokers: tiles.jokers<=2"
            yield self._problem(why, "hands.jokers")
        if self.closed_hands and self.deal.tiles != 14:
            yield self._problem("a closed hand has 14 tiles: deal.tiles=14", "hands.deal")

    def _problem(self, message: str, code: str, **params: int) -> RulesetError:
        return RulesetError(f"{self.name}: {message}", code, **params)

    def _most_points(self) -> int:
        """Return an upper bound on the points of an initial meld.

        In games with discards, the rack does not grow, which limits the bound.
        """
        tiles = self.tiles_for(2)
        numbers = (t.number if t.is_numbered else tiles.numbers for t in tiles)
        held = self.deal.tiles if self.draws_and_discards else len(tiles)
        return sum(sorted(numbers, reverse=True)[:held])

    def seats_allowed(self) -> tuple[int, ...]:
        """Return the numbers of players that the game has enough tiles for."""
        bucket = {n: len(self.deal.bucket(self.tiles, n)) for n in PLAYERS}
        return tuple(
            n
            for n in PLAYERS
            if self.deal.most(n) + n <= bucket[n]
            and self.deal.set_aside(self.tiles, n) <= self.tiles.jokers
        )

    def tiles_for(self, seats: int) -> TileSet:
        """Return the tile set for this number of seats. ``tiles`` is for the largest number."""
        return self.deal.tile_set(self.tiles, seats)

    def tiles_drawn(self, *, opened: bool) -> int:
        """Return the number of tiles that a player draws from the pool.

        >>> from tilerummy import ruleset
        >>> ruleset("sabra+draw.opened=2").tiles_drawn(opened=True)
        2
        """
        return self.draw_opened or self.draw if opened else self.draw

    @property
    def draws_and_discards(self) -> bool:
        """True if a turn consists of drawing, melding and discarding (American, International)."""
        return self.turn == DRAW_MELD_DISCARD

    @property
    def tells_wins_apart(self) -> bool:
        """True if Open, Foot and Closed wins have different scores (International)."""
        return isinstance(self.scoring, ByKindOfWin)

    def rack(self, text: str) -> Rack:
        """Return the tiles in *text*. Raises NotationError for tiles that are not in the game."""
        return rack(text, self.tiles)

    def read_table(self, text: str) -> Table:
        """Return the table in *text*. Raises NotationError for invalid melds."""
        return table(text, self.tiles)
