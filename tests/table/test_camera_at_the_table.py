"""A camera beside the shoe: it fills what the shoe could not read, stands against what it said, tells nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dealer_console.app.camera import TableCamera
from dealer_console.game.cards import card
from dealer_console.table import commands as c
from dealer_console.table.session.recovery import restore
from drivers.events import Fault
from drivers.optical_reader import OpticalSetup
from tests.drivers.optical.scenes import felt, foreign_card, house, lying
from tests.rigs.known_people import signed
from tests.rigs.open_table import OpenTable

CARDS = "5h 9d Kc 3c 8s 7d"


class Watched:
    """A bench with a camera: `look` lays a card face up before it, `away` takes it off."""

    def __init__(self, kept: Path | None = None, *, alone: bool = True) -> None:
        self.bench = OpenTable(CARDS)
        self.camera = TableCamera(OpticalSetup(serial="C-1", designs=(house(),), kept_in=kept, alone=alone))
        self.bench.virtual.session.devices["camera"] = self.camera
        self.camera.camera_opened(0.0)
        self.bench.run()
        assert self.camera.enabled

    def look(self, face: str | None) -> None:
        self.camera.see(felt(), 0.0)
        self.camera.see(felt(), 0.0)
        self.camera.see(lying(face), 0.0)
        self.bench.run(0.05)

    def outcomes(self) -> list[tuple[object, object]]:
        events = [entry.data for entry in self.bench.kinds("device-event") if entry.data["event"] == "CardSeen"]
        return [(event["outcome"], event["card"]) for event in events]


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(tmp_path / "kept")


def test_the_card_that_the_shoe_told_is_compared_and_nothing_follows(watched: Watched) -> None:
    watched.bench.draw(2)
    watched.look("9d")
    assert watched.outcomes() == [("same", "9d")]
    assert watched.bench.state.alarms == ()
    assert watched.bench.standing() == ["5h", "9d"]


def test_a_draw_that_the_shoe_could_not_read_is_filled(watched: Watched) -> None:
    watched.bench.operate("shoe", "fault unreadable clear_after=1")
    watched.bench.draw()
    assert watched.bench.snapshot.enter_card
    watched.look("5h")
    assert watched.outcomes() == [("fills", "5h")]
    assert watched.bench.standing() == ["5h"]
    assert not watched.bench.snapshot.enter_card
    watched.bench.draw()
    assert watched.bench.standing() == ["5h", "9d"]


def test_a_card_that_neither_can_read_is_entered_by_hand(watched: Watched) -> None:
    watched.bench.operate("shoe", "fault unreadable clear_after=1")
    watched.bench.draw()
    watched.camera.see(foreign_card(), 0.0)
    watched.camera.see(foreign_card(), 1.0)
    watched.bench.run(0.05)
    assert watched.bench.standing() == []
    assert any("a design that is not known" in alarm for alarm in watched.bench.state.alarms)
    watched.bench.play("5h")
    assert watched.bench.standing() == ["5h"]


def test_a_difference_is_the_dealers_to_decide_and_its_picture_is_kept(watched: Watched, tmp_path: Path) -> None:
    watched.bench.draw()
    watched.look("5d")
    (alarm,) = watched.bench.state.alarms
    assert "it sees 5d where the shoe says 5h" in alarm
    assert watched.outcomes() == [("differs", "5d")]
    assert [file.name.split("-")[0] for file in (tmp_path / "kept").iterdir()] == ["difference"]
    assert watched.bench.standing() == ["5h"]
    watched.bench.done(c.CorrectCard(who="Dee", hand="1a", index=0, card=card("5d")))
    watched.bench.done(c.AlarmSeen(who="Dee", alarm=alarm))
    assert watched.bench.standing() == ["5d"]


def test_a_card_seen_before_the_shoe_has_opened_it_waits_for_the_shoe(watched: Watched) -> None:
    watched.bench.operate("shoe", "draw 1")
    while not watched.bench.state.draws:
        watched.bench.run(0.001)
    watched.camera.see(lying("5d"), 0.0)
    watched.bench.virtual.session.step()
    assert watched.outcomes() == [("waits", "5d")]
    watched.bench.run()
    assert watched.bench.standing() == ["5h"]
    assert len(watched.bench.state.alarms) == 1
    assert watched.bench.state.camera.waiting is None


def test_a_covered_card_leaves_no_value_in_the_journal(watched: Watched) -> None:
    """Face down it is not seen at all; turned before its time it is seen, and not written down."""
    watched.bench.deal()
    hole = watched.bench.state.hole_draw
    assert hole is not None
    watched.look(None)
    assert watched.outcomes() == []
    watched.look("Qh")
    assert watched.outcomes() == [("aside", "??")]
    assert watched.bench.state.alarms == ()
    assert "Qh" not in str([entry.data for entry in watched.bench.kinds("device-event")])


def test_a_black_camera_is_at_fault_until_a_supervisor_clears_it() -> None:
    watched = Watched(alone=False)
    black = np.zeros((48, 64, 3), dtype=np.uint8)
    for tenths in range(8):
        watched.camera.see(black, 1.0 + tenths / 10)
    watched.bench.run()
    assert watched.bench.state.faults == {"camera": "SENSOR"}
    assert watched.camera.fault is Fault.SENSOR
    watched.bench.draw()
    assert watched.bench.standing() == ["5h"]
    watched.camera.see(felt(), 2.0)
    watched.bench.done(c.ClearFault(who="Dee", device="camera"))
    watched.bench.run()
    assert watched.bench.state.faults == {}
    assert watched.camera.enabled


def test_a_lost_camera_comes_back_and_the_round_goes_on_without_it(watched: Watched) -> None:
    watched.camera.camera_lost("unplugged")
    watched.bench.draw()
    assert watched.bench.state.links["camera"] == "away"
    assert watched.bench.standing() == ["5h"]
    assert watched.bench.state.irregularity is None
    watched.camera.camera_opened(9.0)
    watched.bench.run()
    assert watched.camera.enabled


def test_a_restart_knows_what_was_not_compared(watched: Watched) -> None:
    watched.bench.draw(2)
    again = restore(watched.bench.virtual.guarded)
    assert [card for _, card in again.camera.uncompared] == ["5h", "9d"]
    assert again.hash() == watched.bench.state.hash()


def test_the_live_view_is_opened_between_rounds_and_ends_with_the_first_card(watched: Watched) -> None:
    watched.bench.done(signed("Ted", c.LookThroughCamera(who="")))
    assert watched.bench.state.camera.viewer == "Ted"
    assert restore(watched.bench.virtual.guarded).hash() == watched.bench.state.hash()
    watched.bench.draw()
    assert watched.bench.state.camera.viewer == ""
    assert "not in a round" in watched.bench.refused(signed("Ted", c.LookThroughCamera(who="")))
    assert "nobody looks" in watched.bench.refused(signed("Ted", c.EndCameraView(who="")))
