"""The jobs of workers: plain functions of values, each with a deadline, that know no store or room.

A caller builds a :class:`~tilerummy.server.workers.port.Job` with one of them and a class of work.
"""
