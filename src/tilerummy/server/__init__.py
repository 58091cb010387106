"""The server: tables for browsers and programs. In code, a table with its seats is called a *room*.

Messages pass down through these layers, and updates pass back up::

    main            starts and stops the server: data folder, worker processes, listening socket
    asgi/           the application; only this package imports Starlette and uvicorn
    http/  ws/      requests and sockets: limits, handlers
    services        settings, sessions, open sockets and all other shared objects
    reviews         reviews in progress: jobs, updates, cache
    rooms/          live rooms, each with an actor, log, timers and broadcast
    jobs/           slow work as plain functions that run in workers
    games/          finished games: replays, pictures, a guest's list and statistics
    room/           a room as a value, computed from its log, and each seat's view
    messages/       the types of all messages, requests and responses
    store/          the database, by subject, with the same SQL for SQLite and PostgreSQL
    cluster/        room ownership, and account events for all nodes
    workers/        processes that run jobs, fairly and within limits
    guests/         sessions, names and faces
    puzzles/        ratings of guests and puzzles
    ops/            limits, logs, metrics, retention

A play passes from ``asgi.sockets`` through ``ws.session`` to ``ws.handler``, which decodes it. From
there it passes to ``rooms.rooms`` and ``rooms.commands``, which work out its plays and have the
referee judge them (``room.turns``, or a worker). ``rooms.actor`` commits the entry to the store
with ``rooms.log``. ``rooms.broadcast`` sends the changes to each viewer through ``connections`` and
``ws.send_queue``.

Each room is owned by one process. ``asgi.pipe`` forwards sockets and requests for rooms that
another node owns. If a room has no owner, the node with the first socket becomes its owner
(``rooms.registry``, ``cluster.leases``). Each change of owner raises the room's *epoch*, and the
store rejects appends with an older epoch. When a node dies, another one takes over its rooms: first
``cluster.leases.NodeOwnership.take_due`` runs, then ``store.leases`` and
``rooms.registry.take_over``.

Handlers, ``rooms`` and ``room`` depend on interfaces (store, workers, metrics), not on frameworks.
"""
