"""The joker rules, which limit how plays may use jokers on the table (RULES 2.2, rules 3 and 4).

It depends only on tiles and melds, and is shared by the referee and the solver's reference search.
The kernel implements these rules independently, so that each implementation serves to test the
other.

* ``options``: the options of the joker rules.
* ``melds``: the jokers in one meld: the tiles they represent, the tiles that may replace them
  (``replacements``), the meld before a replacement (``origins``), and whether a meld contains
  another one (``covers``).
* ``table_change`` and ``readings``: one play. A play is given only as a pair of tables, so it can
  be read in several ways: each reading assumes that certain jokers were replaced, and assigns each
  joker its present position.
* ``joker_targets``: the melds that may take the replaced jokers in a reading.
* ``law``: the decision. A play is legal if at least one of its readings is; otherwise ``law`` gives
  the reason.
* ``extend``: the same decision for American and International, where melds may only be extended
  (``matching`` pairs old melds with new ones).
* ``freeing_plays``: plays that free jokers into new melds. ``pre_images``: the tables before such a
  play, given the table after it. ``two_plays``: tables that can be reached in two plays but not in
  one. ``many_plays``: limits on the use of jokers in all plays of a turn together.
* ``reasons``: the reasons for refusing an action, with all codes in RULES 4.
"""

from tilerummy.jokers.options import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom, Reuse

__all__ = ["GroupOfThree", "JokerLaw", "JokerMelds", "ReplaceFrom", "Reuse"]
