"""The loop of simulated devices on real lines."""

from __future__ import annotations

import os
import selectors
import socket
import time
from pathlib import Path

from hardware_sims.devices import build
from hardware_sims.endpoints.event_loop import EventLoop
from hardware_sims.endpoints.sockets import endpoint_at, parse_address


def test_a_cable_pulled_in_the_turn_in_which_its_bytes_came_ends_no_loop(tmp_path: Path) -> None:
    loop = EventLoop()
    pulled, ear = socket.socketpair()
    try:
        turns: list[str] = []

        def pull() -> None:
            ear.recv(1)
            turns.append("pulled")
            loop.unplug(station)

        loop.selector.register(ear, selectors.EVENT_READ, pull)
        station = loop.add(build("shoe", seed=1), endpoint_at(parse_address(f"pty:{tmp_path / 'shoe'}")))
        host = os.open(tmp_path / "shoe", os.O_RDWR | os.O_NOCTTY)
        pulled.send(b"\0")  # first, so that it is also served first
        os.write(host, b"\0")
        time.sleep(0.1)  # a terminal hands bytes on in its own time
        while not turns:
            loop._wait()
        loop.attend(station)
    finally:
        loop.close()
        os.close(host)
        pulled.close()
        ear.close()
