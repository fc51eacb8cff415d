"""A TCP port that speaks RFC 2217, through pyserial's own port manager."""

from __future__ import annotations

from typing import Any

from serial.rfc2217 import PortManager

from hardware_sims.endpoints.address import Address
from hardware_sims.endpoints.sockets import TcpEndpoint


class _SerialSettings:
    """What the port manager wants to see of a serial port: settings that can be set, and lines that are up."""

    baudrate = 115200
    bytesize = 8
    parity = "N"
    stopbits = 1
    rtscts = xonxoff = dsrdtr = break_condition = False
    rts = dtr = cts = dsr = cd = True
    ri = False

    def reset_input_buffer(self) -> None:
        """Nothing waits on this side."""

    def reset_output_buffer(self) -> None:
        """Nothing waits on this side."""


class Rfc2217Endpoint(TcpEndpoint):
    scheme = "rfc2217"

    def __init__(self, where: Address) -> None:
        super().__init__(where)
        self._manager: Any = None

    def host_came(self) -> None:
        settings: Any = _SerialSettings()
        connection: Any = self
        self._manager = PortManager(settings, connection)

    def received(self, data: bytes) -> None:
        plain = b"".join(self._manager.filter(data))
        if plain:
            self._heard(plain)

    def send(self, data: bytes) -> None:
        if self._manager is not None:
            self.write(b"".join(self._manager.escape(data)))
