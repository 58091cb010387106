"""A search for positions whose results exceed their deadlines: ``make find-slow``."""
