"""The server: tables in the browser, for people and programs. A table is a *room* in the code.

A message walks down, and what it changed walks back up::

    main            runs it: data folder, worker processes, listening socket
    asgi/           the application, on Starlette and uvicorn, which nothing else knows
    http/  ws/      requests and sockets: limits, handlers
    services        what requests and sockets need, with settings, sessions and the open sockets
    reviews         reviews under way: pieces to workers, updates, cache
    rooms/          live rooms: an actor each, with log, timers and broadcast
    jobs/           what may take long: plain functions that run in workers
    games/          finished games: replays, pictures, a guest's list and statistics
    room/           a room as a value: the fold of its log, and the views of each seat
    messages/       everything that goes over the wire, as types
    store/          what is stored, by subjects: one SQL for SQLite and PostgreSQL
    cluster/        which node owns a room, and what all nodes must hear
    workers/        run jobs in processes, by class of work, fairly and within limits
    guests/         sessions, names and faces
    puzzles/        ratings of guests and puzzles
    ops/            limits, logs, metrics, retention

A play walks from ``asgi.sockets`` to ``ws.session`` and ``ws.handler``, which decodes it, to
``rooms.rooms`` and ``rooms.commands``, where its plays are found and the referee judges them
(``room.turns``, or a worker); ``rooms.actor`` commits the entry by ``rooms.log`` to the store, and
``rooms.broadcast`` sends each viewer what changed, through ``connections`` and ``ws.send_queue``.

A room lives in one process, its owner. A socket or request for a room of another node is passed on
to it by ``asgi.pipe``; a room without an owner is taken by its first socket (``rooms.registry``,
``cluster.leases``), with a new epoch that every append names. When a node dies, another takes over
its rooms: ``cluster.leases.NodeOwnership.look``, then ``store.leases`` and
``rooms.registry.adopt``.

Handlers, ``rooms`` and ``room`` take ports (store, workers, metrics), and know no framework.
"""
