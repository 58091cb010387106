"""Reviews of games that are over, made when somebody asks for them.

:mod:`~tilerummy.server.reviews.reviewer` makes them: it passes the pieces of a review to worker
processes, tells those who wait how far it is, and stores what is finished
(:mod:`~tilerummy.server.reviews.cache`). Who asks for a review that is under way joins it; when
nobody waits any more it ends. :mod:`~tilerummy.server.reviews.under_way` is that.
:mod:`~tilerummy.server.reviews.summaries` tells of stored reviews what statistics need.
"""
