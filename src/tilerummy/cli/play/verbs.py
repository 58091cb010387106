"""The command words that can start a line during a turn, together with their help texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from tilerummy.cli.play.draft import DraftError
from tilerummy.rules import Ruleset
from tilerummy.rules_text.sections import sentences_about
from tilerummy.tiles import COLOUR_NAMES


@dataclass(frozen=True, slots=True)
class Verb:
    """A command word, with its usage, a summary and a detailed description.

    ``discards`` restricts the command to games with discards if True, or to games without discards
    if False. ``closed_hands``, ``free_tiles`` and ``new_deals`` restrict it to games that
    have these.
    """

    name: str
    usage: str
    summary: str
    details: str = ""
    aliases: tuple[str, ...] = ()
    discards: bool | None = None
    closed_hands: bool = False
    free_tiles: bool = False
    new_deals: bool = False

    def applies(self, rules: Ruleset) -> bool:
        """Return whether the command is available in a game with these rules."""
        return (
            self.discards in (None, rules.draws_and_discards)
            and (not self.closed_hands or bool(rules.closed_hands))
            and (not self.free_tiles or bool(rules.deal.free))
            and (not self.new_deals or bool(rules.deal.new_deal_pairs))
        )


_FIND_TILES = (
    "Tiles come from the loose ones first, then from your rack, then from the free tiles if there"
    " are any."
)

_DONE = ("end", "ok", "finish", "finished", "submit", "ready", "next")

_POOL = ("pool", "stock", "bucket", "deck")

VERBS = (
    Verb(
        "lay",
        "r3 r4 r5",
        "lay a meld; the word lay may be left out",
        "Several melds are separated by /: r3 r4 r5 / k7 b7 o7. Short ways to write them: r3-5"
        " for the run, kbo7 for the group. A joker is *, or *b7 to say what it stands for."
        f" {_FIND_TILES}",
        ("put", "meld", "place"),
    ),
    Verb(
        "add",
        "r6 > 3",
        "lay tiles off on meld 3; also 3 + r6, or r6 3",
        f"You can lay off several tiles: r6 r7 > 3. {_FIND_TILES} A tile that a joker in the run"
        " represents replaces the joker.",
    ),
    Verb(
        "take",
        "r6 < 3",
        "pick up r6 from meld 3; take 3 for the complete meld",
        "Also 3 - r6, or take r6 from 3. A tile from the table is then loose and must be laid again"
        " before the turn ends; your own tile returns to your rack. Taking an inner tile out of a"
        " run splits the run.",
        discards=False,
    ),
    Verb(
        "take",
        "take",
        "draw the last discard; take r6 < 3 picks up your r6 from meld 3",
        "Also take discard or draw discard. With a meld's number, take 3, the tiles that you laid"
        " there this turn return to your rack.",
        discards=True,
    ),
    Verb(
        "split",
        "3 | r6",
        "split meld 3 before r6; split 3 after r6",
        "The second part gets its own number, at the end of the table.",
        ("divide", "cut"),
        discards=False,
    ),
    Verb(
        "join",
        "3 + 5",
        "put all of meld 5 on meld 3",
        "Also 5 > 3. The number 5 is then unused for the rest of this turn.",
        discards=False,
    ),
    Verb(
        "replace",
        "b7 for * in 2",
        "replace the joker of meld 2 with b7",
        "Also b7 for 2. The joker is then loose and must be laid in the same turn; type rules for"
        " its restrictions. If a group of three needs both missing colours, write both:"
        " b7 o7 for * in 2.",
        ("joker", "swap", "exchange", "substitute"),
    ),
    Verb(
        "rearrange",
        "3 5 = ...",
        "rearrange the tiles of melds 3 and 5",
        "Write the new melds after the =: 3 5 = r3 r4 r5 / r6 k6 b6. They may include tiles from"
        " your rack, and omitted tiles become loose.",
        discards=False,
    ),
    Verb(
        "back",
        "back r6",
        "take back a tile that you laid this turn",
        "If it is in several melds, add the number: back r6 from 3.",
    ),
    Verb("undo", "undo", "take back the last step", "", ("u",)),
    Verb("redo", "redo", "redo what was undone"),
    Verb(
        "reset",
        "reset",
        "restore the start of the turn",
        "undo restores your work.",
        ("cancel", "restart"),
    ),
    Verb(
        "check",
        "check",
        "check whether your draft is legal",
        "It costs nothing and submits nothing. In games that penalise illegal plays, it shows only"
        " the piles that are not melds.",
        ("c",),
    ),
    Verb(
        "done",
        "done",
        "submit your turn",
        "It is submitted completely or not at all. If you have not opened, the melds from your own"
        " tiles are your initial meld and the rest is a second play.",
        _DONE,
        discards=False,
    ),
    Verb(
        "play",
        "play",
        "submit this play and continue",
        "A submitted play cannot be taken back.",
        discards=False,
    ),
    Verb(
        "play",
        "play",
        "submit this play; a discard then ends the turn",
        "A submitted play cannot be taken back. discard submits your draft by itself.",
        ("done", *_DONE),
        discards=True,
    ),
    Verb(
        "draw",
        "draw",
        "draw from the pool",
        aliases=("pick", "pickup", "grab", *_POOL),
        discards=False,
    ),
    Verb(
        "draw",
        "draw",
        "draw from the pool; draw discard takes the last discard",
        "draw trump tries the trump: it joins your rack for a trial, and if you can lay all your"
        " tiles but one, discard submits everything together and you have won.",
        _POOL,
        discards=True,
    ),
    Verb(
        "pass",
        "pass",
        "end your turn without drawing, when the pool is empty",
        "",
        ("skip",),
        discards=False,
    ),
    Verb(
        "new",
        "new deal",
        "ask for a new deal, if you have enough pairs",
        "It is possible at the start of your first turn, before anyone has opened.",
        ("newdeal", "redeal"),
        new_deals=True,
    ),
    Verb(
        "discard",
        "discard k5",
        "discard a tile, which ends your turn",
        "Tiles you have laid but not submitted yet are submitted with it, all or none.",
        ("throw", "drop", "toss"),
        discards=True,
    ),
    Verb(
        "declare",
        "declare k5",
        "show a closed hand of 14 tiles and discard k5",
        "declare without a tile finds the most valuable discard; hands lists the closed hands.",
        discards=True,
        closed_hands=True,
    ),
    Verb(
        "go",
        "go out k5",
        "draw the trump, lay everything and discard k5",
        "Type draw trump first, lay your melds, then discard or go out with the last tile.",
        ("out", "goout"),
        discards=True,
    ),
    Verb(
        "hint",
        "hint",
        "see if you can lay something; again: which tiles; again: how",
        "hint tiles and hint how skip ahead. The play shown lays the most tiles.",
        ("tip", "advice"),
    ),
    Verb(
        "near",
        "near",
        "see which closed hands you are nearest to",
        "Shows the missing tiles, the points, and how many copies are still unseen.",
        closed_hands=True,
    ),
    Verb(
        "free",
        "free",
        "show the free tiles, and whether they may be used",
        "Free tiles are used like tiles from your rack, together with one of your own: type a meld"
        " with them, k7 r7 b7. To free a joker type replace b7 for * in 2.",
        free_tiles=True,
    ),
    Verb("why", "why", "explain why the last line was rejected", "", ("w",)),
    Verb("table", "table", "show the table in full notation", "", ("t", "board")),
    Verb("show", "show", "show the position again", "", ("look", "rack")),
    Verb(
        "sort",
        "sort number",
        "sort your rack by number, or by colour",
        "sort by itself switches between the two.",
    ),
    Verb("history", "history", "show the last turns", "history 20 shows the last twenty."),
    Verb("scores", "scores", "show the match scores", "", ("score", "points", "total")),
    Verb(
        "rules",
        "rules",
        "show the rules and options of this table",
        "rules joker shows the rules about jokers and their options.",
        ("options",),
    ),
    Verb(
        "hands",
        "hands",
        "list the closed hands and their scores",
        discards=True,
        closed_hands=True,
    ),
    Verb(
        "save",
        "save FILE",
        "write the game to a file, to be resumed with --resume FILE",
        "The game is saved automatically after every turn; this saves a copy elsewhere.",
    ),
    Verb(
        "quit",
        "quit",
        "leave, and save the game for later if you like",
        "",
        ("q", "exit", "bye", "leave"),
    ),
    Verb("help", "help", "show this list; help done explains done", "", ("h", "?", "commands")),
)
"""All command words, in the order that the help text lists them."""

MINOR = (
    *("redo", "free", "why", "table", "show", "sort", "history"),
    *("scores", "rules", "hands", "save", "quit", "help"),
)
"""The command words that the short help lists by name only."""

ALONE = (
    *("undo", "redo", "reset", "check", "done", "play", "pass"),
    *("why", "table", "show", "scores", "hands", "quit"),
)
"""The command words that take no arguments."""

_WORD = re.compile(r"\s*([a-z?]+)(?=[\s,;:]|$)(.*)", re.IGNORECASE | re.DOTALL)


def _each(ways: dict[str, str]) -> dict[str, str]:
    return {word: way for words, way in ways.items() for word in words.split()}


_FREE_A_JOKER = "to free a joker type replace b7 for * in 2"
_WITHOUT_DISCARDS = _each(
    {
        "discard throw drop toss": "nothing is discarded: done ends your turn, or draw instead of"
        " laying",
        "declare hands go out goout knock": "lay all your tiles and type done: the round is over"
        " then",
        "trump": "draw takes a tile from the pool",
        "free": _FREE_A_JOKER,
    }
)
_WITH_DISCARDS = _each(
    {
        "pass skip": "discard and a tile ends your turn",
        "split divide cut join rearrange move": "you can only add to table melds: add r6 > 3",
        "pick pickup grab": "type draw for the pool, or take for the last discard",
        "free": _FREE_A_JOKER,
        "declare hands": "lay your melds and discard the last tile to go out",
    }
)
"""Advice on common words that are not commands, for games without and with discards."""


def read_verb(line: str, rules: Ruleset) -> tuple[Verb, str] | None:
    """Return the command and the rest of *line*, or None if *line* has only tiles and symbols.

    A unique prefix of a command word is enough. Raises DraftError for unknown words.
    """
    match = _WORD.fullmatch(line)
    if match is None or match[1].lower() in ("j", "joker", "jokers", *COLOUR_NAMES):
        return None
    word, rest = match[1].lower(), match[2].strip(" ,;:")
    if word == "trump" and rules.deal.trump:
        word, rest = "draw", f"trump {rest}".strip()
    return _find(word, rules), rest


def _find(word: str, rules: Ruleset) -> Verb:
    """Return the verb that *word* stands for.

    Raises DraftError, with suggestions, if *word* is unknown.
    """
    verbs = [v for v in VERBS if v.applies(rules)]
    for verb in verbs:
        if word == verb.name or word in verb.aliases:
            return verb
    instead = (_WITH_DISCARDS if rules.draws_and_discards else _WITHOUT_DISCARDS).get(word)
    if instead:
        raise DraftError(f"There is no {word!r} in this game: {instead}.")
    fitting = [v.name for v in verbs if v.name.startswith(word)]
    if len(fitting) == 1:
        return next(v for v in verbs if v.name == fitting[0])
    if fitting:
        *most, last = fitting
        raise DraftError(f"{word!r} can be {', '.join(most)} or {last}: type more letters.")
    if any(word == v.name or word in v.aliases for v in VERBS):
        raise DraftError(f"There is no {word!r} in this game; type help for all commands.")
    names = [name for v in verbs for name in (v.name, *v.aliases) if len(name) > 1]
    near = get_close_matches(word, names, n=1, cutoff=0.6)
    meant = f"did you mean {near[0]}?" if near else "type help for all commands."
    raise DraftError(f"There is no command {word!r}; {meant}")


def help_lines(rules: Ruleset) -> Iterator[str]:
    """Yield the short help: one line per common command, then the names of all other commands."""
    verbs = [v for v in VERBS if v.applies(rules)]
    common = [v for v in verbs if v.name not in MINOR]
    width = max(len(v.usage) for v in common)
    yield from (f"{v.usage:<{width}}  {v.summary}" for v in common)
    yield f"Also: {', '.join(v.name for v in verbs if v.name in MINOR and v.name != 'help')}."
    yield "Type help WORD for details. Commands can be shortened and joined with ;"
    colours = ", ".join(f"{c} {n}" for c, n in zip(rules.tiles.letters, COLOUR_NAMES, strict=False))
    yield f"Tiles: {colours} and a number; * is a joker."
    yield "Melds: + changed by you, ! not a meld yet, ~ changed since your last turn."


def help_on(word: str, rules: Ruleset) -> list[str]:
    """Return the full help on a command, or the rules on a subject.

    Raises DraftError if *word* is neither.
    """
    try:
        verb = _find(word.lower(), rules)
    except DraftError:
        sentences = sentences_about([word], rules) if len(word) > 2 else []
        if not sentences:
            raise
        return [*sentences, f"Type rules {word} for the options as well."]
    names = [verb.name, *(o for o in verb.aliases if len(o) > 1)]
    lines = [f"{', '.join(names)}:  {verb.usage}", f"{verb.summary.capitalize()}."]
    return [*lines, verb.details] if verb.details else lines
