"""Reports of a shift, of a table's gaming day and of the floor's day, as values and as files."""

from dealer_console.pit.reports.document import Chart, Report, Section, day_report, floor_report, shift_report
from dealer_console.pit.reports.figures import days_of, shift_numbers
from dealer_console.pit.reports.files import FORMS, as_csv, as_json, as_pdf, as_xlsx

__all__ = [
    "FORMS",
    "Chart",
    "Report",
    "Section",
    "as_csv",
    "as_json",
    "as_pdf",
    "as_xlsx",
    "day_report",
    "days_of",
    "floor_report",
    "shift_numbers",
    "shift_report",
]
