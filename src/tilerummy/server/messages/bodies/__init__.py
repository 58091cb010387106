"""The JSON bodies of HTTP requests and responses, grouped by topic."""
