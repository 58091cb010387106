"""Work off the event loop: a pool of worker processes, and the jobs that they do.

* :mod:`~tilerummy.server.workers.jobs` are the jobs: plain functions on values.
* :mod:`~tilerummy.server.workers.pool` has them done in other processes.
"""
