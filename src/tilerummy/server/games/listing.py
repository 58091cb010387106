"""The list of a guest's finished games: filtered, and a page at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from tilerummy.deadline import NEVER, Deadline
from tilerummy.server.games.summary import GameSummary, SeatSummary, read_summary
from tilerummy.server.messages.bodies.history import GameCard, GameSeat, GamesPage, Result

PAGE = 25
"""How many games a page holds."""


class StoredGame(NamedTuple):
    """A game with its stored summary."""

    game: str
    summary: bytes


class OwnGame(NamedTuple):
    """A game with its summary, and the seat of the guest whose it is."""

    game: str
    summary: GameSummary
    seat: int

    @property
    def others(self) -> list[SeatSummary]:
        """The other seats."""
        return [s for seat, s in enumerate(self.summary.seats) if seat != self.seat]

    @property
    def preset(self) -> str:
        """The name of the preset, without house rules."""
        return self.summary.ruleset.partition("+")[0]

    @property
    def result(self) -> Result:
        """What came of it for the guest."""
        summary = self.summary
        if summary.seats[self.seat].resigned:
            return "gave_up"
        if summary.broken in ("agreed", "abandoned") or not summary.leaders:
            return "broken_off"
        if self.seat not in summary.leaders:
            return "lost"
        return "won" if len(summary.leaders) == 1 else "shared"


class Filter(NamedTuple):
    """Which games are asked for; what is empty or 0 allows all."""

    ruleset: str = ""
    result: str = ""
    opponents: str = ""
    players: int = 0
    text: str = ""
    page: int = 1

    def allows(self, own: OwnGame) -> bool:
        """Return whether a game is asked for; with people: at least one of the others is one."""
        people = any(seat.kind == "person" for seat in own.others)
        return (
            self.ruleset in ("", own.preset)
            and self.result in ("", own.result)
            and self.players in (0, len(own.summary.seats))
            and self.opponents in ("", "people" if people else "computers")
            and self._mentions(own)
        )

    def _mentions(self, own: OwnGame) -> bool:
        texts = (own.game, own.summary.title, own.summary.ruleset, *(s.name for s in own.others))
        folded = "\n".join(texts).casefold()
        return all(word in folded for word in self.text.casefold().split())


def own_games(stored: Sequence[StoredGame], session: str) -> Iterator[OwnGame]:
    """Yield the games that the guest has played, with the guest's seats."""
    for game, written in stored:
        summary = read_summary(written)
        if summary is None:
            continue
        for seat, each in enumerate(summary.seats):
            if each.session == session:
                yield OwnGame(game, summary, seat)
                break


def games_page(
    stored: Sequence[StoredGame],
    session: str,
    wanted: Filter,
    missing: int,
    *,
    deadline: Deadline = NEVER,
) -> bytes:
    """Return a page of the games of a guest as JSON."""
    del deadline  # 10,000 games take 60 ms
    own = [*own_games(stored, session)]
    found = [each for each in own if wanted.allows(each)]
    pages = max(1, -(-len(found) // PAGE))
    page = min(max(1, wanted.page), pages)
    answer = GamesPage(
        games=[game_card(each) for each in found[(page - 1) * PAGE : page * PAGE]],
        page=page,
        pages=pages,
        found=len(found),
        all=len(own),
        missing=missing,
        rulesets=sorted({each.preset for each in own}),
    )
    return msgspec.json.encode(answer)


def game_card(own: OwnGame) -> GameCard:
    """Return a game as it is listed."""
    summary = own.summary
    return GameCard(
        game=own.game,
        ruleset=summary.ruleset,
        seats=[
            GameSeat(
                kind=seat.kind,
                points=points,
                name=seat.name,
                level=seat.level,
                face=seat.face,
                colour=seat.colour,
            )
            for seat, points in zip(summary.seats, summary.totals, strict=True)
        ],
        seat=own.seat,
        result=own.result,
        points=summary.totals[own.seat],
        rounds=len(summary.rounds),
        turns=sum(each.turns for each in summary.rounds),
        began=summary.began,
        ended=summary.ended,
        title=summary.title,
        ending=summary.broken,
    )
