"""From the name of a port in the settings to its transport."""

from __future__ import annotations

from drivers.transports.interface import Transport
from drivers.transports.serial import SerialTransport
from drivers.transports.unix_socket import UnixSocketTransport
from drivers.transports.usb import usb_transport


def transport_for(url: str, *, baud: int = 115200) -> Transport:
    """`usb://…` and `usb+…://` go to pyusb, `unix:PATH` to a local socket, everything else to pyserial."""
    if url.startswith(("usb://", "usb+")):
        return usb_transport(url)
    if url.startswith("unix:"):
        return UnixSocketTransport(url.removeprefix("unix:").removeprefix("//"))
    return SerialTransport(url, baud=baud)
