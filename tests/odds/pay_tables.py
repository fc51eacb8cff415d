"""The printed pay tables, and the four bets with the tables they are paid by in six and eight decks."""

from collections.abc import Mapping

MATCH_SIX_DECKS = {"four-of-a-kind": 40, "two-pair": 8, "three-of-a-kind": 5, "pair": 1}
MATCH_EIGHT_DECKS = {"four-of-a-kind": 50, "two-pair": 7, "three-of-a-kind": 5, "pair": 1}
TRILUX = {"straight-flush": 30, "three-of-a-kind": 20, "straight": 10, "flush": 5}
BOUNTY = {
    "two-kings-of-spades-dealer-blackjack": 1000,
    "two-kings-of-spades": 100,
    "two-suited-kings": 30,
    "two-suited-queens-jacks-tens": 20,
    "suited-20": 9,
    "two-kings": 6,
    "unsuited-20": 4,
}
INSURANCE = {"ten-value": 2}


def printed_pays(bet: str, decks: int) -> Mapping[str, int]:
    match = MATCH_EIGHT_DECKS if decks == 8 else MATCH_SIX_DECKS
    return {"match": match, "trilux": TRILUX, "bounty": BOUNTY, "insurance": INSURANCE}[bet]
