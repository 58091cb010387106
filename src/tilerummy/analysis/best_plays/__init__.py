"""The best single play, and for a player who has not opened, the opening and the play after it.

``best`` puts the question of the rules to the solver and returns its answer as plays (``answer``).
Where an opening is due, ``openings`` enumerates the initial melds of which nothing can be spared,
as everything else can be laid by the play that follows. ``face_up_tiles`` chooses which of the
face-up tiles of McGraw to use.
"""
