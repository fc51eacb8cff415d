"""The four descriptors and three strings of the reader on USB (part C)."""

from __future__ import annotations

from dataclasses import dataclass

VENDOR, PRODUCT = 0x1209, 0x0001
CLASS, SUBCLASS, PROTOCOL = 0xFF, 0x54, 0x01
ENDPOINT_IN, ENDPOINT_OUT = 0x81, 0x01
PACKET = 64
INTERRUPT, BULK = 3, 2
US_ENGLISH = 0x0409
CONFIGURATION = 1
INTERFACE = 0


# ruff: noqa: N815  the names of the USB standard, which pyusb looks for
@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceDescriptor:
    bus: int
    address: int
    bLength: int = 18
    bDescriptorType: int = 1
    bcdUSB: int = 0x0200
    bDeviceClass: int = 0
    bDeviceSubClass: int = 0
    bDeviceProtocol: int = 0
    bMaxPacketSize0: int = PACKET
    idVendor: int = VENDOR
    idProduct: int = PRODUCT
    bcdDevice: int = 0x0100
    iManufacturer: int = 1
    iProduct: int = 2
    iSerialNumber: int = 3
    bNumConfigurations: int = 1
    port_number: int = 1
    port_numbers: tuple[int, ...] = (1,)
    speed: int = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigurationDescriptor:
    bLength: int = 9
    bDescriptorType: int = 2
    wTotalLength: int = 32
    bNumInterfaces: int = 1
    bConfigurationValue: int = CONFIGURATION
    iConfiguration: int = 0
    bmAttributes: int = 0x80
    bMaxPower: int = 50
    extra_descriptors: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InterfaceDescriptor:
    bLength: int = 9
    bDescriptorType: int = 4
    bInterfaceNumber: int = INTERFACE
    bAlternateSetting: int = 0
    bNumEndpoints: int = 2
    bInterfaceClass: int = CLASS
    bInterfaceSubClass: int = SUBCLASS
    bInterfaceProtocol: int = PROTOCOL
    iInterface: int = 0
    extra_descriptors: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointDescriptor:
    bEndpointAddress: int
    bmAttributes: int
    bInterval: int
    bLength: int = 7
    bDescriptorType: int = 5
    wMaxPacketSize: int = PACKET
    bRefresh: int = 0
    bSynchAddress: int = 0
    extra_descriptors: tuple[int, ...] = ()


ENDPOINTS = (
    EndpointDescriptor(bEndpointAddress=ENDPOINT_IN, bmAttributes=INTERRUPT, bInterval=4),
    EndpointDescriptor(bEndpointAddress=ENDPOINT_OUT, bmAttributes=BULK, bInterval=0),
)


def string_descriptor(index: int, serial: str) -> bytes | None:
    """String 0 is the languages, 1 maker, 2 product, 3 the serial number of IDENTITY."""
    if index == 0:
        return bytes((4, 3)) + US_ENGLISH.to_bytes(2, "little")
    texts = {1: "Simulated", 2: "Hole-card reader", 3: serial}
    if index not in texts:
        return None
    encoded = texts[index].encode("utf-16-le")
    return bytes((len(encoded) + 2, 3)) + encoded
