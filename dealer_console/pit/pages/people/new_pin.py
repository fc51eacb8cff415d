"""A new PIN: the person types it, twice, and nobody else looks."""

from __future__ import annotations

from collections.abc import Callable

from dealer_console.messages import recorded
from dealer_console.pit.pages.app_state import AppState
from dealer_console.pit.pages.dialogs import WhoIsIt, those_who
from dealer_console.table.people import NotAdmitted, PeopleBook, PeopleRefused, Person, Pin


def ask_new_pin(core: AppState, name: str, then: Callable[[Pin], None]) -> None:
    def again(first: str) -> None:
        _type_pin(core, "The same once more", name, lambda second: compare(first, second))

    def compare(first: str, second: str) -> None:
        if first == second:
            then(Pin(first))
        else:
            core.say("The two PINs differ; nothing was changed", "danger")

    _type_pin(core, "New PIN", name, again)


def _type_pin(core: AppState, title: str, name: str, then: Callable[[str], None]) -> None:
    core.dialog = WhoIsIt(core, title, f"{name} types it, nobody else looks.", [name], lambda _, pin: then(pin))


def change_own_pin(core: AppState, book: PeopleBook) -> None:
    """Everybody changes the own PIN with the old one."""

    def old(who: str, pin: str) -> None:
        ask_new_pin(core, who, lambda new: change(who, Pin(pin), new))

    def change(who: str, before: Pin, new: Pin) -> None:
        core.do("changing the PIN", lambda _: run(who, before, new), lambda by: core.say(f"{by.name} has a new PIN"))

    def run(who: str, before: Pin, new: Pin) -> Person:
        answer = book.change_pin(who, before, new, now_ms=core.services.clock_ms())
        if isinstance(answer, NotAdmitted):
            raise PeopleRefused(recorded(answer.message))
        return answer

    names = those_who(core, lambda *_: True)
    core.dialog = WhoIsIt(core, "My PIN", "First the PIN that counts until now.", names, old)
