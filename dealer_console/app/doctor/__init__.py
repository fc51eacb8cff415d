"""Is this machine fit to deal? Each finding with the command that mends it. See docs/operations/doctor.md."""

from dealer_console.app.doctor.examination import examine, found_before_opening
from dealer_console.app.doctor.finding import Examined, Finding

__all__ = ["Examined", "Finding", "examine", "found_before_opening"]
