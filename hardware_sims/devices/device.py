"""What every simulated device has: power, a body with sensors and faults, what an operator does, something to send."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hardware_sims.devices.setup import US, Setup
from hardware_sims.errors import OperatorError, SetupError, unknown
from hardware_sims.fault import Fault
from hardware_sims.seeds import Stream
from hardware_sims.wire.constants import card_byte, card_text, decks

OperatorAction = Callable[[list[str], int], str]
LARGEST_LOAD = 1000


Action = Callable[[int], None]


class Schedule:
    """Named deadlines in microseconds; `next_due` is the first of them. Setting a name again moves it."""

    def __init__(self) -> None:
        self._entries: dict[str, tuple[int, Action]] = {}
        self.next_due: int | None = None  # kept: it is asked for far more often than a deadline changes

    def set(self, name: str, due: int, action: Action) -> None:
        self._entries[name] = (due, action)
        self._find_next()

    def cancel(self, name: str) -> None:
        self._entries.pop(name, None)
        self._find_next()

    def clear(self) -> None:
        self._entries.clear()
        self._find_next()

    def _find_next(self) -> None:
        self.next_due = min([due for due, _ in self._entries.values()], default=None)

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def run(self, now: int) -> None:
        """Runs what is due, in order of time and then of name, each at its own moment."""
        while self.next_due is not None and self.next_due <= now:
            due, name = min([(due, name) for name, (due, _) in self._entries.items()])
            _, action = self._entries.pop(name)
            self._find_next()
            action(due)


class Device:
    """Behaviour in virtual time. Bytes come in by `receive`; what the device sends waits in `outbox` until it is due.

    `happened` collects the names of events and requests of the running step, for faults and scenarios that wait for
    them; they act when the step is over, so a power cut never falls between an effect and its record.
    """

    moments: tuple[str, ...] = ()
    fault_kinds: tuple[str, ...] = ()
    lasting: Mapping[str, Any] = {}  # what power loss does not take: the memory, and what lies in the body; its types

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.seeds = setup.seeds
        self.agenda = Schedule()
        self.happened: list[str] = []
        self.step_over: Callable[[int], None] = lambda now: None
        self.outbox: list[tuple[int, bytes]] = []
        self.powered = False
        self.awake = False
        self.powered_up_at = 0
        self.faults: dict[str, Fault] = {}
        self.reply_us = round(setup.options["reply_ms"] * 1000)
        self.operator_actions: dict[str, OperatorAction] = {"power": self.do_power, "state": self.do_state}

    def stream(self, purpose: str) -> Stream:
        return self.seeds.stream(purpose)

    @property
    def revision(self) -> tuple[object, ...]:
        """What changes of `lasting` without an event, a command or an operator."""
        return ()

    # Power

    def power_on(self, now: int) -> None:
        self.powered = True
        self.powered_up_at = now
        self.agenda.set("self-test", now + round(self.setup.options["self_test"] * US), self._wake)

    def power_off(self, now: int) -> None:
        """All that is not in memory or in the device's body is gone, a reply not yet begun included."""
        self.powered = self.awake = False
        self.agenda.clear()
        self.outbox.clear()
        self.forget(now)

    def _wake(self, now: int) -> None:
        self.awake = True
        self.woken(now)
        self.end_of_step(now)

    def forget(self, now: int) -> None:
        """The family drops what power loss takes."""

    def woken(self, now: int) -> None:
        """The self-test is over."""

    # The line

    def receive(self, data: bytes, now: int) -> None:
        raise NotImplementedError

    def end_of_step(self, now: int) -> None:
        """A request, an action or a movement is complete: whoever waits for what has happened may act now."""
        self.step_over(now)

    def next_due(self) -> int | None:
        due = self.agenda.next_due
        if self.outbox:
            first = min(self.outbox)[0]
            return first if due is None or first < due else due
        return due

    def take_outgoing(self, now: int) -> list[bytes]:
        if not self.outbox:
            return []
        ready = [data for due, data in sorted(self.outbox, key=lambda entry: entry[0]) if due <= now]
        if ready:
            self.outbox = [entry for entry in self.outbox if entry[0] > now]
        return ready

    # Faults

    def inflict(self, fault: Fault, now: int) -> None:
        if fault.kind not in self.fault_kinds:
            raise SetupError(f"{self.setup.device}: {unknown('fault', fault.kind, self.fault_kinds)}")
        self.faults[fault.kind] = fault
        self.struck_by(fault, now)

    def struck_by(self, fault: Fault, now: int) -> None:
        """A fault has come; the family does what shows at once."""

    def fault_strikes(self, kind: str) -> Fault | None:
        """The fault of this kind if it strikes now; the occurrence is counted and an ended fault put away."""
        fault = self.faults.get(kind)
        if fault is None or not self.stream(f"fault {kind}").chance(fault.rate):
            return None
        fault.occur()
        if fault.over:
            del self.faults[kind]
        return fault

    def clear_faults(self) -> None:
        """The technician has put everything right. A latch of A6 stays."""
        self.faults.clear()

    # What an operator does

    def operate(self, words: list[str], now: int) -> str:
        if not words:
            raise OperatorError(f"say what to do: {', '.join(sorted(self.operator_actions))}")
        if words[0] not in self.operator_actions:
            raise OperatorError(f"{self.setup.device}: {unknown('hand', words[0], self.operator_actions)}")
        return self.operator_actions[words[0]](words[1:], now)

    def do_power(self, words: list[str], now: int) -> str:
        on = one_of(words, "power", ("on", "off")) == "on"
        if on == self.powered:
            raise OperatorError(f"power is {'on' if on else 'off'} already")
        if on:
            self.power_on(now)
        else:
            self.power_off(now)
        return f"power {'on' if on else 'off'}"

    def do_state(self, words: list[str], now: int) -> str:
        no_more(words, "state")
        return " ".join(f"{name}={value}" for name, value in self.describe().items())

    def describe(self) -> dict[str, object]:
        return {
            "device": self.setup.device,
            "serial": self.setup.serial,
            "power": "off" if not self.powered else "on" if self.awake else "self-test",
        }

    def must_be_awake(self) -> None:
        if not self.awake:
            raise OperatorError("the device has no power" if not self.powered else "the self-test is not over yet")

    def cards_to_load(self, words: list[str]) -> list[int]:
        """`N` cards of the set-up decks in random order, or the cards named, in the order named."""
        pack = decks(self.setup.options["decks"])
        if not words:
            return self.stream("load").shuffled(pack)
        if len(words) == 1 and words[0].isdigit():
            return self._so_many(int(words[0]), pack)
        return named_cards(words)

    def _so_many(self, count: int, pack: list[int]) -> list[int]:
        if not 1 <= count <= LARGEST_LOAD:
            raise OperatorError(f"load takes 1 to {LARGEST_LOAD} cards, not {count}")
        stream = self.stream("load")
        order = stream.shuffled(pack)
        extra = [stream.pick(pack) for _ in range(count - len(order))]
        return order[:count] + extra


def named_cards(words: Iterable[str]) -> list[int]:
    """Cards written as `Ah Kd`, `Ah,Kd` or `AhKd`."""
    text = "".join(words).replace(",", "")
    try:
        cards = [card_byte(text[at : at + 2]) for at in range(0, len(text), 2)]
    except ValueError as error:
        raise OperatorError(str(error)) from None
    if any(card < 16 for card in cards):
        raise OperatorError("a card in a device has a suit: write for example 9d, not 9?")
    return cards


def cards_text(cards: Iterable[int]) -> str:
    return "".join(card_text(card) for card in cards)


def one_of(words: list[str], action: str, choices: tuple[str, ...]) -> str:
    if len(words) != 1 or words[0] not in choices:
        raise OperatorError(
            f"{action} takes one of {', '.join(choices)}" + (f", not {' '.join(words)!r}" if words else "")
        )
    return words[0]


def no_more(words: list[str], action: str) -> None:
    if words:
        raise OperatorError(f"{action} takes nothing more, not {' '.join(words)!r}")


def a_number(words: list[str], action: str, default: int | None = None) -> int:
    if not words and default is not None:
        return default
    if len(words) != 1 or not words[0].isdigit() or not 1 <= int(words[0]) <= LARGEST_LOAD:
        raise OperatorError(
            f"{action} takes a number from 1 to {LARGEST_LOAD}" + (f", not {' '.join(words)!r}" if words else "")
        )
    return int(words[0])


def cards_behind_cut(words: list[str], cards: int) -> int:
    count = a_number(words, "cut")
    if count >= cards:
        raise OperatorError(f"the cutting card needs cards before it: {cards} are in the shoe, not over {count}")
    return count
