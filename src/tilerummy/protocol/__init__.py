"""The JSON protocol for questions to the referee and the solver.

The command line and the server share this protocol. :mod:`~tilerummy.protocol.referee` judges
plays, actions, closed hands and scores, and :mod:`~tilerummy.protocol.solve` finds best plays.
``question_fields`` reads the fields of a question and builds the position. ``json_lines`` reads
questions and writes responses, one per line. Importing the referee does not load the solver.
"""
