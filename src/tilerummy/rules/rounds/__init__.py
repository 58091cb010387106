"""How a round begins and ends: ``deals``, ``endings``, ``scoring``."""
