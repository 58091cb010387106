"""Work off the event loop: computer players, hints, questions, reviews.

A caller passes a :class:`~tilerummy.server.workers.port.Job`, which is a function of ``jobs/``, its
arguments and its class of work (:mod:`~tilerummy.server.workers.classes`), to ``Workers.run``. In
the :mod:`~tilerummy.server.workers.pool` it waits in a :mod:`~tilerummy.server.workers.fair_queue`
until a :mod:`~tilerummy.server.workers.process` is free, in which
:mod:`~tilerummy.server.workers.child` runs it. :mod:`~tilerummy.server.workers.inline` runs jobs
immediately instead, in tests.
"""
