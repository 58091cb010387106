"""HTTP endpoints and their handlers, independent of the web framework.

:mod:`~tilerummy.server.http.serve` authenticates a :mod:`~tilerummy.server.http.request`, checks
its origin, decodes it, and calls the :mod:`~tilerummy.server.http.endpoint`'s handler with a
:mod:`~tilerummy.server.http.context`. A handler returns a response body, or raises an error from
:mod:`~tilerummy.server.http.errors`. :mod:`~tilerummy.server.http.openapi` describes all endpoints.
"""
