"""The joker law, which limits how plays may use jokers on the table: RULES 2.2, rules 3 and 4.

It depends only on tiles and melds and is shared by the referee and the reference search of the
solver. The kernel implements the law independently, so that the two implementations test each
other.

* ``options``: the values of the law's options.
* ``melds``: the jokers of one meld: the tiles they represent, the tiles that may replace them
  (``replacements``), the meld before that (``origins``), and containment in another meld
  (``covers``).
* ``table_change`` and ``readings``: one play. A play is given only as a pair of tables, so it can
  be read in several ways, which differ in which jokers were replaced and where each joker is now.
* ``joker_targets``: the melds that may take the replaced jokers of a reading.
* ``law``: the verdict. A play is legal if one of its readings is; otherwise ``law`` gives the
  reason.
* ``extend``: the verdict for American and International, in which melds may only be added to
  (``matching`` pairs old melds with new ones).
* ``freeing_plays``: plays that free jokers into new melds. ``pre_images``: the tables before such a
  play, given the table after it. ``two_plays``: tables that two plays can reach and one cannot.
  ``many_plays``: limits on how all plays in a turn can use jokers.
* ``reasons``: the reasons for refusing an action, with all codes in RULES 4.
"""

from tilerummy.jokers.options import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom, Reuse

__all__ = ["GroupOfThree", "JokerLaw", "JokerMelds", "ReplaceFrom", "Reuse"]
