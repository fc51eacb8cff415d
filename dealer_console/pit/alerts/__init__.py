"""Alerts from the figures of the tables, and who has seen them."""

from dealer_console.pit.alerts.acknowledging import Acknowledgements, Seen, call_id
from dealer_console.pit.alerts.finding import Alert, find_alerts

__all__ = ["Acknowledgements", "Alert", "Seen", "call_id", "find_alerts"]
