"""A place where somebody else's program can meet the bench: pty, tcp or rfc2217 (part E, "Where").

A meeting carries bytes both ways and knows nothing of frames. One guest at a time; what is said to an empty room is
lost, as on a real line.
"""

import selectors
import threading

from hardware_sims.endpoints.address import parse_address
from hardware_sims.endpoints.sockets import endpoint_at


class EndpointBridge:
    """Read in one thread, write in another if need be."""

    def __init__(self, where: str) -> None:
        self._place = endpoint_at(parse_address(where))
        self._selector = selectors.DefaultSelector()
        self._heard = bytearray()
        self._one_at_a_time = threading.RLock()
        self._place.open(self._selector, self._heard.extend)

    @property
    def name(self) -> str:
        """What the other program opens."""
        return self._place.address

    def read(self, within: float) -> bytes:
        ready = self._selector.select(within)
        with self._one_at_a_time:
            for key, _ in ready:
                key.data()
            data = bytes(self._heard)
            self._heard.clear()
        return data

    def write(self, data: bytes) -> None:
        with self._one_at_a_time:
            self._place.send(data)

    def close(self) -> None:
        with self._one_at_a_time:
            self._place.close()
            self._selector.close()
