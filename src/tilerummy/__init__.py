"""Tile rummy: every published ruleset as a value, a referee, an exact solver, and players.

First steps
-----------

A :class:`Round` deals, says what is legal, and plays:

>>> from tilerummy import Round, best_play, hint, play_round, player, read_state, ruleset
>>> game = Round("sabra", seats=2, seed=1)
>>> game.to_move, game.state.mover.rack
(1, k3 k5 k8 k10 k12 k13 r1 r8 b2 b7 b7 o1 o10 o12)
>>> game.is_legal("pass"), game.faults("pass")
(False, (cannot_pass: draw, or play a tile: the pool is not empty,))
>>> _ = game.push("draw")

Tiles, racks, melds, tables, actions and positions have a short notation; ``repr`` writes it. The
functions below take rules and a position, and return values:

>>> state = read_state("table k5 r5 b5 o5 | rack k1 b4 b6 b7")
>>> best = best_play(ruleset("rummikub"), state)
>>> best.placed, best.points, best.tables[-1]
(b4 b6 b7, 17, b4 b5 b6 b7 / k5 r5 o5)
>>> hint(ruleset("rummikub"), state).advice.value
'play'

What is here
------------

=====================  =========================================================================
A round                :class:`Round`; :class:`Match` for several with running scores
Rules                  :func:`ruleset`, ``PRESETS``, ``OPTIONS``, :func:`with_options`,
                       :func:`ruleset_text`, :func:`read_ruleset`
Notation               :func:`tile`, :func:`rack`, :func:`meld`, :func:`table`,
                       :func:`read_state`, :func:`state_text`, :func:`read_action`,
                       :func:`action_text`; :class:`NotationError` says where a text is wrong
Actions                :class:`Play`, :class:`Draw`, :class:`Discard`, :class:`Pass`,
                       :class:`Declare`, :class:`GoOut`
The referee            :func:`begin` and :func:`decide` make events of actions; :func:`faults`
                       and :class:`IllegalActionError` name every :class:`Reason` why not
Events and states      :class:`Event`, :class:`State`, :func:`apply`, :func:`fold`; what a seat
                       may see: :func:`conceal`, :func:`redact`
Analysis               :func:`best_play`, :func:`explain`, :func:`hint`, :func:`turn_for`;
                       :func:`step_text` and :func:`hint_text` say it in English
Players                :func:`player`, :func:`play_round`; :class:`Player` is what one needs
Pictures               :func:`svg`; notebooks show values as pictures
Records                :func:`read_record`, :class:`Record`, :func:`write_text`,
                       :func:`write_jsonl`, :func:`audit`
=====================  =========================================================================

The packages below hold the rest: :mod:`tilerummy.rules`, :mod:`tilerummy.state`,
:mod:`tilerummy.analysis`, :mod:`tilerummy.records`, :mod:`tilerummy.players`,
:mod:`tilerummy.solver`. Names are loaded when they are first used, so importing is quick. The page
``docs/library.md`` has more examples.
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.analysis import Best, Hint, best_play, explain, hint, turn_for
    from tilerummy.deadline import Deadline
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
    from tilerummy.pictures import svg
    from tilerummy.players import PLAYERS, Player, play_round, player
    from tilerummy.records import (
        Participant,
        Record,
        RecordError,
        audit,
        read_record,
        write_jsonl,
        write_text,
    )
    from tilerummy.round import Round
    from tilerummy.rules import (
        OPTIONS,
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
        options_of,
        read_ruleset,
        ruleset,
        ruleset_text,
        with_options,
    )
    from tilerummy.rules_text import hint_text, step_text
    from tilerummy.state import (
        Action,
        Declare,
        Discard,
        Draw,
        Ended,
        Ending,
        Event,
        GoOut,
        Pass,
        Phase,
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
            "tilerummy.analysis": "Best Hint best_play explain hint turn_for",
            "tilerummy.deadline": "Deadline",
            "tilerummy.match": "Match",
            "tilerummy.melds": "AmbiguousJoker Group InvalidMeld Meld Run Table fits meld table",
            "tilerummy.pictures": "svg",
            "tilerummy.players": "PLAYERS Player play_round player",
            "tilerummy.records": "Participant Record RecordError audit read_record write_jsonl "
            "write_text",
            "tilerummy.round": "Round",
            "tilerummy.rules_text": "hint_text step_text",
            "tilerummy.rules": "OPTIONS PRESETS IllegalActionError Reason Refusal Ruleset "
            "begin chance decide decide_all faults options_of read_ruleset ruleset ruleset_text "
            "with_options",
            "tilerummy.state": "Action Declare Discard Draw Ended Ending Event GoOut Pass Phase "
            "Play Source State apply conceal fold redact",
            "tilerummy.state.notation": "action_text read_action read_state state_text",
            "tilerummy.tiles": "HIDDEN JOKER STANDARD NotationError Rack Tile TileSet rack tile",
        },
    )

__version__ = "0.1.0"
"""The version of the package."""

__all__ = [
    "HIDDEN",
    "JOKER",
    "OPTIONS",
    "PLAYERS",
    "PRESETS",
    "STANDARD",
    "Action",
    "AmbiguousJoker",
    "Best",
    "Deadline",
    "Declare",
    "Discard",
    "Draw",
    "Ended",
    "Ending",
    "Event",
    "GoOut",
    "Group",
    "Hint",
    "IllegalActionError",
    "InvalidMeld",
    "Match",
    "Meld",
    "NotationError",
    "Participant",
    "Pass",
    "Phase",
    "Play",
    "Player",
    "Rack",
    "Reason",
    "Record",
    "RecordError",
    "Refusal",
    "Round",
    "Ruleset",
    "Run",
    "Source",
    "State",
    "Table",
    "Tile",
    "TileSet",
    "action_text",
    "apply",
    "audit",
    "begin",
    "best_play",
    "chance",
    "conceal",
    "decide",
    "decide_all",
    "explain",
    "faults",
    "fits",
    "fold",
    "hint",
    "hint_text",
    "meld",
    "options_of",
    "play_round",
    "player",
    "rack",
    "read_action",
    "read_record",
    "read_ruleset",
    "read_state",
    "redact",
    "ruleset",
    "ruleset_text",
    "state_text",
    "step_text",
    "svg",
    "table",
    "tile",
    "turn_for",
    "with_options",
    "write_jsonl",
    "write_text",
]
