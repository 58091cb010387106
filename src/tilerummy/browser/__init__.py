"""The server inside a web page: Pyodide runs the same rooms and endpoints in a web worker.

- :mod:`~tilerummy.browser.main` starts the server.
- :mod:`~tilerummy.browser.wire` defines the messages between the web client and the worker.
- :mod:`~tilerummy.browser.fetch` responds to the web client's HTTP requests.
- :mod:`~tilerummy.browser.sockets` serves the web client's WebSockets.
- :mod:`~tilerummy.browser.entropy` draws the random bytes for new tables.
- :mod:`~tilerummy.browser.sqlite` stores the games in a file that only this worker uses.
- :mod:`~tilerummy.browser.evenings` adds the web client's evenings to exported games.

This package does not call JavaScript: ``web/static/worker.js`` passes the messages on.
"""
