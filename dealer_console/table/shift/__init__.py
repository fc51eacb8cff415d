"""The shift of a table: opening, dealers, money, cards, closing, report. See docs/shift.md.

What people do in a shift are commands (`table.commands`); here are its state, the fold of their entries, and the rules
that several of them share. The state is a frozen value; `apply(shift, entry)` is the only way on.
"""

from dealer_console.table.shift.chips import Chips, chips, colour_up, fewest
from dealer_console.table.shift.fold import apply, fold
from dealer_console.table.shift.readiness import Guidance, guidance, why_not_round
from dealer_console.table.shift.report import report_data, report_json
from dealer_console.table.shift.snapshot import shift_data, shift_from_data
from dealer_console.table.shift.state import Acting, CardsAre, Shift, Stage

__all__ = [
    "Acting",
    "CardsAre",
    "Chips",
    "Guidance",
    "Shift",
    "Stage",
    "apply",
    "chips",
    "colour_up",
    "fewest",
    "fold",
    "guidance",
    "report_data",
    "report_json",
    "shift_data",
    "shift_from_data",
    "why_not_round",
]
