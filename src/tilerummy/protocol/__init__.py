"""Questions to the referee and the solver, as JSON objects in and out.

The command line and the server share this protocol: :mod:`~tilerummy.protocol.referee` judges
plays, actions, closed hands and scores, :mod:`~tilerummy.protocol.solve` finds best plays.
``question_fields`` reads the fields of a question and builds the position; ``json_lines`` reads and
writes lines. The referee does not load the solver.
"""
