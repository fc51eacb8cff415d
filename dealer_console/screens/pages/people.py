"""Who is at the table: dealers come and go by badge and PIN; supervisors too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dealer_console.screens.desk import Desk
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.pages.sign import SignPage
from dealer_console.screens.values import Button, Overlay, Row, Sheet
from dealer_console.table import touches as t
from dealer_console.table.view.shift_values import PersonView

ROLES = ("dealer", "supervisor", "pit-manager")


@dataclass(frozen=True, slots=True, kw_only=True)
class PeoplePage:
    def overlay(self, desk: Desk) -> Overlay:
        present = _present(desk)
        lines = tuple((desk.words.role(each.role), each.name) for each in present)
        head = (desk.words("people.role"), desk.words("people.name"))
        rows = [
            Row(elements=(Sheet(head=head, rows=lines),)),
            Row(elements=tuple(self._comings(desk))),
            *(Row(elements=(each,)) for each in self._goings(desk, present)),
        ]
        return Overlay(
            id="people",
            title=desk.words("people.title"),
            columns=(tuple(rows),),
            note=desk.local.note,
            note_tone="danger",
            close=close_button(desk),
        )

    def _comings(self, desk: Desk) -> Iterator[Button]:
        for role in ROLES:
            label = desk.words(f"people.in.{role}")
            yield desk.button(f"in:{role}", label, come_in(desk, role), key="auto", main=role == "dealer")

    def _goings(self, desk: Desk, present: tuple[PersonView, ...]) -> Iterator[Button]:
        for each in present:
            if each.role == "dealer":
                out = (
                    t.GoOut(who=each.person, role="dealer")
                    if desk.house.book
                    else t.PersonLeft(who=desk.who, role="dealer")
                )
                label = desk.words("people.out", name=each.name)
                yield desk.button(f"out:{each.person}", label, desk.submit(out), key="auto")
            elif desk.house.book:
                what = desk.words("people.out", name=each.name)
                page = SignPage(touch=t.GoOut(who=t.WHO_SIGNS, role=each.role), what=what, then=self)
                yield desk.button(f"out:{each.role}:{each.person}", what, desk.open(page), key="auto")


def _present(desk: Desk) -> tuple[PersonView, ...]:
    view = desk.moment.view
    if view is not None and view.shift is not None:
        return view.shift.present
    return tuple(PersonView(person=who, name=who, role=role) for role, who in desk.moment.people.items())


def come_in(desk: Desk, role: str) -> Effect:
    """Badge and PIN; at a table without a book somebody is simply there."""
    if not desk.house.book:
        person = desk.words(f"people.nameless.{role}")
        return desk.submit(t.PersonCame(who=desk.who, person=person, role=role))
    page = SignPage(touch=t.ComeIn(who=t.WHO_SIGNS, role=role), what=desk.words(f"people.in.{role}"), then=None)
    return desk.open(page)
