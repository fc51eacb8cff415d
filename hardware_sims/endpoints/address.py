"""Where to listen, as a person writes it: `pty`, `pty:PATH`, `tcp://HOST:PORT`, `rfc2217://HOST:PORT`."""

from __future__ import annotations

from dataclasses import dataclass

from hardware_sims.errors import SetupError, unknown

KINDS = ("pty", "tcp", "rfc2217")


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A place a host can connect to. Port 0 is any free one."""

    kind: str
    host: str = ""
    port: int = 0
    path: str = ""


def parse_address(text: str) -> Address:
    kind, separator, rest = text.partition(":")
    if kind == "pty":
        if separator and not rest:
            raise SetupError("pty: names no path; write pty alone, or pty:PATH")
        return Address(kind="pty", path=rest)
    if kind not in KINDS:
        raise SetupError(f"{text!r}: {unknown('place to listen', kind, KINDS)}")
    host, port = parse_host_and_port(text, kind)
    return Address(kind=kind, host=host, port=port)


def parse_host_and_port(text: str, scheme: str = "tcp") -> tuple[str, int]:
    """`tcp://HOST:PORT`; an IPv6 host stands in brackets."""
    start = f"{scheme}://"
    host, colon, port = text.removeprefix(start).rpartition(":")
    if not text.startswith(start) or not colon or not host or not port.isdigit() or int(port) > 65535:
        raise SetupError(
            f"{text!r} is not understood; write {scheme}://HOST:PORT, for example {scheme}://127.0.0.1:4001"
        )
    return host.removeprefix("[").removesuffix("]"), int(port)
