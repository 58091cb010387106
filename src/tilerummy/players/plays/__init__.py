"""Ways to find plays, shared by the policies of both kinds of games.

``rack_melds`` finds melds using only the rack, ``noticed_plays`` lays such melds and single tiles
but overlooks some, ``two_melds`` rearranges at most two melds on the table, ``most_tiles`` lays as
many tiles as possible, and ``upper_bound`` quickly bounds how many tiles could be played.
"""
