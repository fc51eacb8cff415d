"""A pyusb backend with simulated hole-card readers plugged in (part C).

    backend = backend_for("usb+sim://reader?seed=7")
    device = usb.core.find(backend=backend, idVendor=0x1209, idProduct=0x0001)

The endpoints carry the byte stream of part A. Without power, or while a `disconnect` lasts, the reader is unplugged.
"""

from __future__ import annotations

import array
import errno
from collections.abc import Iterator

import usb.backend
import usb.core

from hardware_sims.devices import Simulator
from hardware_sims.endpoints import usb_descriptors as descriptors
from hardware_sims.endpoints.sim_url import SharedSimulator, simulator_for

_GET_DESCRIPTOR = 0x06
_STRING = 0x03


class PoweredByTheCable(SharedSimulator):
    """A device on USB: without power it is as good as unplugged."""

    def is_unplugged(self) -> bool:
        return super().is_unplugged() or not self.simulator.device.powered


def _failed(number: int, text: str) -> usb.core.USBError:
    return usb.core.USBError(text, -number, number)


class PluggedReader:
    """One reader in its socket. `halted` holds the endpoints that stall until `clear_halt`."""

    def __init__(self, device: SharedSimulator, address: int) -> None:
        self.device = device
        self.descriptor = descriptors.DeviceDescriptor(bus=1, address=address)
        self.serial = device.simulator.setup.serial
        self.claimed_by: Handle | None = None
        self.configuration = descriptors.CONFIGURATION
        self.halted: set[int] = set()

    @property
    def is_plugged(self) -> bool:
        return self.device.powered and self.device.connected

    def must_be_plugged(self) -> None:
        if not self.is_plugged:
            raise _failed(errno.ENODEV, "No such device (it may have been disconnected)")


class Handle:
    """An open device."""

    def __init__(self, reader: PluggedReader) -> None:
        self.reader = reader


class SimulatedUsb(usb.backend.IBackend):  # type: ignore[misc]  # pyusb has no types
    """Everything pyusb asks of a backend, for readers that are simulators."""

    def __init__(self, *simulators: Simulator, time_scale: float = 1.0) -> None:
        devices = [PoweredByTheCable(simulator, time_scale) for simulator in simulators]
        self.readers = [PluggedReader(device, address) for address, device in enumerate(devices, start=1)]

    def stall(self, endpoint: int = descriptors.ENDPOINT_IN) -> None:
        """The endpoint answers with a stall until the host clears it."""
        self.readers[0].halted.add(endpoint)

    # Finding and describing

    def enumerate_devices(self) -> Iterator[PluggedReader]:
        yield from (reader for reader in self.readers if reader.is_plugged)

    def get_parent(self, dev: PluggedReader) -> None:
        return None

    def get_device_descriptor(self, dev: PluggedReader) -> descriptors.DeviceDescriptor:
        return dev.descriptor

    def get_configuration_descriptor(self, dev: PluggedReader, config: int) -> descriptors.ConfigurationDescriptor:
        if config != 0:
            raise IndexError(f"no configuration {config}")
        return descriptors.ConfigurationDescriptor()

    def get_interface_descriptor(
        self, dev: PluggedReader, intf: int, alt: int, config: int
    ) -> descriptors.InterfaceDescriptor:
        if (intf, alt, config) != (0, 0, 0):
            raise IndexError(f"no interface {intf}, alternate setting {alt}")
        return descriptors.InterfaceDescriptor()

    def get_endpoint_descriptor(
        self, dev: PluggedReader, ep: int, intf: int, alt: int, config: int
    ) -> descriptors.EndpointDescriptor:
        self.get_interface_descriptor(dev, intf, alt, config)
        return descriptors.ENDPOINTS[ep]

    # Opening

    def open_device(self, dev: PluggedReader) -> Handle:
        dev.must_be_plugged()
        return Handle(dev)

    def close_device(self, dev_handle: Handle) -> None:
        if dev_handle.reader.claimed_by is dev_handle:
            dev_handle.reader.claimed_by = None

    def set_configuration(self, dev_handle: Handle, config_value: int) -> None:
        reader = dev_handle.reader
        reader.must_be_plugged()
        if reader.claimed_by is not None:
            raise _failed(errno.EBUSY, "Resource busy")
        if config_value not in (0, descriptors.CONFIGURATION):
            raise _failed(errno.ENOENT, "Entity not found")
        reader.configuration = config_value

    def get_configuration(self, dev_handle: Handle) -> int:
        dev_handle.reader.must_be_plugged()
        return dev_handle.reader.configuration

    def set_interface_altsetting(self, dev_handle: Handle, intf: int, altsetting: int) -> None:
        self._must_hold(dev_handle)
        if (intf, altsetting) != (descriptors.INTERFACE, 0):
            raise _failed(errno.ENOENT, "Entity not found")

    def claim_interface(self, dev_handle: Handle, intf: int) -> None:
        reader = dev_handle.reader
        reader.must_be_plugged()
        if intf != descriptors.INTERFACE or not reader.configuration:
            raise _failed(errno.ENOENT, "Entity not found")
        if reader.claimed_by not in (None, dev_handle):
            raise _failed(errno.EBUSY, "Resource busy")
        reader.claimed_by = dev_handle

    def release_interface(self, dev_handle: Handle, intf: int) -> None:
        if dev_handle.reader.claimed_by is not dev_handle:
            raise _failed(errno.ENOENT, "Entity not found")
        dev_handle.reader.claimed_by = None

    def is_kernel_driver_active(self, dev_handle: Handle, intf: int) -> bool:
        return False

    def detach_kernel_driver(self, dev_handle: Handle, intf: int) -> None:
        raise _failed(errno.ENOENT, "Entity not found")

    def attach_kernel_driver(self, dev_handle: Handle, intf: int) -> None:
        raise _failed(errno.ENOENT, "Entity not found")

    # Bytes

    def _must_hold(self, handle: Handle) -> PluggedReader:
        reader = handle.reader
        reader.must_be_plugged()
        if reader.claimed_by is None:
            self.claim_interface(handle, descriptors.INTERFACE)
        if reader.claimed_by is not handle:
            raise _failed(errno.EBUSY, "Resource busy")
        return reader

    def _endpoint(self, handle: Handle, ep: int, endpoint: int) -> PluggedReader:
        reader = self._must_hold(handle)
        if ep != endpoint:
            raise _failed(errno.ENOENT, "Entity not found")
        if ep in reader.halted:
            raise _failed(errno.EPIPE, "Pipe error")
        return reader

    def bulk_write(self, dev_handle: Handle, ep: int, intf: int, data: array.array[int], timeout: int) -> int:
        reader = self._endpoint(dev_handle, ep, descriptors.ENDPOINT_OUT)
        raw = data.tobytes()
        reader.device.write(raw)
        return len(raw)

    def intr_read(self, dev_handle: Handle, ep: int, intf: int, buff: array.array[int], timeout: int) -> int:
        """One packet of what the reader has sent, as soon as there is something. Timeout 0 waits without end."""
        reader = self._endpoint(dev_handle, ep, descriptors.ENDPOINT_IN)
        device = reader.device
        first = device.read(1, timeout / 1000 if timeout else None)
        if not first:
            reader.must_be_plugged()
            raise usb.core.USBTimeoutError("Operation timed out", -errno.ETIMEDOUT, errno.ETIMEDOUT)
        room = min(len(buff), descriptors.PACKET) - 1
        packet = first + (device.read(min(room, device.waiting), 0) if room else b"")
        buff[: len(packet)] = array.array("B", packet)
        return len(packet)

    def ctrl_transfer(
        self,
        dev_handle: Handle,
        bmRequestType: int,  # noqa: N803  pyusb's name
        bRequest: int,  # noqa: N803  pyusb's name
        wValue: int,  # noqa: N803  pyusb's name
        wIndex: int,  # noqa: N803  pyusb's name
        data: array.array[int],
        timeout: int,
    ) -> int:
        """GET_DESCRIPTOR of a string; everything else is a stall."""
        reader = dev_handle.reader
        reader.must_be_plugged()
        descriptor: bytes | None = None
        if (bmRequestType, bRequest, wValue >> 8) == (0x80, _GET_DESCRIPTOR, _STRING):
            descriptor = descriptors.string_descriptor(wValue & 0xFF, reader.serial)
        if descriptor is None:
            raise _failed(errno.EPIPE, "Pipe error")
        reply = descriptor[: len(data)]
        data[: len(reply)] = array.array("B", reply)
        return len(reply)

    def clear_halt(self, dev_handle: Handle, ep: int) -> None:
        dev_handle.reader.must_be_plugged()
        dev_handle.reader.halted.discard(ep)

    def reset_device(self, dev_handle: Handle) -> None:
        reader = dev_handle.reader
        reader.must_be_plugged()
        reader.halted.clear()
        reader.claimed_by = None
        reader.device.forget_waiting()


def backend_for(url: str) -> SimulatedUsb:
    """A backend with one reader, as `usb+sim://reader?seed=7` describes it."""
    simulator = simulator_for(url, "usb+sim")
    return SimulatedUsb(simulator.simulator, time_scale=simulator.time_scale)


_backends: dict[str, SimulatedUsb] = {}


def backend_at(url: str) -> SimulatedUsb:
    """The backend of a URL, the same one each time it is asked for: a URL names a device, as a socket does."""
    if url not in _backends:
        _backends[url] = backend_for(url)
    return _backends[url]


def forget(url: str | None = None) -> None:
    """Throws away the reader of one URL, or all."""
    if url is None:
        _backends.clear()
    else:
        _backends.pop(url, None)
