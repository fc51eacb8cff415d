"""What the table shows: frozen, made from the committed state alone. Screens paint it, the floor copies it."""

from dealer_console.table.view.builder import view_of
from dealer_console.table.view.felt_values import (
    DealerView,
    HandView,
    MoveView,
    SettlementView,
    SpotView,
    WagerView,
)
from dealer_console.table.view.shift_values import CardsView, GuideStep, GuideView, PersonView, RequestView, ShiftView
from dealer_console.table.view.values import DeviceView, LastMove, LimitsView, ShoeView, TableView

__all__ = [
    "CardsView",
    "DealerView",
    "DeviceView",
    "GuideStep",
    "GuideView",
    "HandView",
    "LastMove",
    "LimitsView",
    "MoveView",
    "PersonView",
    "RequestView",
    "SettlementView",
    "ShiftView",
    "ShoeView",
    "SpotView",
    "TableView",
    "WagerView",
    "view_of",
]
