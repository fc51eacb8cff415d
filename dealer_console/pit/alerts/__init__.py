"""Alerts from the figures of the tables, and who has seen them."""

from dealer_console.pit.alerts.acknowledgement import Acknowledgements, Seen, call_id
from dealer_console.pit.alerts.kept_alerts import KeptAlerts, find_alerts
from dealer_console.pit.alerts.rules import Alert

__all__ = ["Acknowledgements", "Alert", "KeptAlerts", "Seen", "call_id", "find_alerts"]
