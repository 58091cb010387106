"""Random actions: mostly illegal, and often only just."""

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
    Pass,
    Play,
    Source,
    State,
    TimeOut,
)
from tilerummy.tiles import JOKER, Tile, TileSet

_KINDS: tuple[type[Action], ...] = (Draw, Discard, Declare, GoOut, Pass, TimeOut, Foul)


def random_action(rules: Ruleset, view: State, chance: Random) -> Action:
    """Return any action at all, legal or not, that a client could hand in for the mover."""
    kinds = rules.tiles.kinds
    tile = chance.choice([*view.mover.rack, *view.table.tiles, kinds[0], kinds[-1]])
    kind = Play if chance.random() < 0.6 else chance.choice(_KINDS)
    if kind is Draw:
        return Draw(chance.choice([*Source]))
    if kind is Discard:
        return Discard(tile)
    if kind is Declare:
        return Declare(tile)
    if kind is Pass:
        return Pass()
    if kind is Play:
        return flawed_play(rules, view, chance)
    if kind is Foul:
        return Foul(flawed_play(rules, view, chance))
    plays = tuple(flawed_play(rules, view, chance) for _ in range(chance.choice((0, 1, 1, 2))))
    return GoOut(plays, tile) if kind is GoOut else TimeOut(chance.choice((None, plays)))


def has_notation(action: Action, tiles: TileSet) -> bool:
    """Return whether all melds in *action* are melds, so that there is notation for them."""
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


def flawed_play(rules: Ruleset, view: State, chance: Random) -> Play:
    """Return a play found carelessly, and more often than not made wrong in one respect."""
    tried = (tried_play(rules, view, chance, care=0.4) for _ in range(4))
    play = next((found[0] for found in tried if found), Play(Table(), Table()))
    lift, lay = [*play.lift], [*play.lay]
    match chance.randrange(12):
        case 0 if lay:
            lay.pop(chance.randrange(len(lay)))
        case 1 if lift:
            lift.pop(chance.randrange(len(lift)))
        case 2 if view.table:
            lift.append(chance.choice(view.table))
        case 3 if view.table:
            both = chance.choice(view.table)
            lift, lay = [*lift, both], [*lay, both]
        case 4 if lay:
            lay[0] = _spoilt(lay[0], chance)
        case 5 if lay:
            lay[0] = _with_other_jokers(lay[0], chance)
        case 6:
            lay.append(_meld_without_tiles(rules, chance))
        case 7 if lay:
            lift.append(lay[0])
        case _:
            pass
    return Play(Table(lift), Table(lay))


def _spoilt(meld: Meld, chance: Random) -> Meld:
    """Return what is no meld, or another one, by dropping, doubling or exchanging a tile."""
    match meld:
        case Run(faces, wild):
            place = chance.randrange(len(faces))
            middle = chance.choice(((), (faces[place],) * 2, (JOKER,)))
            return Run((*faces[:place], *middle, *faces[place + 1 :]), wild)
        case Group(naturals, jokers):
            twin = chance.choice((naturals[:1], (), (JOKER,)))
            return Group((*naturals, *twin), max(0, jokers + chance.choice((-1, 0, 1))))


def _with_other_jokers(meld: Meld, chance: Random) -> Meld:
    """Return *meld* with a joker more or less, or with jokers in other places."""
    match meld:
        case Run(faces):
            wild = chance.sample(faces, chance.randrange(len(faces)))
            return Run(faces, tuple(f for f in faces if f in wild))
        case Group(naturals, jokers) if len(naturals) > 1:
            return Group(naturals[1:], jokers + 1)
        case _:
            return meld


def _meld_without_tiles(rules: Ruleset, chance: Random) -> Meld:
    """Return a meld whose tiles need not be there, now and then not even in the tile set."""
    first = chance.randint(1, rules.tiles.numbers)
    letter = chance.choice(rules.tiles.letters + "w")
    return Run(tuple(Tile.of(letter, first + i) for i in range(3)))
