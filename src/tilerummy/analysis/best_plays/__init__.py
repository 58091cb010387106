"""Finds the best single play or, before the opening, the best opening and follow-up.

``best`` turns the position into a solver problem, and the solution into plays (``answer``). For a
player who has not opened, ``openings`` lists only the minimal initial melds, because the follow-up
can lay everything else. ``face_up_tiles`` chooses which of the face-up tiles to use in McGraw.
"""
