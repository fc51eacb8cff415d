"""Keys, lines by arrows, long work that can be stopped, refusals and failures: what all pages have in common."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dealer_console.pit.errors import PitRefused
from dealer_console.pit.long_work import Work
from dealer_console.pit.pages.flow import PitFlow, buttons, lines
from dealer_console.pit.pages.places import body_of, places
from dealer_console.pit.pages.services import PitServices
from dealer_console.pit.pages.values import Room
from dealer_console.screens.sizes import SIZES, Box
from tests.pit.pages.walking import button, touch
from tests.tools.pictures.pit import scenes


class Later:
    """What is started waits until somebody lets it run."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def start(self, lane: str, deed: Callable[[], None]) -> None:
        self.waiting.append(deed)

    def post(self, deed: Callable[[], None]) -> None:
        deed()

    def run(self) -> None:
        waiting, self.waiting = self.waiting, []
        for deed in waiting:
            deed()


def test_every_page_has_its_key(flow: PitFlow) -> None:
    for number, name in enumerate(flow.pages, start=1):
        assert flow.key(f"F{number}")
        assert flow.at == name


def test_no_key_means_two_things(flow: PitFlow) -> None:
    for scene in scenes(flow):
        keys = [each.key for each in buttons(flow.screen) if each.key]
        assert len(keys) == len(set(keys)), scene


def test_every_button_has_a_key_or_is_one(flow: PitFlow) -> None:
    """Where a text is typed the keyboard itself is the keys; in long lists of choices Tab reaches the rest."""
    for scene in scenes(flow):
        if scene not in ("typing", "name", "choice"):
            assert all(each.key for each in buttons(flow.screen)), scene


def test_lines_are_reached_by_arrows_and_opened_by_return(flow: PitFlow) -> None:
    touch(flow, "rail:rounds")
    for _ in range(2):
        assert flow.key("Down")
    assert [line.current for line in lines(flow.screen)][:3] == [False, True, False]
    flow.key("Up")
    wanted = lines(flow.screen)[0].cells[1]
    flow.key("Return")
    assert flow.screen.page.title.endswith(f"round {wanted}")


def test_what_is_refused_says_why_and_does_nothing(flow: PitFlow) -> None:
    touch(flow, "rail:reports")
    touch(flow, "reports:shift")
    assert (flow.screen.note, flow.screen.note_tone) == ("choose a table first", "danger")
    assert flow.core.dialog is None


def test_a_key_that_nobody_wants_is_handed_back(flow: PitFlow) -> None:
    assert not flow.key("F12")
    assert not flow.typed("x")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_nothing_lies_outside_or_over_another(flow: PitFlow, size: object) -> None:
    from dealer_console.screens.sizes import ScreenSize

    assert isinstance(size, ScreenSize)
    room = Room(width=size.width / size.closest_density, height=size.height / size.closest_density)
    flow.resized(room)
    for scene in scenes(flow):
        where = places(flow.screen, room)
        boxes = [box for _, box in (*where.rail, *where.elements)]
        whole = Box(0, 0, room.width, room.height)
        for at, box in enumerate(boxes):
            assert whole.holds(box), (scene, box)
            assert not any(box.overlaps(other) for other in boxes[:at]), scene
    assert body_of(room).height > 80


# --- long work --------------------------------------------------------------------------------------------------------


def test_work_tells_how_far_it_is_and_is_stopped(services: PitServices) -> None:
    lanes = Later()
    flow = PitFlow(services, lanes)
    came: list[int] = []

    def count(work: Work) -> int:
        for number in range(10):
            work.tell(number, 10, "counting")
            if number == 4:
                assert flow.screen.working is not None
                assert flow.screen.working.percent == 40
                flow.press("work:stop")
        return 10

    flow.core.do("counting", count, came.append)
    assert button(flow, "work:stop").key
    lanes.run()
    assert came == []
    assert flow.screen.working is None
    assert flow.screen.note == "Stopped: counting"


def test_new_work_takes_the_place_of_old(services: PitServices) -> None:
    lanes = Later()
    flow = PitFlow(services, lanes)
    came: list[str] = []
    flow.core.do("first", lambda work: "first", came.append)
    flow.core.do("second", lambda work: "second", came.append)
    lanes.run()
    assert came == ["second"]


def test_a_refusal_is_a_note_and_a_bug_is_a_failure(flow: PitFlow) -> None:
    failures: list[Exception] = []
    flow.core.failed = failures.append

    def refuses(work: Work) -> None:
        raise PitRefused("not like this")

    def breaks(work: Work) -> None:
        raise ZeroDivisionError("ours")

    flow.core.do("trying", refuses, lambda _: None)
    assert (flow.screen.note, flow.screen.note_tone) == ("not like this", "danger")
    assert failures == []
    flow.core.do("trying", breaks, lambda _: None)
    assert [str(each) for each in failures] == ["ours"]
    assert flow.screen.working is None


def test_the_board_looks_again_only_after_a_while(services: PitServices) -> None:
    lanes = Later()
    flow = PitFlow(services, lanes)
    flow.tick()
    assert len(lanes.waiting) == 1
    lanes.run()
    assert flow.core.live is not None
    flow.tick()
    assert lanes.waiting == []


def test_a_look_that_is_asked_for_during_another_follows_it(services: PitServices) -> None:
    lanes = Later()
    flow = PitFlow(services, lanes)
    flow.core.look(at_once=True)
    flow.core.look(at_once=True)
    assert len(lanes.waiting) == 1
    lanes.run()
    assert len(lanes.waiting) == 1
    lanes.run()
    assert lanes.waiting == []


def test_closing_stops_a_look_that_is_on_its_way(services: PitServices) -> None:
    lanes = Later()
    flow = PitFlow(services, lanes)
    flow.core.close()
    lanes.run()
    assert flow.core.live is None
    assert flow.screen.note == ""


def test_the_first_look_tells_how_far_it_is(services: PitServices) -> None:
    lanes = Later()
    flow = PitFlow(services, lanes)
    seen = []
    flow.core.changed = lambda: seen.append(flow.core.taking_in.label)
    lanes.run()
    assert "up to date" in seen
    assert "looking through the figures" in seen


def test_pages_before_the_first_look_say_that_it_is_on_its_way(services: PitServices) -> None:
    flow = PitFlow(services, Later())
    for name in flow.pages:
        flow.turn_to(name)
        assert flow.screen.page.title
