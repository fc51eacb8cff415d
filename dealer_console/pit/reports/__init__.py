"""Reports of a shift, day, week or month, of a table or the floor, as values and as files."""

from dealer_console.pit.reports.document import GROUPS, PERIODS, Chart, Report, make_report, stamped
from dealer_console.pit.reports.figures import days_of, shift_numbers
from dealer_console.pit.reports.files import FORMS, as_csv, as_json, as_pdf, as_xlsx
from dealer_console.pit.reports.sections import Section, Share

__all__ = [
    "FORMS",
    "GROUPS",
    "PERIODS",
    "Chart",
    "Report",
    "Section",
    "Share",
    "as_csv",
    "as_json",
    "as_pdf",
    "as_xlsx",
    "days_of",
    "make_report",
    "shift_numbers",
    "stamped",
]
