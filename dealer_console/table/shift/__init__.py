"""The shift of a table: opening, dealers, money, cards, closing, report. See docs/shift.md.

Every deed has three parts: `why_not_…` (a `Refusal` or None), `draft_…` (entries for the journal, or `Refused`) and its
fold. The state is a frozen value; `apply(shift, entry)` is the only way on.
"""

from dealer_console.table.shift.chips import Chips, chips, colour_up, fewest
from dealer_console.table.shift.fold import apply, fold
from dealer_console.table.shift.report import report_data, report_json
from dealer_console.table.shift.report_text import report_text
from dealer_console.table.shift.round_start import Guidance, guidance, why_not_round
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
    "report_text",
    "shift_data",
    "shift_from_data",
    "why_not_round",
]
