"""Tile rummy: all published rulesets, a referee, an exact solver, and computer players.

First steps
-----------

A :class:`Round` deals the tiles, lists and checks legal actions, and carries them out:

>>> from tilerummy import Round, best_play, hint, play_round, player, read_state, ruleset
>>> game = Round("sabra", seats=2, seed=1)
>>> game.to_move, game.state.mover.rack
(1, k3 k5 k8 k10 k12 k13 r1 r8 b2 b7 b7 o1 o10 o12)
>>> game.is_legal("pass"), game.faults("pass")
(False, (cannot_pass: draw, or play a tile: the pool is not empty,))
>>> _ = game.push("draw")

Tiles, racks, melds, tables, actions and positions have a short notation, which is also their
``repr``. The functions below take rules and a position, and return immutable values:

>>> state = read_state("table k5 r5 b5 o5 | rack k1 b4 b6 b7")
>>> best = best_play(ruleset("rummikub"), state)
>>> best.placed, best.points, best.tables[-1]
(b4 b6 b7, 17, b4 b5 b6 b7 / k5 r5 o5)
>>> hint(ruleset("rummikub"), state).advice.value
'play'

Contents
--------

=====================  =========================================================================
A round                :class:`Round`; :class:`Match` for several rounds with running scores
Rules                  :func:`ruleset`, ``PRESETS``, ``OPTIONS``, :func:`with_options`,
                       :func:`ruleset_text`, :func:`read_ruleset`
Notation               :func:`tile`, :func:`rack`, :func:`meld`, :func:`table`,
                       :func:`read_state`, :func:`state_text`, :func:`read_action`,
                       :func:`action_text`; :class:`NotationError` points at the mistake
Actions                :class:`Play`, :class:`Draw`, :class:`Discard`, :class:`Pass`,
                       :class:`Declare`, :class:`GoOut`, :class:`NewDeal`
The referee            :func:`begin` and :func:`decide` turn actions into events; :func:`faults`
                       and :class:`IllegalActionError` list every :class:`Reason` for a refusal
Events and states      :class:`Event`, :class:`State`, :func:`apply`, :func:`fold`; a seat's
                       view: :func:`conceal`, :func:`redact`
Analysis               :func:`best_play`, :func:`explain`, :func:`hint`, :func:`turn_for`;
                       :func:`step_text` and :func:`hint_text` for the same in English
Players                :func:`player`, :func:`play_round`; :class:`Player` is the interface
Pictures               :func:`svg`; notebooks show values as pictures
Records                :func:`read_record`, :class:`Record`, :func:`write_text`,
                       :func:`write_jsonl`, :func:`audit`
=====================  =========================================================================

The rest is in the packages: :mod:`tilerummy.rules`, :mod:`tilerummy.state`,
:mod:`tilerummy.analysis`, :mod:`tilerummy.records`, :mod:`tilerummy.players` and
:mod:`tilerummy.solver`. Names are loaded when they are first used, so importing the package is
quick. See ``docs/library.md`` for more examples.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)

__version__ = "1.0.0rc1"
"""The package version."""
