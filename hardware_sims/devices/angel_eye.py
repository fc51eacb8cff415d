"""The angel-eye shoe (part B): tells every card in plain, three times, and takes a few commands.

What the public sources leave open is fixed here: how a game numbers its cards, which button does what, and that a
cancelled error whose cause is still there is raised again.
"""

from __future__ import annotations

from collections.abc import Callable

from hardware_sims.devices.device import Device, a_number, cards_behind_cut, cards_text, no_more
from hardware_sims.devices.setup import Setup
from hardware_sims.errors import OperatorError, unknown
from hardware_sims.fault import Fault
from hardware_sims.wire.angel_eye import (
    COPIES,
    DATA_BYTES,
    DRAWN_MODES,
    Command,
    CommandReceiver,
    build_reply,
    build_report,
    target_byte,
)
from hardware_sims.wire.constants import decks

_NAK_OF_DAMAGE = {"bad-bcc": "02", "no-etx": "03", "format": "11", "command": "13"}
_ERROR_AT_ONCE = {"jam": 7, "reversed": 4}
_ERROR_AT_DRAW = {"unreadable": 1, "foreign-card": 6}
OVERDRAW = 2
WRONG_BUTTON = 3
NOT_READABLE = 0x80
UNLOCK, LOCK = "01", "02"
FORCE_QUIT = 0xF0


class AngelEye(Device):
    fault_kinds = ("jam", "reversed", "unreadable", "foreign-card", "double-feed", "event-gap", "wrong-card")
    moments = (*DATA_BYTES, "LK", "EC", "GP")

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.commands = CommandReceiver()
        self.command_bcc = str(setup.options["command_bcc"])
        self.copies = COPIES
        self.copy_us = round(setup.options["copy_ms"] * 1000)
        self.forced_nak: Callable[[str], str | None] | None = None
        self.cards: list[int] = []
        self.behind_cut: int | None = None
        self._reset()
        self.operator_actions |= {
            "load": self.do_load,
            "draw": self.do_draw,
            "cut": self.do_cut,
            "press": self.do_press,
        }
        self.buttons: dict[str, Callable[[int], None]] = {
            "lock": lambda now: self.set_lock(True, now),
            "unlock": lambda now: self.set_lock(False, now),
            "game": self._end_game,
            "stand-by": lambda now: self.report("P", b"", now),
            "setting": self._toggle_setting,
            "cancel": lambda now: self.cancel_error(self.error or 0, now),
            "repeat": self._repeat_card,
            "wrong": lambda now: self.raise_error(WRONG_BUTTON, now),
        }

    def _reset(self) -> None:
        self.locked = bool(self.setup.options["locked"])
        self.error: int | None = None
        self.setting = False
        self.cards_of_game = 0
        self.last_card: bytes | None = None
        self._seq_at = 0
        self._line_free_at = 0

    # Power

    def forget(self, now: int) -> None:
        self._reset()

    def woken(self, now: int) -> None:
        self.commands = CommandReceiver()
        self.greet(now)
        for kind, code in _ERROR_AT_ONCE.items():
            if kind in self.faults and self.fault_strikes(kind):
                self.raise_error(code, now)

    def greet(self, now: int) -> None:
        self.report("S", b"", now)

    # Reports (B1)

    def report(self, code: str, data: bytes, now: int) -> None:
        """Three copies, one after the other, after what is still being sent."""
        if fault := self.fault_strikes("event-gap"):
            self._seq_at += fault.options.get("n", 1)
        wire = self.build(self.next_seq(), code, data)
        start = max(now, self._line_free_at)
        for copy in range(self.copies):
            self.outbox.append((start + copy * self.copy_us, wire))
        self._line_free_at = start + self.copies * self.copy_us
        self.happened.append(code)

    def build(self, seq: str, code: str, data: bytes) -> bytes:
        return build_report(seq, code, data)

    def next_seq(self) -> str:
        cycle = str(self.setup.options["seq_cycle"]) or "0"
        seq = cycle[self._seq_at % len(cycle)]
        self._seq_at += 1
        return seq

    # Commands (B2)

    def receive(self, data: bytes, now: int) -> None:
        if not self.awake:
            return
        for item in self.commands.feed(data):
            reason = self._do(item, now) if isinstance(item, Command) else _NAK_OF_DAMAGE[item.kind]
            self.outbox.append((now + self.reply_us, build_reply(reason)))
            self.end_of_step(now)

    def _do(self, command: Command, now: int) -> str | None:
        """Does a command; the two characters of a NAK where it cannot."""
        if not self.takes_form(command):
            return _NAK_OF_DAMAGE["bad-bcc"]
        if command.type not in ("LK", "EC", "GP"):
            return self.unknown_type(command)
        if self.forced_nak is not None and (reason := self.forced_nak(command.type)):
            return reason
        if not self._data_fits(command):
            return "11"
        self.happened.append(command.type)
        after_the_reply = now + self.reply_us + self.copy_us
        if command.type == "LK":
            self.set_lock(command.data == LOCK, after_the_reply)
        elif command.type == "EC":
            self.cancel_error(int(command.data), after_the_reply)
        else:
            self.cards_of_game = 0
        return None

    def takes_form(self, command: Command) -> bool:
        return command.form == self.command_bcc

    def unknown_type(self, command: Command) -> str | None:
        return "14"

    def _data_fits(self, command: Command) -> bool:
        if command.type == "LK":
            return command.data in (UNLOCK, LOCK)
        return command.data == "00" if command.type == "GP" else command.data.isascii() and command.data.isdigit()

    def set_lock(self, locked: bool, now: int) -> None:
        self.locked = locked
        self.report("L", b"\x81" if locked else b"\x80", now)

    # Errors

    def raise_error(self, code: int, now: int) -> None:
        self.error = code
        self.report("E", bytes([0xC0 | code]), now)

    def cancel_error(self, code: int, now: int) -> None:
        if self.error != code:
            return
        self.error = None
        self.report("e", bytes([0x80 | code]), now)
        for kind in [kind for kind, of in _ERROR_AT_ONCE.items() if of == code and kind in self.faults]:
            if self.fault_strikes(kind):
                self.raise_error(code, now)

    def struck_by(self, fault: Fault, now: int) -> None:
        if fault.kind in _ERROR_AT_ONCE and self.awake and self.fault_strikes(fault.kind):
            midway = fault.kind == "reversed" and fault.options.get("n") == 5
            self.raise_error(5 if midway else _ERROR_AT_ONCE[fault.kind], now)

    # Cards

    def _draw_one(self, now: int) -> int:
        card = self.cards.pop(0)
        self.report_card(card, now)
        if self.behind_cut is not None and len(self.cards) == self.behind_cut:
            self.behind_cut = None
            self.report("C", b"", now)
        return card

    def report_card(self, card: int, now: int) -> None:
        code = NOT_READABLE | card
        for kind, error in _ERROR_AT_DRAW.items():
            if fault := self.fault_strikes(kind):
                if fault.options.get("n") != 0:
                    self.raise_error(error, now)
                    return
                code = NOT_READABLE
        if self.fault_strikes("wrong-card"):
            code = 0x80 | self.stream("wrong card").pick([other for other in decks(1) if other != card])
        self._report_card(code, now)

    def _report_card(self, code: int, now: int) -> None:
        mode = "error" if self.error else "setting" if self.setting else "lock" if self.locked else None
        if mode is not None:
            self.report(self.code_outside_game(), bytes([0x80 | DRAWN_MODES[mode] << 4, code]), now)
            return
        target, index = self.cards_of_game % 2, self.cards_of_game // 2 % 15 + 1
        self.cards_of_game += 1
        self.last_card = bytes([target_byte(target, index), code])
        self.report("D", self.last_card, now)

    def code_outside_game(self) -> str:
        return "d"

    def _end_game(self, now: int) -> None:
        self.cards_of_game = 0
        self.report("G", bytes([FORCE_QUIT]), now)

    def _toggle_setting(self, now: int) -> None:
        self.setting = not self.setting
        if not self.setting:
            self.report("M", b"120003", now)

    def _repeat_card(self, now: int) -> None:
        if self.last_card is None:
            raise OperatorError("no card has been drawn in a game that could be sent again")
        self.report("R", self.last_card, now)

    # What an operator does

    def do_load(self, words: list[str], now: int) -> str:
        self.cards = self.cards_to_load(words)
        cut = int(self.setup.options["cut"])
        self.behind_cut = cut if 0 < cut < len(self.cards) else None
        return f"loaded {len(self.cards)}"

    def do_draw(self, words: list[str], now: int) -> str:
        self.must_be_awake()
        count = a_number(words, "draw", default=1)
        if not self.cards:
            raise OperatorError("the shoe is empty")
        if "jam" in self.faults:
            raise OperatorError("a card sticks in the exit: no card comes out until the jam is cleared")
        drawn: list[int] = []
        while len(drawn) < count and self.cards:
            drawn.append(self._draw_one(now))
            if self.cards and self.fault_strikes("double-feed"):
                drawn.append(self._draw_one(now))
                self.raise_error(OVERDRAW, now)
        return f"drew {len(drawn)} {cards_text(drawn)}"

    def do_cut(self, words: list[str], now: int) -> str:
        self.behind_cut = cards_behind_cut(words, len(self.cards))
        return f"cutting card with {self.behind_cut} cards behind it"

    def do_press(self, words: list[str], now: int) -> str:
        self.must_be_awake()
        if not words or words[0] not in self.buttons:
            raise OperatorError(unknown("button", words[0] if words else "", self.buttons))
        no_more(words[1:], f"press {words[0]}")
        self.buttons[words[0]](now)
        return f"pressed {words[0]}"

    def describe(self) -> dict[str, object]:
        return {
            **super().describe(),
            "locked": "yes" if self.locked else "no",
            "error": self.error or "none",
            "setting": "yes" if self.setting else "no",
            "cards": len(self.cards),
            "active": ",".join(self.faults) or "none",
        }
