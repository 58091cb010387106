"""Reviews of games that are over, made when somebody asks for them.

:mod:`~tilerummy.server.reviews.port` is what others know of them.
:mod:`~tilerummy.server.reviews.reviewer` makes them: it passes the pieces of a review to worker
processes, tells those who wait how far it is, and stores what is finished
(:mod:`~tilerummy.server.reviews.cache`). Who asks for a review that is under way joins it, and it
ends when nobody waits any more (:mod:`~tilerummy.server.reviews.under_way`).
:mod:`~tilerummy.server.reviews.summaries` tells of stored reviews what statistics need.
"""
