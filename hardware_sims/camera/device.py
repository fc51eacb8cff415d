"""The camera as a device in virtual time: what lies before it, what people do to that, and what breaks.

At every tick of its frame rate it takes an exposure: a value that says everything about one picture. Whoever wants the
picture has it painted from that, so time can run over thousands of frames that nobody looks at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hardware_sims.camera.options import CameraSetup
from hardware_sims.camera.pictures.dice import Dice
from hardware_sims.camera.pictures.disturbances import NAMES, level_named
from hardware_sims.camera.pictures.scene import ALL_CARDS, Scene
from hardware_sims.camera.tableau import Tableau
from hardware_sims.devices.device import Device, no_more
from hardware_sims.devices.setup import US
from hardware_sims.errors import ImpossibleRequestError, OperatorError, unknown
from hardware_sims.fault import CAMERA_KINDS, Fault

BACK = "back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """One picture, not yet painted. `scene` None: black."""

    number: int
    scene: Scene | None


class Camera(Device):
    """`exposure` is what the sensor gave at the last tick; None while the camera is lost."""

    moments = ("FRAME", "SHOWN", "HIDDEN", "TURNED", "MOVED", "AT_REST", "UNPLUGGED", "PLUGGED")
    fault_kinds = CAMERA_KINDS

    def __init__(self, setup: CameraSetup) -> None:
        super().__init__(setup)
        self.dice = Dice(seed=setup.seeds.seed, owner=setup.channel)
        self.rate = float(setup.options["rate"])
        self.exposure: Exposure | None = None
        self.frames = 0
        self._disturbances = setup.disturbances
        size = (setup.options["width"] / setup.options["scale"], setup.options["height"] / setup.options["scale"])
        self._felt = Tableau(self.dice, *size, setup.options["table"])
        self._ends: dict[str, int] = {}
        self._dealt = 0
        self.operator_actions = {
            "state": self.do_state,
            "show": self._show,
            "hide": self._hide,
            "turn": self._turn,
            "move": self._move,
            "cover": self._cover,
            "light": self._light,
            "disturb": self._disturb,
            "level": self._level,
            "freeze": self._freeze,
            "unplug": self._unplug,
            "plug": self._plug,
        }

    def receive(self, data: bytes, now: int) -> None:
        """A camera has no line that a host could speak on."""

    # Time

    def woken(self, now: int) -> None:
        self._plan_tick(now)
        if self.setup.options["deal"]:
            self._deal(now)

    def _plan_tick(self, now: int) -> None:
        number = -(-now * self.rate // US)
        self.agenda.set("frame", round(number * US / self.rate), self._tick)

    def _tick(self, now: int) -> None:
        number = round(now * self.rate / US)
        self.agenda.set("frame", round((number + 1) * US / self.rate), self._tick)
        self._put_away_ended_faults(now)
        if self._felt.comes_to_rest(now):
            self.happened.append("AT_REST")
        fresh = Exposure(number=number, scene=self._felt.scene(number, now, self._disturbances, 1.0 / self.rate))
        self.exposure = self._through_faults(fresh)
        self.frames = number + 1
        self.happened.append("FRAME")
        self.end_of_step(now)

    def _through_faults(self, fresh: Exposure) -> Exposure | None:
        """Lost hides everything, black hides the picture, frozen repeats the one before."""
        before = self.exposure
        if self.fault_strikes("lost"):
            return None
        if self.fault_strikes("black"):
            return replace(fresh, scene=None)
        if self.fault_strikes("frozen") and before is not None:
            return before
        return fresh

    def forget(self, now: int) -> None:
        self.exposure = None

    def _deal(self, now: int) -> None:
        """Card after card without anybody's hand, in a seeded order; the pack starts again when it is through."""
        order = self.dice.stream("deal", self._dealt // len(ALL_CARDS)).shuffled(list(ALL_CARDS))
        self._felt.lay([order[self._dealt % len(ALL_CARDS)]])
        self._dealt += 1
        self.happened.append("SHOWN")
        self.agenda.set("deal", now + round(self.setup.options["deal"] * US), self._deal)

    # What an operator does

    def _show(self, words: list[str], now: int) -> str:
        if not 1 <= len(words) <= 2:
            raise OperatorError("show takes one card or two, for example show As, show Td 9c; back is one face down")
        for word in words:
            if word != BACK and word not in ALL_CARDS:
                raise OperatorError(f"{word!r} is no card: write rank A23456789TJQK and suit d, c, s or h, or back")
        self._felt.lay([None if word == BACK else word for word in words])
        self.happened.append("SHOWN")
        return f"shown {' '.join(words)}"

    def _hide(self, words: list[str], now: int) -> str:
        no_more(words, "hide")
        self._must_lie()
        self._felt.lay([])
        self.happened.append("HIDDEN")
        return "hidden"

    def _turn(self, words: list[str], now: int) -> str:
        no_more(words, "turn")
        self._must_lie()
        self._felt.turn()
        self.happened.append("TURNED")
        return "turned face down" if None in self._felt.seen_cards else "turned face up"

    def _move(self, words: list[str], now: int) -> str:
        no_more(words, "move")
        self._must_lie()
        self._felt.move(now)
        self.happened.append("MOVED")
        return "moving"

    def _must_lie(self) -> None:
        if self._felt.is_empty:
            raise OperatorError("no card lies there: show one first")

    def _cover(self, words: list[str], now: int) -> str:
        return self._disturb(["cover", *(words or ["0.5"])], now)

    def _light(self, words: list[str], now: int) -> str:
        if len(words) != 1:
            raise OperatorError("light takes a number from 0 (dark) to 1 (as bright as it gets)")
        bright = _scale_of(words[0], "light")
        self._disturbances = self._disturbances.changed("low_light", 1.0 - bright)
        return f"light {bright:g}"

    def _disturb(self, words: list[str], now: int) -> str:
        if len(words) != 2:
            raise OperatorError(f"disturb takes a disturbance and a number from 0 to 1: {', '.join(NAMES)}")
        if words[0] not in NAMES:
            raise OperatorError(unknown("disturbance", words[0], NAMES))
        scale = _scale_of(words[1], words[0])
        self._disturbances = self._disturbances.changed(words[0], scale)
        return f"{words[0]} {scale:g}"

    def _level(self, words: list[str], now: int) -> str:
        if len(words) != 1:
            raise OperatorError("level takes the name of one: clean, light, moderate or heavy")
        self._disturbances = level_named(words[0])
        return f"level {words[0]}"

    def _freeze(self, words: list[str], now: int) -> str:
        no_more(words, "freeze")
        self.inflict(Fault(kind="frozen"), now)
        return "frozen until clear"

    def _unplug(self, words: list[str], now: int) -> str:
        no_more(words, "unplug")
        if not self.powered:
            raise OperatorError("it is unplugged already")
        self.power_off(now)
        self.happened.append("UNPLUGGED")
        return "unplugged"

    def _plug(self, words: list[str], now: int) -> str:
        no_more(words, "plug")
        if self.powered:
            raise OperatorError("it is plugged in already")
        self.power_on(now)
        self.happened.append("PLUGGED")
        return "plugged in"

    # Faults

    def struck_by(self, fault: Fault, now: int) -> None:
        self._ends.pop(fault.kind, None)
        if "for" in fault.options:
            self._ends[fault.kind] = now + round(float(fault.options["for"]) * US)

    def _put_away_ended_faults(self, now: int) -> None:
        for kind in [kind for kind, end in self._ends.items() if end <= now]:
            del self._ends[kind]
            self.faults.pop(kind, None)

    # What somebody sees who stands there

    def describe(self) -> dict[str, object]:
        return {
            "device": self.setup.device,
            "serial": self.setup.serial,
            "plugged": "yes" if self.powered else "no",
            "cards": ",".join(face or "face-down" for face in self._felt.seen_cards) or "none",
            "moving": "yes" if self._felt.is_moving else "no",
            "faults": ",".join(sorted(self.faults)) or "none",
            "frames": self.frames,
        }


def _scale_of(word: str, what: str) -> float:
    try:
        number = float(word)
        if not 0.0 <= number <= 1.0:
            raise ValueError
    except ValueError:
        raise ImpossibleRequestError(f"{what} takes a number from 0 to 1, not {word!r}") from None
    return number
