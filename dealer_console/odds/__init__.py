"""Exact odds of the side bets and of insurance: every deal counted, nothing sampled."""

from dealer_console.odds.counts import (
    BETS,
    BOUNTY_ROWS,
    INSURANCE_PAYS,
    INSURANCE_ROWS,
    MATCH_ROWS,
    TRILUX_ROWS,
    bounty_odds,
    insurance_odds,
    match_odds,
    odds_of,
    trilux_odds,
)
from dealer_console.odds.output import to_json, to_table, to_text
from dealer_console.odds.report import LOSES, ImpossibleOddsError, OddsReport, OddsRow

__all__ = [
    "BETS",
    "BOUNTY_ROWS",
    "INSURANCE_PAYS",
    "INSURANCE_ROWS",
    "LOSES",
    "MATCH_ROWS",
    "TRILUX_ROWS",
    "ImpossibleOddsError",
    "OddsReport",
    "OddsRow",
    "bounty_odds",
    "insurance_odds",
    "match_odds",
    "odds_of",
    "to_json",
    "to_table",
    "to_text",
    "trilux_odds",
]
