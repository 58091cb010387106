"""Questions to the referee and the solver, as JSON objects in and out.

One protocol for the command line and for the server: :mod:`~tilerummy.protocol.referee` judges
plays, actions, hands and scores, :mod:`~tilerummy.protocol.solve` finds the best play. Each is
loaded by itself, so that the referee does not wait for the solver.
"""
