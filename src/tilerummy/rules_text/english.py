"""Every sentence about rules in English, by its code.

A pair is what is said of one and of more, which the parameter ``n`` decides. How parameters are
filled in, :mod:`tilerummy.rules_text.sentence` says.
"""

from __future__ import annotations

Words = dict[str, str | tuple[str, str]]

_HEADINGS: Words = {
    "part.melds": "Melds",
    "part.deal": "The deal",
    "part.turn": "A turn",
    "part.table": "The table",
    "part.first_melds": "Your first melds",
    "part.jokers": "Jokers on the table",
    "part.end": "The end of a round",
    "part.score": "The score",
    "part.closed_hands": "Closed hands",
    "part.time": "Time and penalties",
}

_MELDS: Words = {
    "meld": "A meld is a group or a run of three tiles or more.",
    "meld.kinds": "A group is one number in different colours, a run is one colour in sequence.",
    "meld.joker": "A joker stands for any tile.",
}

_DEAL: Words = {
    "deal.set": (
        (
            "There are {tiles} tiles: the numbers 1 to {numbers} in {colours:colours},"
            " {copies:words} of each, and {n:words} joker."
        ),
        (
            "There are {tiles} tiles: the numbers 1 to {numbers} in {colours:colours},"
            " {copies:words} of each, and {n:words} jokers."
        ),
    ),
    "deal.set.more": "These are for two players; three and four have {tiles} tiles, {copies:words}"
    " of each and as many jokers.",
    "deal.players": "{players:Or} can play.",
    "deal.starter": "For the first round each player draws a tile: the highest starts. A joker is"
    " higher than any number, and who ties for the highest draws again.",
    "deal.loser_starts": "Later the loser of the last round starts.",
    "deal.start_passes": "In later rounds the start passes to the next player.",
    "deal.handfuls": "The jokers are set apart. Each player grabs two handfuls of tiles, aiming at"
    " {n} in each; all that was grabbed is the hand.",
    "deal.handfuls.jokers": (
        "Then the joker is dealt in the open; it moves on by one seat in each round.",
        (
            "Then the {n:words} jokers are dealt as evenly as possible, in the open; the odd"
            " ones move on by one seat in each round."
        ),
    ),
    "deal.rack": "Each player gets {n} tiles on a rack that the others do not see.",
    "deal.starter_extra": "The first player gets one tile more, and does not draw in the first"
    " turn.",
    "deal.free": (
        "{n:Words} tile for each player lies face up beside the table: the free tiles.",
        "{n:Words} tiles for each player lie face up beside the table: the free tiles.",
    ),
    "deal.trump": "One of the other tiles lies face up: the trump.",
    "deal.pool": "The rest, face down, is the pool.",
}

_TURN: Words = {
    "when.start": "at the start of your turn",
    "when.played": "after a play",
    "when.drawn": "with the drawn tile on your rack",
    "may.play": "play: put one or more tiles from your rack on the table",
    "may.lay": "lay melds, or add tiles to melds",
    "may.draw": (
        "draw {n:words} tile from the pool",
        "draw {n:words} tiles from the pool",
    ),
    "may.draw.or_take_later": (
        (
            "draw {n:words} tile from the pool, or take the previous player's discard (from"
            " the turn after your first melds on)"
        ),
        (
            "draw {n:words} tiles from the pool, or take the previous player's discard (from"
            " the turn after your first melds on)"
        ),
    ),
    "may.draw.or_take": (
        "draw {n:words} tile from the pool, or take the previous player's discard",
        "draw {n:words} tiles from the pool, or take the previous player's discard",
    ),
    "may.pass.empty": "say pass, if the pool is empty",
    "may.pass": "say pass",
    "may.trump": "draw the trump, if you win with it at once",
    "may.declare": "show a closed hand and discard",
    "may.discard": "discard a tile, face up",
    "then.more": "go on, or say pass",
    "then.meld": "go on, or discard",
    "then.done": "your turn is over",
    "then.over": "the round is over",
}

_TABLE: Words = {
    "table.rearranged": "A play takes the table from one valid arrangement to another. Melds may be"
    " split, joined and rearranged; at the end at least one tile from your rack is there, every"
    " tile that was on the table still is, and all melds are valid.",
    "table.extended": "Melds on the table are never rearranged or joined: they are only added to,"
    " your own and the others'.",
    "table.taken": "A tile taken from the discards is not discarded again in the same turn.",
    "table.last_tile": "You always need a tile to discard, so you cannot lay all your tiles.",
    "table.free": "Free tiles are used like tiles of your rack, together with at least one of your"
    " own, when no rack holds a joker any more and no equal tile lies on the table. Who laid"
    " the first melds of the round has the first choice of them for one turn.",
    "table.jokers_due": "After the turn of your first melds every play must leave no joker on your"
    " rack.",
    "first_melds.from": "They come from your rack alone; until then the melds of the table stay as"
    " they are.",
    "first_melds.free": "Free tiles that may be used count as your own.",
    "jokers.extended": "A meld with a joker is added to like any other.",
    "jokers.replaced": "The tile that replaces a joker comes from your rack.",
}

_END: Words = {
    "end.discard": "Who has melded all tiles but one and discards that one wins.",
    "end.out": "Who lays the last tile of the rack wins, at once.",
    "end.empty": "The round also ends with the turn in which the pool becomes empty.",
    "end.no_progress": "So it does when all have had ten turns without a play or a tile from the"
    " pool.",
    "score.winner": "The others lose the sum of the numbers on their racks, a joker counting"
    " {joker}, and the winner gets what they lose.",
    "score.lowest": "If nobody went out, the lowest rack wins: the others lose what theirs is"
    " higher, and the winner gets the sum. On a tie fewer tiles win, then who would have moved"
    " next. The scores of a round always add up to zero.",
    "score.against": "Everybody adds the numbers on the rack, a joker counting {joker}. Low is"
    " good.",
    "score.handful": "A handful of exactly {tiles} takes {exact} off, one more or one fewer takes"
    " {near} off.",
    "score.open": "An **Open** win, melding in stages, scores 100, or 200 if nobody else has"
    " melded. With three tiles or fewer left you are announced. It may not take the trump.",
    "score.foot": "A **Foot**, 14 tiles melded at once with some of them added to others' melds and"
    " together worth {points}, scores 200.",
    "score.closed": "A **Closed** win, 14 tiles at once beside the others' melds, has its own"
    " table.",
    "score.others": "Others who have melded lose their tiles: 2 to 9 as they are, 10 to 13 and 1"
    " as ten each, a joker {joker}. Others who have not lose 100, or as much as a Closed win won."
    " If the winner's last discard is a joker, all of it is doubled.",
    "score.nobody": "If nobody wins, nobody scores for a win and the others lose in the same way.",
    "score.match.lowest": "In a match the lowest total wins.",
    "score.match.highest": "In a match the highest total wins.",
    "closed_hands": "Fourteen tiles of your rack that make a special hand win at once, with a"
    " discard.",
    "closed_hands.best": "The most valuable closed hand counts.",
    "time.no_penalty": "Where a time is set, who runs out of it takes back what was not handed in,"
    " draws a tile if none was drawn, and discards it or else the highest tile.",
    "time.in_order": "A working table that is in order when the time is over is played as it lies.",
}

_OPTIONS: Words = {
    "option.direction.cw": "The turn passes clockwise.",
    "option.direction.ccw": "The turn passes counter-clockwise.",
    "option.initial_meld.points": "Your first melds are worth at least {n} in all.",
    "option.initial_meld.jokers.true": "The first melds may hold jokers; a joker counts as the tile"
    " that it represents.",
    "option.initial_meld.jokers.false": "The first melds may not hold jokers.",
    "option.initial_meld.same_turn_manipulation.true": "After the first melds you may go on playing"
    " in the same turn.",
    "option.initial_meld.same_turn_manipulation.false": "After the first melds your turn is over;"
    " the table is yours from your next turn on.",
    "option.joker.melds.locked": "A meld with a joker may be added to, but nothing is taken from it"
    " until the joker is replaced.",
    "option.joker.melds.open": "A meld with a joker may be split and rearranged like any other, as"
    " long as the joker goes on representing the same tile.",
    "option.joker.melds.free": "A joker on the table may come to represent anything in every play.",
    "option.joker.replace_from.rack": "The tile that replaces a joker comes from your rack.",
    "option.joker.replace_from.any": "The tile that replaces a joker comes from your rack or from"
    " elsewhere on the table.",
    "option.joker.group_of_three.any": "A joker in a group of three is replaced by a tile of any"
    " colour that it lacks.",
    "option.joker.group_of_three.all": "A joker in a group of three is replaced only by the tiles"
    " of all the colours that it lacks, at once.",
    "option.joker.reuse.any": "A replaced joker goes back on the table in the same play, into any"
    " meld.",
    "option.joker.reuse.new_meld": "A replaced joker goes in the same play into a meld that was not"
    " there before, made of tiles from your rack or from the table.",
    "option.joker.reuse.new_meld_with_rack": "A replaced joker goes in the same play into a new"
    " meld with at least two tiles from your rack.",
    "option.joker.reuse.rack_only": "A replaced joker goes in the same play into a new meld with"
    " nothing but tiles from your rack, at least two.",
    "option.joker.rack_value": "A joker left on your rack counts {n}.",
    "option.turn.seconds": "A turn lasts {n} seconds.",
    "option.turn.seconds.none": "There is no time limit.",
    "option.penalty.timeout": (
        "Who runs out of time before playing draws {n:words} tile.",
        "Who runs out of time before playing draws {n:words} tiles.",
    ),
    "option.penalty.invalid": (
        (
            "Who runs out of time with the table in disorder takes everything back and draws"
            " {n:words} tile."
        ),
        (
            "Who runs out of time with the table in disorder takes everything back and draws"
            " {n:words} tiles."
        ),
    ),
    "option.invalid_play.refuse": "A play that the rules forbid is refused with the reason, and you"
    " may try again.",
    "option.invalid_play.penalty": "Who declares a forbidden play finished takes it back, draws the"
    " penalty, and the turn is over.",
    "option.empty_pool.first_pass": "With an empty pool the round ends as soon as somebody does not"
    " play.",
    "option.empty_pool.all_pass": "With an empty pool each plays or passes until somebody goes out"
    " or all have passed in a row.",
    "option.trump_bonus.true": "Who held the tile identical to the trump, dealt or drawn, scores 50"
    " more.",
    "option.trump_bonus.false": "The tile identical to the trump is worth nothing more.",
    "option.tiles.numbers": "The numbers run from 1 to {n}.",
    "option.tiles.colours": "The colours are {colours:colours}.",
    "option.tiles.copies": (
        "There is {n:words} of every tile.",
        "There are {n:words} of every tile.",
    ),
    "option.tiles.copies.by_players": "There are two of every tile for two players, four for"
    " three or four.",
    "option.tiles.jokers": ("There is {n:words} joker.", "There are {n:words} jokers."),
    "option.deal.tiles": "Each player gets {n} tiles.",
    "option.deal.tiles.handfuls": "Each player grabs two handfuls, aiming at {n} tiles in each.",
    "option.draw.tiles": ("A draw is {n:words} tile.", "A draw is {n:words} tiles."),
    "option.run.one_high.true": "A 1 is low or high, 1-2-3 or 12-13-1, but never both at once.",
    "option.run.one_high.false": "A 1 is always low: 1-2-3 is a run, 12-13-1 is none.",
}

_UNPLAYABLE: Words = {
    "unplayable.opening": "The first melds cannot be worth {points}: all that a player can ever"
    " meld at once is worth {worth} at most.",
    "unplayable.deal": "There are not enough tiles: a deal to two players takes up to {most}, and"
    " two must stay in the pool, but there are only {tiles}.",
    "unplayable.hands.numbers": "Closed hands are made for the numbers 1 to 13.",
    "unplayable.hands.jokers": "Closed hands have points for at most two jokers.",
    "unplayable.hands.deal": "A closed hand has 14 tiles, so 14 are dealt.",
}

_EXAMPLES: Words = {
    "example.opening": "Your first melds",
    "example.first-melds": "Your first melds",
    "example.rearranging": "Rearranging the table",
    "example.adding": "Adding to melds",
    "example.joker-meld": "A meld with a joker",
    "example.joker-replaced": "Where a replaced joker goes",
    "example.joker-from-table": "Replacing a joker with a tile of the table",
    "example.joker-group": "A joker in a group of three",
    "example.free-tiles": "Free tiles, and jokers that are due",
    "example.last-tile": "A tile to discard",
    "example.foot": "Fourteen tiles at once",
}

_HANDS: Words = {
    "hand.1": "Basic",
    "hand.2": "Hand minor",
    "hand.3": "Hand minor 51",
    "hand.4": "Minor 51 groups",
    "hand.5": "Minor 51 runs",
    "hand.6": "Piccolo 41 odd",
    "hand.7": "Piccolo 41 sets",
    "hand.8": "Piccolo 41 runs",
    "hand.9": "Piccolo 41 groups",
    "hand.10": "Grand odd",
    "hand.11": "Grand sets",
    "hand.12": "Grand square",
    "hand.13": "Four colours",
    "hand.14": "Four colours minor",
    "hand.15": "Four colours major",
    "hand.16": "Three colours",
    "hand.17": "Three colours minor",
    "hand.18": "Three colours major",
    "hand.19": "Two colours",
    "hand.20": "Two colours minor",
    "hand.21": "Two colours major",
    "hand.22": "Single colour odd",
    "hand.23": "Single colour runs",
    "hand.24": "Royal",
    "hand.25": "Sticks",
    "hand.26": "Sticks minor",
    "hand.27": "Sticks major",
    "hand.28": "Mosaic",
    "hand.29": "Little Wave",
    "hand.30": "Big Wave",
    "hand.31": "Little Wave single colour",
    "hand.32": "Big Wave single colour",
    "hand.33": "Little Wave two colours",
    "hand.34": "Big Wave two colours",
    "hand.35": "Seven pairs",
    "hand.36": "Seven pairs minor",
    "hand.37": "Seven pairs major",
    "hand.38": "Seven pairs single colour",
    "hand.39": "Little Blitz",
    "hand.40": "Grand Blitz",
    "hand.any": "Any tiles.",
    "hand.sets": "Groups, runs or both.",
    "hand.groups": "Groups alone.",
    "hand.groups.n": ("{n:Words} group.", "{n:Words} groups."),
    "hand.runs": "Runs alone.",
    "hand.runs.n": ("{n:Words} run.", "{n:Words} runs."),
    "hand.whole": "One run from the low 1 to the high 1.",
    "hand.to": "Two runs from 1 to {high}.",
    "hand.from": "Two runs from {low} to the high 1.",
    "hand.mixed": "Of mixed colours: no two neighbours are alike.",
    "hand.square": "Eight tiles of one number and any six others.",
    "hand.pairs": "Seven pairs of identical tiles.",
    "hand.colour": "All of one colour.",
    "hand.colours": ("In {n:words} colour.", "In {n:words} colours."),
    "hand.colours.each": "Each of another colour.",
    "hand.high": "No tile above {high}.",
    "hand.low": "No tile below {low}; a 1 is high.",
    "hand.total": "The numbers add up to {total} at most, a 1 counting 1.",
    "hand.first_turn": "In your first turn.",
    "hand.dealt": "In your first turn, with the tiles as dealt; not for the first player.",
}

ENGLISH: Words = {
    **_HEADINGS,
    **_MELDS,
    **_DEAL,
    **_TURN,
    **_TABLE,
    **_END,
    **_OPTIONS,
    **_UNPLAYABLE,
    **_EXAMPLES,
    **_HANDS,
}
