"""A search for positions in which an answer comes after its deadline: ``make find-slow``."""
