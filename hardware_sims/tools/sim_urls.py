"""`sim://shoe?seed=7`, or just `shoe`: a simulator by name, built as often as needed.

Beside the words of every `sim://` URL, `planted=C12` gives the simulator that is broken for that item of the list.
"""

from urllib.parse import parse_qsl, urlencode, urlsplit

from hardware_sims.devices import DEVICES, Simulator
from hardware_sims.devices.planted import plant
from hardware_sims.endpoints.sim_url import simulator_for


def is_simulator(port: str) -> bool:
    return port.startswith("sim://") or port in DEVICES


class SimulatorUrl:
    """A name that makes the same simulator each time it is called; a wrong name is refused at once."""

    def __init__(self, port: str) -> None:
        parts = urlsplit(port if "://" in port else f"sim://{port}")
        self.device = parts.netloc
        words = parse_qsl(parts.query, keep_blank_values=True)
        self._planted = next((value for name, value in words if name == "planted"), None)
        self._words = [(name, value) for name, value in words if name != "planted"]
        self(None)

    def __call__(self, key: bytes | str | None) -> Simulator:
        words = self._words
        if key is not None:
            told = key if isinstance(key, str) else key.hex()
            words = [*((name, value) for name, value in words if name != "key"), ("key", told)]
        simulator = simulator_for(f"sim://{self.device}?{urlencode(words)}").simulator
        if self._planted is not None:
            plant(self._planted, simulator)
        return simulator
