"""HTTP: endpoints, their handlers, and how one request is served, whatever has received it.

:mod:`~tilerummy.server.http.serve` authenticates a :mod:`~tilerummy.server.http.request`, checks
where it comes from, decodes it, and calls the handler of the
:mod:`~tilerummy.server.http.endpoint` with a :mod:`~tilerummy.server.http.context`. A handler
returns a body, or raises one of :mod:`~tilerummy.server.http.errors`.
:mod:`~tilerummy.server.http.openapi` describes all endpoints.
"""
