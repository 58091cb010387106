"""Everything that can be played, not only the best.

``all_plays`` yields one play for each set of rack tiles that can be placed, and answers whether
anything can be played and whether all. ``perft`` counts the plays and the tables they lead to, so
that two programs can be compared.
"""
