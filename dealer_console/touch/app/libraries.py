"""Which system libraries Qt needs on this machine, named with their packages before Qt aborts without a word.

Nothing here imports Qt. The lists are what the shared objects of PySide6 6.11 ask the loader for, without what every
system has and without what the wheel brings along.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from dealer_console.game.message import Message
from dealer_console.messages import MessageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """A shared object, and the packages that bring it."""

    name: str
    debian: str
    fedora: str


class LibrariesMissing(MessageError):
    """The window cannot open on this system; the message names every package at once."""


def _listed(*rows: str) -> tuple[Library, ...]:
    cells = (row.split() for row in rows)
    return tuple(Library(name=name, debian=debian, fedora=fedora) for name, debian, fedora in cells)


EVERYWHERE: Final = _listed(
    "libEGL.so.1               libegl1              libglvnd-egl",
    "libGL.so.1                libgl1               libglvnd-glx",
    "libxkbcommon.so.0         libxkbcommon0        libxkbcommon",
    "libdbus-1.so.3            libdbus-1-3          dbus-libs",
    "libfontconfig.so.1        libfontconfig1       fontconfig",
    "libfreetype.so.6          libfreetype6         freetype",
    "libX11.so.6               libx11-6             libX11",
    "libglib-2.0.so.0          libglib2.0-0         glib2",
    "libzstd.so.1              libzstd1             libzstd",
    "libz.so.1                 zlib1g               zlib",
)

FOR_PLATFORM: Final = {
    "xcb": _listed(
        "libxcb.so.1               libxcb1              libxcb",
        "libxcb-cursor.so.0        libxcb-cursor0       xcb-util-cursor",
        "libxcb-icccm.so.4         libxcb-icccm4        xcb-util-wm",
        "libxcb-util.so.1          libxcb-util1         xcb-util",
        "libxcb-image.so.0         libxcb-image0        xcb-util-image",
        "libxcb-keysyms.so.1       libxcb-keysyms1      xcb-util-keysyms",
        "libxcb-randr.so.0         libxcb-randr0        libxcb",
        "libxcb-render.so.0        libxcb-render0       libxcb",
        "libxcb-render-util.so.0   libxcb-render-util0  xcb-util-renderutil",
        "libxcb-shape.so.0         libxcb-shape0        libxcb",
        "libxcb-shm.so.0           libxcb-shm0          libxcb",
        "libxcb-sync.so.1          libxcb-sync1         libxcb",
        "libxcb-xfixes.so.0        libxcb-xfixes0       libxcb",
        "libxcb-xkb.so.1           libxcb-xkb1          libxcb",
        "libX11-xcb.so.1           libx11-xcb1          libX11-xcb",
        "libxkbcommon-x11.so.0     libxkbcommon-x11-0   libxkbcommon-x11",
    ),
    "wayland": _listed(
        "libwayland-client.so.0    libwayland-client0   libwayland-client",
        "libwayland-cursor.so.0    libwayland-cursor0   libwayland-cursor",
    ),
    "vnc": _listed(
        "libgssapi_krb5.so.2       libgssapi-krb5-2     krb5-libs",
        "libbrotlidec.so.1         libbrotli1           libbrotli",
    ),
    "linuxfb": _listed("libdrm.so.2               libdrm2              libdrm"),
}


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def needed_by(platform: str) -> tuple[Library, ...]:
    """`platform` as Qt writes it: `xcb`, `offscreen`, `vnc:size=1280x800`."""
    return EVERYWHERE + FOR_PLATFORM.get(platform.partition(":")[0], ())


def missing(platform: str, loads: Callable[[str], bool] = _loads) -> tuple[Library, ...]:
    """Only Linux leaves these to the system."""
    if not sys.platform.startswith("linux"):
        return ()
    return tuple(library for library in needed_by(platform) if not loads(library.name))


def what_to_install(missing: tuple[Library, ...], platform: str) -> Message:
    """What is missing, and the one command that brings it."""
    names = ", ".join(library.name for library in missing)
    debian = " ".join(dict.fromkeys(library.debian for library in missing))
    fedora = " ".join(dict.fromkeys(library.fedora for library in missing))
    kind = platform.partition(":")[0]
    return Message("start-libraries-missing", platform=kind, names=names, debian=debian, fedora=fedora)


def require(platform: str, loads: Callable[[str], bool] = _loads) -> None:
    """Call it before the first import of PySide6. Raises `LibrariesMissing`."""
    libraries = missing(platform, loads)
    if libraries:
        raise LibrariesMissing(what_to_install(libraries, platform))
