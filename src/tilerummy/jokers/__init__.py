"""The joker law: what may become of jokers that lie on the table, RULES 2.2, rules 3 and 4.

It needs only tiles and melds, so the referee and the reference search of the solver both ask it.
The kernel has the law in its own words, so that each tests the other.

* ``options``: the options of the law, as a value.
* ``melds``: one meld. What its jokers represent, what may replace them (``replacements``), what the
  meld was before that (``origins``), and whether it lies whole in another (``covers``).
* ``table_change`` and ``readings``: one play. It only compares two tables, so it can be read in
  several ways: which jokers were kept, which were replaced, where they lie now.
* ``joker_targets``: where the replaced jokers of a reading may lie.
* ``law``: the verdict. A play is legal if one of its readings is; if none is, the reason.
* ``extend``: the verdict where melds only grow, as in American and International (``matching``
  finds which meld has become which).
* ``freeing_plays``: the plays that free jokers into new melds; ``pre_images``: the tables from
  which such a play leads to a given one; ``two_plays``: what two plays can do that one cannot;
  ``many_plays``: what all plays of a turn cannot do.
* ``reasons``: why an action is refused, all codes of RULES 4.
"""

from tilerummy.jokers.options import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom, Reuse

__all__ = ["GroupOfThree", "JokerLaw", "JokerMelds", "ReplaceFrom", "Reuse"]
