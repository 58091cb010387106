"""HTTP: endpoints, their handlers, and the adaptor that serves them with Starlette."""
