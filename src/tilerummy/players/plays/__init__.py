"""Functions that find plays, shared by the players for manipulation games and games with discards.

``rack_melds`` finds melds that use only rack tiles. ``noticed_plays`` lays such melds and single
tiles but overlooks some. ``two_melds`` rearranges at most two melds on the table. ``most_tiles``
lays as many tiles as possible. ``upper_bound`` quickly computes an upper bound on the number of
tiles that can be played.
"""
