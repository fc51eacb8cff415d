"""The floor copy: each table's journal, forwarded to PostgreSQL, with the floor as a witness. See docs/floor.md."""

from dealer_console.floor.errors import FloorAway, FloorError, FloorRefused
from dealer_console.floor.forwarder import Forwarder, Pace
from dealer_console.floor.health import NO_FLOOR, FloorHealth, FloorState
from dealer_console.floor.rulings import NoticeFromPit, OrderCarried, RulingFromPit

__all__ = [
    "NO_FLOOR",
    "FloorAway",
    "FloorError",
    "FloorHealth",
    "FloorRefused",
    "FloorState",
    "Forwarder",
    "NoticeFromPit",
    "OrderCarried",
    "Pace",
    "RulingFromPit",
]
