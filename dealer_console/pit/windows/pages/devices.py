"""Every device of every table: serial number, model, firmware, state, errors."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QLineEdit, QVBoxLayout

from dealer_console.pit.live.board import Device
from dealer_console.pit.live.tables import Live
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.page import Page
from dealer_console.pit.windows.rows import Column
from dealer_console.pit.windows.rows_view import RowsPanel
from dealer_console.screens.values import Level


def _level(device: Device) -> Level | None:
    if device.state != "ready":
        return "bad"
    return "warn" if device.errors else None


class DevicesPage(Page):
    def __init__(self, background: Background, settings: QSettings) -> None:
        super().__init__(background, settings)
        words, moment = self.words, self.services.moment
        columns: list[Column[Device]] = [
            Column(key="table", head=words("pit-col-table"), text=lambda d: d.table),
            Column(key="device", head=words("pit-col-device"), text=lambda d: words(f"device-{d.device}")),
            Column(key="serial", head=words("pit-col-serial"), text=lambda d: d.serial),
            Column(key="model", head=words("pit-col-model"), text=lambda d: d.model),
            Column(key="firmware", head=words("pit-col-firmware"), text=lambda d: d.firmware),
            Column(key="state", head=words("pit-col-state"), text=lambda d: words(f"pit-link-{d.state}"), level=_level),
            Column(key="since", head=words("pit-col-since"), text=lambda d: moment(d.since_ms),
                   order=lambda d: d.since_ms),
            Column(key="errors", head=words("pit-col-errors"), text=lambda d: str(d.errors), order=lambda d: d.errors,
                   figure=True, level=lambda d: "warn" if d.errors else None),
        ]  # fmt: skip
        self.devices: RowsPanel[Device] = RowsPanel(
            "devices", words, settings, columns, lambda d: (d.table, d.device, d.serial), sorted_by="table"
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 0)
        layout.addWidget(self.devices)

    @property
    def title(self) -> str:
        return self.words("pit-devices")

    @property
    def filter_box(self) -> QLineEdit:
        return self.devices.filter

    def show_live(self, live: Live) -> None:
        self.devices.set_rows([device for table in live.tables for device in table.devices])
