"""Every device of every table: serial number, model, firmware, state, errors."""

from __future__ import annotations

from PySide6.QtCore import QSettings

from dealer_console.pit.live.board import Device
from dealer_console.pit.live.tables import Live
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.page import Page
from dealer_console.pit.windows.rows import Column, figure_column, time_column
from dealer_console.pit.windows.rows_view import RowsPanel
from dealer_console.screens.values import Level


def _level(device: Device) -> Level | None:
    if device.state != "ready":
        return "bad"
    return "warn" if device.errors else None


class DevicesPage(Page):
    title_key = "pit-devices"

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
            time_column("since", words("pit-col-since"), lambda d: d.since_ms, moment),
            figure_column("errors", words("pit-col-errors"),
                          lambda d: d.errors, level=lambda d: "warn" if d.errors else None),
        ]  # fmt: skip
        self.devices: RowsPanel[Device] = RowsPanel(
            "devices", words, settings, columns, lambda d: (d.table, d.device, d.serial), sorted_by="table"
        )
        self.lay_out(self.devices, filter_box=self.devices.filter)

    def show_live(self, live: Live) -> None:
        self.devices.set_rows([device for table in live.tables for device in table.devices])
