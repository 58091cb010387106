"""HTTP: endpoints, their handlers, and the adaptor that serves them with Starlette.

A request passes :mod:`~tilerummy.server.http.transport` (limits of time and size) and
:mod:`~tilerummy.server.http.middleware`; :mod:`~tilerummy.server.http.serving` authenticates it by
its :mod:`~tilerummy.server.http.credentials`, checks its :mod:`~tilerummy.server.http.origins`,
decodes it, and calls the handler of the :mod:`~tilerummy.server.http.endpoint` with a
:mod:`~tilerummy.server.http.context`. A handler returns a body, or raises one of
:mod:`~tilerummy.server.http.errors`. :mod:`~tilerummy.server.http.openapi` describes all endpoints;
:mod:`~tilerummy.server.http.static_files` serves the page.
"""
