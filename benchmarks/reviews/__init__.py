"""How right reviews are: their chances and their luck."""
