"""Worker processes for computer players, hints, questions and reviews.

A caller passes a :class:`~tilerummy.server.workers.port.Job` to ``Workers.run``: a function from
``jobs/``, its arguments, and its work class (:mod:`~tilerummy.server.workers.classes`). The
:mod:`~tilerummy.server.workers.pool` holds the job in a :mod:`~tilerummy.server.workers.fair_queue`
until a :mod:`~tilerummy.server.workers.process` is free. In that process,
:mod:`~tilerummy.server.workers.child` runs the job.
"""
