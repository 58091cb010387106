"""The law of jokers: what may become of jokers that lie on the table, RULES 2.2, rules 3 and 4.

The options of the law are :class:`tilerummy.jokers.JokerLaw`. A play only compares two tables, so
it can be read in several ways; the law allows it if it allows one of its ``readings``. Where
replaced jokers may lie then is decided by ``homes``. Two searches go beyond a single play:
``freeing_plays`` yields the plays that free jokers, and ``pre_images`` the tables from which such a
play leads to a given one.
"""
