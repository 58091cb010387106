"""The joker law: what may become of jokers that lie on the table, RULES 2.2, rules 3 and 4.

The options of the law are :class:`tilerummy.jokers.JokerLaw`. The solver has a twin of the law, in
its own words, so that each tests the other; everything else calls this package:

* ``melds``: one meld. What its jokers represent, what may replace them (``replacements``), what the
  meld was before that (``origins``), and whether it lies whole in another (``covers``).
* ``table_change`` and ``readings``: one play. It only compares two tables, so it can be read in
  several ways: which jokers were kept, which were replaced, where they lie now.
* ``homes``: where the replaced jokers of a reading may lie.
* ``law``: the verdict. A play is legal if one of its readings is; if none is, the reason.
* ``freeing_plays``: the plays that free jokers into new melds; ``pre_images``: the tables from
  which such a play leads to a given one; ``two_plays``: what two plays can do that one cannot.
"""
