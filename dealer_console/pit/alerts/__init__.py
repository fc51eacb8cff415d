"""Alerts from the figures of the tables, and who has seen them."""

from dealer_console.pit.alerts.acknowledgement import Acknowledgements, Seen, call_id
from dealer_console.pit.alerts.rules import Alert, find_alerts

__all__ = ["Acknowledgements", "Alert", "Seen", "call_id", "find_alerts"]
