"""Ways to find plays, shared by the policies of both kinds of games.

``rack_melds`` looks at the own rack, ``noticed_plays`` lays melds of it and single tiles as people
do who overlook some, ``two_melds`` rearranges at most two melds of the table, and ``upper_bound``
tells quickly what could be played at best.
"""
