"""The handlers of all endpoints, functions of a request context and a body."""
