"""Commands about the cards between rounds: decks, shuffle, cut, burn, the end of the shoe."""
