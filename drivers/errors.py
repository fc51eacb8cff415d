"""Whose fault is it? Three families, and each text says what happened, where, and what to do next.

* `ImpossibleRequestError`: a person or the table asked a device for something it cannot lawfully do now.
* `DeviceError`: bytes on a line, or the device behind them, do not follow its document.
* `DriverBugError`: our own contract was broken by our own code.
"""

from __future__ import annotations


class DriverError(Exception):
    """The root of everything that this package raises on purpose."""


class ImpossibleRequestError(DriverError):
    """Nothing was sent and nothing has changed; the text says what to do instead."""


class DeviceError(DriverError):
    """The device or its line is at fault."""


class DriverBugError(DriverError):
    """A caller inside the product broke a contract of this package."""


class ProtocolError(DeviceError):
    """One piece of a byte stream that is no message; `kind` is the class under which it is counted."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(f"{kind}: {text}")
        self.kind = kind


class PortError(DriverError):
    """A port cannot be opened, or was lost while open."""


class PortMissingError(PortError):
    """No such port or device right now; it is looked for again every second."""


class PortBusyError(PortError):
    """Another program holds the port."""


class LineResetError(PortError):
    """The port is still there, but what was under way on it is lost: say HELLO again."""


class PortLostError(PortError):
    """The port was open and is gone: unplugged, closed by the peer, or broken."""
