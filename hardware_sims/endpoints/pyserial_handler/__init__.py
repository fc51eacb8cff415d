"""Importing this makes `serial_for_url("sim://shoe?seed=7")` give a port with a simulator behind it.

A URL names a device, as a device path does: closing and opening again finds the same device, with its events and its
session. Another `name=` in the URL is another device; `forget` throws devices away.
"""

from __future__ import annotations

import serial

from hardware_sims.endpoints.sim_url import SharedSimulator, simulator_for

HANDLERS = __name__
"""Where pyserial looks for `protocol_sim`."""

_devices: dict[str, SharedSimulator] = {}

if HANDLERS not in serial.protocol_handler_packages:
    serial.protocol_handler_packages.append(HANDLERS)


def device_at(url: str) -> SharedSimulator:
    """The device of a URL; it is switched on when it is first asked for."""
    if url not in _devices:
        simulator = simulator_for(url)
        _devices[url] = SharedSimulator(simulator.simulator, simulator.time_scale)
    return _devices[url]


def forget(url: str | None = None) -> None:
    """Throws away the device of one URL, or all. A port that is still open keeps its own."""
    if url is None:
        _devices.clear()
    else:
        _devices.pop(url, None)
