"""Ports with a simulated device behind them: `sim://shoe`, `usb+sim://…`, `sim:7` for a camera."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import serial

from dealer_console.app.devices import SIMULATED
from dealer_console.rulebook.tables import Device
from drivers.transports import usb
from hardware_sims.endpoints import pyserial_handler, usb_backend


def register_simulators(devices: Iterable[Device]) -> None:
    """From now on the simulated ports of these entries of a table's file can be opened."""
    if pyserial_handler.HANDLERS not in serial.protocol_handler_packages:
        serial.protocol_handler_packages.append(pyserial_handler.HANDLERS)
    usb.BACKENDS["usb+sim"] = usb_backend.backend_at
    if any(device.kind == "camera" and device.port.startswith(SIMULATED) for device in devices):
        from dealer_console.demo.simulated_camera import simulated_source
        from drivers.transports import camera

        camera.SOURCES["sim"] = simulated_source


def operator_at(port: str) -> Callable[[str], str]:
    """What a person does to the simulated device at a `sim://` or `usb+sim://` port: `operator_at(port)("draw 1")`."""
    if port.startswith("sim:") and not port.startswith("sim://"):
        from dealer_console.demo.simulated_camera import simulated_camera

        return simulated_camera(port.removeprefix("sim:")).operate
    if port.startswith("usb+sim:"):
        return usb_backend.backend_at(port).readers[0].device.operate
    return pyserial_handler.device_at(port).operate
