"""Ways to find plays, shared by the policies of both kinds of games.

``rack_melds`` uses only the rack, ``noticed_plays`` lays rack melds and single tiles with some
overlooked, ``two_melds`` rearranges at most two melds of the table, and ``upper_bound`` quickly
bounds what could be played.
"""
