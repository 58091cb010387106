"""Tile rummy: the rules of every published ruleset as values, a referee, and players.

>>> from tilerummy import Play, decide, ruleset, table
>>> sabra = ruleset("sabra")
>>> Play.between(table("k4 r4 o4"), table("k4 r4 b4 o4")).placed
b4

The names here are the ones most programs need; :mod:`tilerummy.rules`, :mod:`tilerummy.state`,
:mod:`tilerummy.records`, :mod:`tilerummy.players` and :mod:`tilerummy.match` hold the rest.
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.match import Match
    from tilerummy.melds import (
        AmbiguousJoker,
        Group,
        InvalidMeld,
        Meld,
        Run,
        Table,
        fits,
        meld,
        table,
    )
    from tilerummy.rules import (
        PRESETS,
        IllegalActionError,
        Reason,
        Refusal,
        Ruleset,
        begin,
        chance,
        decide,
        decide_all,
        faults,
        ruleset,
    )
    from tilerummy.rules_text import hint_text, step_text
    from tilerummy.state import (
        Declare,
        Discard,
        Draw,
        GoOut,
        Pass,
        Play,
        Source,
        State,
        apply,
        conceal,
        fold,
        redact,
    )
    from tilerummy.state.notation import action_text, read_action, read_state, state_text
    from tilerummy.tiles import (
        HIDDEN,
        JOKER,
        STANDARD,
        NotationError,
        Rack,
        Tile,
        TileSet,
        rack,
        tile,
    )
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.match": "Match",
            "tilerummy.melds": "AmbiguousJoker Group InvalidMeld Meld Run Table fits meld table",
            "tilerummy.rules": "PRESETS IllegalActionError Reason Refusal Ruleset "
            "begin chance decide decide_all faults ruleset",
            "tilerummy.rules_text": "hint_text step_text",
            "tilerummy.state": "Declare Discard Draw GoOut Pass Play Source State "
            "apply conceal fold redact",
            "tilerummy.state.notation": "action_text read_action read_state state_text",
            "tilerummy.tiles": "HIDDEN JOKER STANDARD NotationError Rack Tile TileSet rack tile",
        },
    )

__all__ = [
    "HIDDEN",
    "JOKER",
    "PRESETS",
    "STANDARD",
    "AmbiguousJoker",
    "Declare",
    "Discard",
    "Draw",
    "GoOut",
    "Group",
    "IllegalActionError",
    "InvalidMeld",
    "Match",
    "Meld",
    "NotationError",
    "Pass",
    "Play",
    "Rack",
    "Reason",
    "Refusal",
    "Ruleset",
    "Run",
    "Source",
    "State",
    "Table",
    "Tile",
    "TileSet",
    "action_text",
    "apply",
    "begin",
    "chance",
    "conceal",
    "decide",
    "decide_all",
    "faults",
    "fits",
    "fold",
    "hint_text",
    "meld",
    "rack",
    "read_action",
    "read_state",
    "redact",
    "ruleset",
    "state_text",
    "step_text",
    "table",
    "tile",
]
