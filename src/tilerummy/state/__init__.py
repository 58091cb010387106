"""Actions, events, the state of a round and what each seat may see of it."""
