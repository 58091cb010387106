"""The JSON bodies of HTTP requests and responses, by topic."""
