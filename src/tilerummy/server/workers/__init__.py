"""Work that runs in worker processes: computer players, hints, questions.

:mod:`~tilerummy.server.workers.services` implements the ports of rooms and handlers: it gives each
call its priority and budget, and passes it to the :mod:`~tilerummy.server.workers.pool`. There a
job waits in a :mod:`~tilerummy.server.ops.fair_queue` of its
:mod:`~tilerummy.server.workers.priorities`, until a :mod:`~tilerummy.server.workers.process` is
free, in which :mod:`~tilerummy.server.workers.child` runs it. The jobs themselves are plain
functions: :mod:`~tilerummy.server.workers.jobs`, :mod:`~tilerummy.server.workers.questions`,
:mod:`~tilerummy.server.workers.rules_text`,
:mod:`~tilerummy.server.workers.reviewing`. :mod:`~tilerummy.server.workers.inline` runs them at
once, in tests.
"""
