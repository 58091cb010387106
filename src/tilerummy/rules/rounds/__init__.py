"""How a round begins and ends.

``deals`` has everything that chance decides, and the deal; ``endings`` says how a turn and a round
end; ``scoring`` has the strategies that score a round.
"""
