"""The presets. Each is a published ruleset as interpreted in RULES, section 2.3.

Options for house rules, such as ``initial_meld.points``, are identified by their paths in
``option_table.OPTIONS``.
"""

from __future__ import annotations

from dataclasses import replace

from tilerummy.jokers import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.jokers.extend import Extend
from tilerummy.rules.choices import Direction, EmptyPool, Penalties, TakeDiscard
from tilerummy.rules.plays.opening import Opening
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.rules.rounds.deals import BY_PLAYERS, Deal
from tilerummy.rules.rounds.scoring import ByKindOfWin, CountAgainst, WinnerTakesAll
from tilerummy.rules.ruleset import Ruleset
from tilerummy.rules.turns import DRAW_MELD_DISCARD, PLAY_OR_DRAW
from tilerummy.tiles import TileSet

_CCW = Direction.COUNTERCLOCKWISE
_OPEN = JokerMelds.OPEN
_WITH_RACK = Reuse.NEW_MELD_WITH_RACK
_RUMMIKUB = '"Rummikub, American and International"'
_VARIATIONS = f"{_RUMMIKUB}, section Variations"

SABRA = Ruleset(
    name="sabra",
    source=f"{_RUMMIKUB}, section Sabra Rummikub",
    about="The rules in nearly every box sold; a meld with a joker is locked.",
    turn=PLAY_OR_DRAW,
    opening=Opening(points=30),
    table=Rearrange(JokerLaw()),
    scoring=WinnerTakesAll(joker=30),
    seconds=120,
    penalties=Penalties(),
)

TILE_RUMMY = replace(
    SABRA,
    name="tile-rummy",
    source='"Tile Rummy"',
    about="The rules of Sabra without a time limit.",
    seconds=0,
)

RUMMIKUB = replace(
    SABRA,
    name="rummikub",
    source='"Rummikub Gameplay"',
    about="Jokers can also be replaced with tiles from the table; once the pool is empty, you"
    " play or pass.",
    opening=Opening(points=30, same_turn=False),
    table=Rearrange(
        JokerLaw(melds=_OPEN, replace_from=ReplaceFrom.ANY, reuse=Reuse.NEW_MELD),
    ),
    seconds=60,
    empty_pool=EmptyPool.ALL_PASS,
)

OFFICIAL_1978 = replace(
    SABRA,
    name="official-1978",
    source=f"{_VARIATIONS}: the Official Rummikub Book (1978)",
    about="The first book: play is counter-clockwise, and a replaced joker goes into a new meld.",
    direction=_CCW,
    table=Rearrange(JokerLaw(reuse=Reuse.NEW_MELD)),
)

PRESSMAN_1980 = replace(
    SABRA,
    name="pressman-1980",
    source=f"{_VARIATIONS}: Pressman Toy Corp. (1980)",
    about="Replacing a joker in a group of three takes both missing colours.",
    table=Rearrange(JokerLaw(group_of_three=GroupOfThree.ALL)),
)

DUTCH_1985 = replace(
    SABRA,
    name="dutch-1985",
    source=f"{_VARIATIONS}: Spelregelboek (Goliath, 1985)",
    about="No rearranging in the opening turn; a joker on the rack costs 25.",
    direction=_CCW,
    opening=Opening(points=30, same_turn=False),
    table=Rearrange(JokerLaw(reuse=Reuse.NEW_MELD)),
    scoring=WinnerTakesAll(joker=25),
)

DUTCH_SABRA = replace(
    DUTCH_1985,
    name="dutch-sabra",
    source=f"{_VARIATIONS}: Dutch Sabra in the Spelregelboek (1985)",
    about="A variation from the Dutch book of 1985: melds with jokers may be split and rearranged.",
    opening=Opening(points=30),
    table=Rearrange(JokerLaw(melds=_OPEN, reuse=Reuse.NEW_MELD)),
)

PRESSMAN_1987 = replace(
    SABRA,
    name="pressman-1987",
    source=f"{_VARIATIONS}: Pressman Toy Corp. (1987), third reading of the joker rule",
    about="50 points to open; a replaced joker goes into a new meld with two rack tiles.",
    opening=Opening(points=50),
    table=Rearrange(JokerLaw(reuse=_WITH_RACK)),
)

SPEARS_1988 = replace(
    PRESSMAN_1987,
    name="spears-1988",
    source=f"{_VARIATIONS}: J W Spear & Sons (1988), third reading of the joker rule",
    about="Like Pressman 1987, but 30 points are enough for the first melds.",
    opening=Opening(points=30),
)

GOLIATH_1994 = replace(
    SABRA,
    name="goliath-1994",
    source=f"{_VARIATIONS}: Goliath Games (1994), first reading of the joker rule",
    about="The most liberal rules: melds with jokers may be split, and a replaced joker goes"
    " anywhere.",
    table=Rearrange(JokerLaw(melds=_OPEN)),
)

PRESSMAN_1998 = replace(
    SABRA,
    name="pressman-1998",
    source=f"{_VARIATIONS}: Pressman Toy Corp. (1998), third reading of the joker rule",
    about="Melds with jokers may be split; a replaced joker needs a new meld with two rack tiles.",
    table=Rearrange(JokerLaw(melds=_OPEN, reuse=_WITH_RACK)),
)

LEMADA_1999 = replace(
    SABRA,
    name="lemada-1999",
    source=f"{_VARIATIONS}: Lemada Light Industries (1999), second reading of the joker rule",
    about="No rearranging in the opening turn; a replaced joker goes into a new meld.",
    opening=Opening(points=30, same_turn=False),
    table=Rearrange(JokerLaw(melds=_OPEN, reuse=Reuse.NEW_MELD)),
    seconds=60,
)

LEMADA_2014 = replace(
    SABRA,
    name="lemada-2014",
    source=f"{_VARIATIONS}: Lemada Light Industries online (2014), first reading of the joker rule",
    about="Jokers may also be replaced with tiles from the table, and go anywhere.",
    table=Rearrange(JokerLaw(melds=_OPEN, replace_from=ReplaceFrom.ANY)),
    seconds=60,
)

SABRA_STRICT = replace(
    SABRA,
    name="sabra-strict",
    source=f"{_VARIATIONS}, fourth reading of the joker rule",
    about="A replaced joker goes into a new meld whose other tiles all come from the rack.",
    table=Rearrange(JokerLaw(reuse=Reuse.RACK_ONLY)),
)

SABRA_WAY = replace(
    SABRA,
    name="sabra-way",
    source='"Playing Rummikub the Sabra way"',
    about="50 points to open, counter-clockwise; a replaced joker needs two rack tiles.",
    direction=_CCW,
    opening=Opening(points=50),
    table=Rearrange(JokerLaw(reuse=_WITH_RACK)),
)

SABRA_WAY_TOURNAMENT = replace(
    SABRA_WAY,
    name="sabra-way-tournament",
    source='"Playing Rummikub the Sabra way", section Joker: tournament regulations',
    about="Like Sabra Way, but replacing a joker in a group of three takes both missing colours.",
    table=Rearrange(JokerLaw(group_of_three=GroupOfThree.ALL, reuse=_WITH_RACK)),
)

SABRA_SIX = replace(
    SABRA,
    name="sabra-six",
    source="Editions for six players (RULES 5.1)",
    about="The rules of Sabra with the tiles for six players: three of every tile and four jokers.",
    tiles=TileSet(copies=3, jokers=4),
)

TOURNAMENT = replace(
    RUMMIKUB,
    name="tournament",
    source="Mind Sports Olympiad, Rummikub, tournament clarifications of 2019 (RULES 5.3)",
    about="Each player gets a joker, three pairs allow a new deal, and a player who has never"
    " opened pays 100 points, or 200 if it was possible.",
    tiles=TileSet(jokers=6),
    deal=Deal(jokers=1, new_deal_pairs=3),
    scoring=WinnerTakesAll(joker=50, not_opened=100, could_open=200),
    seconds=0,
)

FIRST_GAME = replace(
    SABRA,
    name="first-game",
    source="Smaller sets for children and beginners (RULES 5.4)",
    about="A first game: numbers up to 8, eight tiles each, no minimum to open, and wild jokers.",
    tiles=TileSet(numbers=8),
    deal=Deal(tiles=8),
    opening=Opening(points=0),
    table=Rearrange(JokerLaw(melds=JokerMelds.FREE)),
    seconds=0,
    penalties=Penalties(timeout=0, invalid=0),
)

SHORT_GAME = replace(
    SABRA,
    name="short-game",
    source="Smaller sets for children and beginners (RULES 5.4)",
    about="The rules of Sabra in half the time: numbers up to 10, ten tiles each, 20 points to"
    " open.",
    tiles=TileSet(numbers=10),
    deal=Deal(tiles=10),
    opening=Opening(points=20),
)

MCGRAW = replace(
    SABRA,
    name="mcgraw",
    source='"A tile rummy variation contributed by Vivian A. McGraw"',
    about="Four jokers, handfuls instead of a counted deal, and free tiles beside the table.",
    tiles=TileSet(copies=max(BY_PLAYERS), jokers=4),
    opening=Opening(points=60, jokers=False),
    table=Rearrange(JokerLaw(melds=_OPEN, replace_from=ReplaceFrom.ANY)),
    scoring=CountAgainst(),
    deal=Deal(handfuls=True, free=4, copies=BY_PLAYERS),
    draw=4,
    empty_pool=EmptyPool.ALL_PASS,
    seconds=0,
    penalties=Penalties(timeout=0, invalid=0),
    jokers_due=True,
    loser_starts=True,
)

AMERICAN = Ruleset(
    name="american",
    source=f"{_RUMMIKUB}, section American Rummikub",
    about="Draw, meld and discard; you can only add to melds. Closest to traditional rummy.",
    turn=DRAW_MELD_DISCARD,
    tiles=TileSet(one_high=True),
    direction=_CCW,
    opening=Opening(points=21),
    table=Extend(JokerLaw(reuse=_WITH_RACK)),
    scoring=WinnerTakesAll(joker=30),
    deal=Deal(trump=True),
    take_discard=TakeDiscard.OPENED_EARLIER,
    empty_pool=None,
)

INTERNATIONAL = replace(
    AMERICAN,
    name="international",
    source=f"{_RUMMIKUB}, section International Rummikub",
    about="Like American, but with closed hands of fourteen tiles that win immediately.",
    opening=Opening(points=50),
    scoring=ByKindOfWin(),
    deal=Deal(trump=True, starter_extra=True),
    take_discard=TakeDiscard.ALWAYS,
    closed_hands=True,
)

PRESETS: dict[str, Ruleset] = {
    r.name: replace(r, base=r)
    for r in (
        TILE_RUMMY,
        RUMMIKUB,
        SABRA,
        OFFICIAL_1978,
        PRESSMAN_1980,
        DUTCH_1985,
        DUTCH_SABRA,
        PRESSMAN_1987,
        SPEARS_1988,
        GOLIATH_1994,
        PRESSMAN_1998,
        LEMADA_1999,
        LEMADA_2014,
        SABRA_STRICT,
        SABRA_WAY,
        SABRA_WAY_TOURNAMENT,
        SABRA_SIX,
        TOURNAMENT,
        FIRST_GAME,
        SHORT_GAME,
        MCGRAW,
        AMERICAN,
        INTERNATIONAL,
    )
}
"""All presets by name, in the order of RULES, section 2.3. Each preset is its own base.

>>> from tilerummy import PRESETS
>>> PRESETS["american"].source
'"Rummikub, American and International", section American Rummikub'
"""
