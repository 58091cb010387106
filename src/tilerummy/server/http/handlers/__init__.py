"""The handlers of all endpoints: plain functions of a request context and a body."""
