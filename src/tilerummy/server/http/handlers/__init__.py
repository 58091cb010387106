"""The handlers of all endpoints, which are functions of a request context and a request body."""
