"""An example: the feed of a table as one line of text for a camera's overlay, by UDP or on a serial port.

    dealer-console feed JOURNAL --follow --state overlay.state | python overlay_line.py udp://192.0.2.7:5000
    dealer-console feed JOURNAL --follow --state overlay.state | python overlay_line.py /dev/ttyS0

It needs nothing but Python (and pyserial for a serial port). Take it as it is, or as a beginning.
"""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Callable
from typing import Any


def overlay(event: dict[str, Any], before: str) -> str:
    """What to show after this event: the table, its round, and the last thing that happened."""
    if event.get("unreadable"):
        return before
    data, table = event["data"], event["table"]
    if event["kind"] == "round-opened":
        return f"{table} ROUND {data['round']} {len(data['bets'])} WAGERS"
    if event["kind"] == "move":
        return f"{before.split(' > ')[0]} > {data['move']}"
    if event["kind"] == "round-closed":
        return f"{table} ROUND {data['round']} CLOSED HOUSE {data['house_net']}"
    if event["kind"] == "alarm":
        return f"{table} ALARM"
    return before


def sender(address: str) -> Callable[[bytes], object]:
    if address.startswith("udp://"):
        host, _, port = address.removeprefix("udp://").rpartition(":")
        line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        return lambda text: line.sendto(text, (host, int(port)))
    import serial

    return serial.Serial(address, 9600).write


def main() -> None:
    send, shown = sender(sys.argv[1]), ""
    for line in sys.stdin:
        now = overlay(json.loads(line), shown)
        if now != shown:
            shown = now
            send(shown.encode("ascii", "replace") + b"\r\n")


if __name__ == "__main__":
    main()
