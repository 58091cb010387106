"""The rules in plain words, told from the same data by which the referee judges."""
