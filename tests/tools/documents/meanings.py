"""What each key of a rule set means, for `docs/rulesets.md`. A key without a meaning fails the tests."""

from __future__ import annotations

from typing import Final

VALUES: Final[dict[str, str]] = {
    "spots": "Betting spots on the layout.",
    "bettors_per_spot": "How many people may bet on one spot.",
    "spots_per_player": "How many spots one player may play unless the casino allows more.",
    "dealer_22": "A dealer's 22 pushes the hands still in play, or is a bust like any other.",
    "blackjack_pays": "What a winning blackjack pays.",
    "blackjack_rounding": "A blackjack's payment is rounded down to a multiple of this.",
    "natural_against_blackjack": "A natural pushes against the dealer's blackjack, or wins.",
    "switched_21": "Ace and ten-value joined by a switch count 21, or are a blackjack.",
    "check": "If a check is due, it comes before the switches or after the switches of all spots.",
    "insurance_limit": "Half of the hand's wager, or up to the next chip unit if half cannot be made in chips.",
    "insurance_taken": "A losing insurance is taken at the clear check, or when the dealer's second card shows.",
    "even_money": "A natural under an ace may take 1:1 at once.",
    "naturals_paid": "At once when nothing can beat them, once the spot's switch offer has passed, or at the end.",
    "tokes": "Wagers for the dealer are accepted.",
    "toke_minimum": "Lowest toke.",
    "toke_maximum": "Highest toke.",
    "toke_share": "All tokes of a hand and its wager together, as a share of the maximum of that wager.",
    "double_face_down": "A double card may lie face down until the dealer's hand is finished.",
    "take_back_switch": "A switch may be taken back until something has followed from it.",
    "complete_at_21": "A hand with 21 gets no further card.",
    "needless_drawing": "The dealer draws even if no wager can change.",
    "bounty_counts_ace_nine": "Ace and nine are a 20 for the bounty.",
    "trilux_ace_low": "The ace is also low in a TriLux straight.",
    "free_bet_unmatched": "What happens to a free-bet wager when no card matches the up-card.",
    "extra_burn": "A second burn card is refused, or play continues.",
    "several_face_up": "A second card found face up voids the round, or play continues.",
    "misdeal_of_a_hand": "The misdeal of a hand is for that player, or for the round.",
    "missed_dealer_card": "The dealer's forgotten card comes after the players' cards, or when it is noticed.",
    "lowest_minimum": "The table's minimum may not be below this.",
    "highest_minimum": "The table's minimum may not be above this.",
    "approved_game": "The game was approved in this form: a changed Reading or pay figure gets a warning.",
    "burn_shown": "The burn card is shown on request, or only with a supervisor.",
    "cut_when": "Cards are cut only when shuffled by hand or beforehand, or always.",
    "cut_least_decks": "The cut leaves at least this many decks on either side.",
    "cut_passes_to": "When the cut is refused it goes to falling or rising spot numbers.",
    "dealer_may_cut": "The casino may let the dealer cut without offering it.",
    "recut": "A supervisor may order another cut before the first card.",
    "cutting_card_from_back": "Where the cutting card goes.",
    "shuffle_by": "Who may shuffle.",
    "shuffle_acknowledged": "A supervisor acknowledges the shuffle, and that is recorded.",
}

CHOICES: Final[dict[str, str]] = {
    "decks": "Decks in the shoe.",
    "hole_card": (
        "`last`: the second card is drawn face up after the players. `face-down`: dealt face down, seen by nobody "
        "until then. `reader`: face down, checked by the card reader under an ace or ten-value. `peek`: the same "
        "check by the dealer's own look."
    ),
    "at_risk": "What the dealer's blackjack takes: the original wagers, or all. `all` only with `last`.",
    "surrender": "Surrender is offered.",
    "soft_17": "The dealer on soft 17.",
    "hands_per_split": "How many hands one starting hand may become.",
    "resplit_aces": "Aces may be split again; MA with more than two hands per split: yes unless forbidden.",
    "two_card_21_against_blackjack": "A switched or split 21 in two cards against the dealer's blackjack.",
    "reader_can_leak": "The reader could show a card's value to a player when it is used under a wrong up-card.",
    "side_bets": "The side bets that the table offers; without this key, all that the rule set has.",
    "void_returns_side_bets": "A void round also returns side bets that their cards had decided.",
    "minimum": "Lowest main wager.",
    "maximum": "Highest main wager.",
    "chip_unit": "The smallest chip, for an insurance when half cannot be made in chips; set by the list of chips.",
    "side_bet_minimum": "Lowest match wager, and bounty where the document sets none.",
    "side_bet_maximum": "Highest match wager, and bounty where the document sets none.",
    "match_pays": "The table's own match figures, if the casino may pay more.",
}

BETS: Final[dict[str, str]] = {
    "match": "The first four cards of the spot, by rank, as dealt; the best payoff once.",
    "trilux": "The spot's first two cards and the up-card.",
    "bounty": "The first two cards of hand a as dealt, when they total 20; the best row only.",
    "free-bet": (
        "Equal to one main wager. It is lost when a card of the spot has the up-card's rank, and a coin takes its "
        "place; otherwise it is returned at the end. Either way the spot may double hard 9, 10 or 11 and split any "
        "pair but ten-values for free."
    ),
}
