"""The ``tilerummy mcp`` command: tools for assistants, over the Model Context Protocol."""
