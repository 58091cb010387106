"""The handlers of all endpoints: functions that take a request context and a body."""
