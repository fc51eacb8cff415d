"""The devices broken on purpose: one per item of the conformance list, and only when asked for (E1)."""

from __future__ import annotations

import pytest

from hardware_sims.devices import DEVICES, build
from hardware_sims.devices.planted import PLANTED


def test_e1_every_item_has_its_planted_fault() -> None:
    assert sorted(PLANTED, key=lambda item: int(item[1:])) == [f"C{number}" for number in range(1, 68)]


@pytest.mark.parametrize("item", PLANTED)
def test_e1_a_planted_device_can_be_built_for_each_of_its_devices(item: str) -> None:
    entry = PLANTED[item]
    assert entry.what
    assert set(entry.devices) <= set(DEVICES)
    for device in entry.devices:
        spoiled = build(device, planted=item, **entry.setup)
        spoiled.step(1.0)
        assert spoiled.device.awake


def test_e1_a_planted_fault_changes_one_device_and_not_its_class() -> None:
    build("shoe", planted="C24")
    healthy = build("shoe").device
    assert "mac_accepted" not in vars(healthy.link)  # type: ignore[attr-defined]  # a shoe has a link
