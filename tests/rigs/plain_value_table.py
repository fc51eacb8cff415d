"""A virtual table whose shoe tells its cards in plain, behind its keeper; other devices stand beside it as always."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from weakref import finalize

from dealer_console.simulation.virtual_table import VirtualTable
from drivers.keeper.client import KeeperBackedShoe, KeeperControl
from drivers.tablelink.device import TablelinkDevice
from drivers.tablelink.link import HostLink
from tests.drivers.bench_table import SHOE, KeeperPeer, nonces, setup_for


class PlainValueShoe(KeeperPeer):
    """The keeper and the shoe behind it, operated like a simulated shoe: `load Th 9c`, `draw 1`."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.cards: list[str] = []
        self.drawn = 0

    def operate(self, text: str, now: float) -> str:
        done, *faces = text.split()
        if done == "load":
            self.cards = faces
            return "ok loaded"
        assert text == "draw 1"
        if not self.core._shoe.enabled:
            return "no: the shoe is locked"
        face = self.cards.pop(0)
        self.drawn += 1
        self.draw("_dcsh".index(face[1]) << 4 | "_A23456789TJQK".index(face[0]), now)
        return f"ok drew {self.drawn} {face}"

    def run_until(self, moment: float) -> None:
        self.step(moment)


class PlainValueTable(VirtualTable):
    def __post_init__(self) -> None:
        folder = mkdtemp()  # where the keeper writes what it has to know after a crash
        finalize(self, rmtree, folder, ignore_errors=True)
        self.keeper = PlainValueShoe(Path(folder))
        self.sims["shoe"] = self.keeper  # type: ignore[assignment]  # it has no device of ours inside
        super().__post_init__()

    def _open(self) -> None:
        super()._open()
        shoe = self.devices["shoe"]
        assert isinstance(shoe, KeeperBackedShoe)
        self.control = KeeperControl(shoe)
        self.session.dealer_line = self.control
        self.control.line_opened(self.now)

    def _device(self, kind: str) -> TablelinkDevice:
        if kind != "shoe":
            return super()._device(kind)
        return KeeperBackedShoe(
            HostLink(setup=setup_for(SHOE), journal=self._journals[kind], nonce=nonces(self.restarts + 1))
        )

    def _exchange(self, kind: str) -> bool:
        return super()._exchange(kind) | (kind == "shoe" and self._control_line())

    def _control_line(self) -> bool:
        self.control.step(self.now)
        said = self.control.bytes_to_send()
        answers: Iterable[dict[str, object]] = [
            self.keeper.control(self.now, **json.loads(line)) for line in said.splitlines()
        ]
        answers = [*self.keeper.said, *answers]
        self.keeper.said.clear()
        if answers:
            self.control.receive("".join(json.dumps(row) + "\n" for row in answers).encode("ascii"), self.now)
        return bool(said or answers)
