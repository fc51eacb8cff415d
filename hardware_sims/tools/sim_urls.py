"""`sim://shoe?seed=7&fault=drop:rate=0.1&key=HEX`: a simulator by name, built as often as needed."""

from urllib.parse import parse_qsl, urlsplit

from hardware_sims.errors import AskedForTheImpossible
from hardware_sims.machines import DEVICES, Simulator, build
from hardware_sims.tools.ending import CannotRunError

_NAMED = ("seed", "scenario", "fault", "key", "unit", "planted")


def is_simulator(port: str) -> bool:
    return port.startswith("sim://") or port in DEVICES


class SimulatorUrl:
    """A name that makes the same simulator each time it is called."""

    def __init__(self, port: str) -> None:
        parts = urlsplit(port if "://" in port else f"sim://{port}")
        self.device = parts.netloc
        pairs = parse_qsl(parts.query, keep_blank_values=True)
        self._told = {name: value for name, value in pairs if name in _NAMED and name != "fault"}
        self._faults = [value for name, value in pairs if name == "fault"]
        self._options = {name: value for name, value in pairs if name not in _NAMED}
        self.name = port
        self(None)

    def __call__(self, key: bytes | str | None) -> Simulator:
        try:
            return build(
                self.device,
                seed=self._number("seed"),
                key=self._told.get("key") if key is None else key,
                unit=self._number("unit"),
                options=self._options,
                scenario=self._told.get("scenario"),
                faults=self._faults,
                planted=self._told.get("planted"),
            )
        except AskedForTheImpossible as problem:
            raise CannotRunError(f"{self.name}: {problem}", "See `hardware-sims list`.") from None

    def _number(self, name: str) -> int | None:
        value = self._told.get(name)
        if value is None or value.isdigit():
            return None if value is None else int(value)
        raise CannotRunError(f"{self.name}: {name} is not a number", f"Write for example {name}=7.")
