"""Generates random actions. Most are illegal, often in just one respect."""

from __future__ import annotations

from random import Random

from tests.support.random_player import tried_play

from tilerummy.melds import Group, Meld, Run, Table, fits
from tilerummy.rules import Ruleset
from tilerummy.state import (
    Action,
    Declare,
    Discard,
    Draw,
    Foul,
    GoOut,
    NewDeal,
    Pass,
    Play,
    Source,
    State,
    TimeOut,
)
from tilerummy.tiles import JOKER, Tile, TileSet

_KINDS: tuple[type[Action], ...] = (
    Draw,
    Discard,
    Declare,
    GoOut,
    Pass,
    NewDeal,
    TimeOut,
    Foul,
)


def random_action(rules: Ruleset, view: State, rng: Random) -> Action:
    """Return any action at all, legal or not, that a client could submit for the mover."""
    kinds = rules.tiles.kinds
    tile = rng.choice([*view.mover.rack, *view.table.tiles, kinds[0], kinds[-1]])
    kind = Play if rng.random() < 0.6 else rng.choice(_KINDS)
    if kind is Draw:
        return Draw(rng.choice([*Source]))
    if kind is Discard:
        return Discard(tile)
    if kind is Declare:
        return Declare(tile)
    if kind is Pass or kind is NewDeal:
        return kind()
    if kind is Play:
        return flawed_play(rules, view, rng)
    if kind is Foul:
        return Foul(flawed_play(rules, view, rng))
    plays = tuple(flawed_play(rules, view, rng) for _ in range(rng.choice((0, 1, 1, 2))))
    return GoOut(plays, tile) if kind is GoOut else TimeOut(rng.choice((None, plays)))


def has_notation(action: Action, tiles: TileSet) -> bool:
    """Return whether *action* has a notation, because all its melds are valid."""
    match action:
        case Play() as play:
            plays: tuple[Play, ...] = (play,)
        case Foul(play):
            plays = (play,)
        case GoOut(plays) | TimeOut(tuple(plays)):
            pass
        case _:
            plays = ()
    return all(fits(meld, tiles) for play in plays for meld in (*play.lift, *play.lay))


def flawed_play(rules: Ruleset, view: State, rng: Random) -> Play:
    """Return a random play, usually changed in one respect that makes it illegal."""
    tried = (tried_play(rules, view, rng, care=0.4) for _ in range(4))
    play = next((found[0] for found in tried if found), Play(Table(), Table()))
    lift, lay = [*play.lift], [*play.lay]
    match rng.randrange(12):
        case 0 if lay:
            lay.pop(rng.randrange(len(lay)))
        case 1 if lift:
            lift.pop(rng.randrange(len(lift)))
        case 2 if view.table:
            lift.append(rng.choice(view.table))
        case 3 if view.table:
            both = rng.choice(view.table)
            lift, lay = [*lift, both], [*lay, both]
        case 4 if lay:
            lay[0] = _spoilt(lay[0], rng)
        case 5 if lay:
            lay[0] = _with_other_jokers(lay[0], rng)
        case 6:
            lay.append(_meld_without_tiles(rules, rng))
        case 7 if lay:
            lift.append(lay[0])
        case _:
            pass
    return Play(Table(lift), Table(lay))


def _spoilt(meld: Meld, rng: Random) -> Meld:
    """Return a changed meld, usually invalid, by dropping, doubling or exchanging a tile."""
    match meld:
        case Run(faces, wild):
            place = rng.randrange(len(faces))
            middle = rng.choice(((), (faces[place],) * 2, (JOKER,)))
            return Run((*faces[:place], *middle, *faces[place + 1 :]), wild)
        case Group(numbered, jokers):
            twin = rng.choice((numbered[:1], (), (JOKER,)))
            return Group((*numbered, *twin), max(0, jokers + rng.choice((-1, 0, 1))))


def _with_other_jokers(meld: Meld, rng: Random) -> Meld:
    """Return *meld* with other tiles replaced by jokers."""
    match meld:
        case Run(faces):
            wild = rng.sample(faces, rng.randrange(len(faces)))
            return Run(faces, tuple(f for f in faces if f in wild))
        case Group(numbered, jokers) if len(numbered) > 1:
            return Group(numbered[1:], jokers + 1)
        case _:
            return meld


def _meld_without_tiles(rules: Ruleset, rng: Random) -> Meld:
    """Return a meld of tiles that the mover need not have, sometimes not even in the tile set."""
    first = rng.randint(1, min(rules.tiles.numbers, TileSet.RANGES["numbers"][1] - 2))
    letter = rng.choice(rules.tiles.letters + "w")
    return Run(tuple(Tile.of(letter, first + i) for i in range(3)))
