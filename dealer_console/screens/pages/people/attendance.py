"""Who is at the table: dealers come and go by badge and PIN; supervisors too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dealer_console.journal.entries.people import Role
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.people.signature import SignPage
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import Page
from dealer_console.screens.values import Button, Overlay, Row, Sheet, Text
from dealer_console.table import commands as c
from dealer_console.table.shift.readiness import people_missing
from dealer_console.table.snapshot import PersonAtTable

ROLES = (Role.DEALER, Role.SUPERVISOR, Role.PIT_MANAGER)


@dataclass(frozen=True, slots=True, kw_only=True)
class PeoplePage:
    def overlay(self, builder: ScreenBuilder) -> Overlay:
        present = builder.snapshot.present
        lines = tuple((builder.words.role(person_at_table.role), person_at_table.name) for person_at_table in present)
        head = (builder.words("people-role"), builder.words("people-name"))
        rows = [
            *([Row(elements=(Sheet(head=head, rows=lines),))] if lines else []),
            *_missing(builder),
            Row(elements=tuple(self._comings(builder))),
            *(Row(elements=(going,)) for going in self._goings(builder, present)),
        ]
        return builder.overlay("people", builder.words("people-title"), rows, close=builder.close())

    def _comings(self, builder: ScreenBuilder) -> Iterator[Button]:
        for role in ROLES:
            label = builder.words(f"people-in-{role}")
            yield builder.button(f"in:{role}", label, come_in(builder, role), key="auto", main=role == Role.DEALER)

    def _goings(self, builder: ScreenBuilder, present: tuple[PersonAtTable, ...]) -> Iterator[Button]:
        for person_at_table in present:
            if person_at_table.role == Role.DEALER:
                out = c.GoOut(who=person_at_table.person, role=Role.DEALER)
                label = builder.words("people-out", name=person_at_table.name)
                yield builder.button(f"out:{person_at_table.person}", label, builder.submit(out), key="auto")
            else:
                what = builder.words("people-out", name=person_at_table.name)
                out = c.GoOut(who=c.WHO_SIGNS, role=person_at_table.role)
                page = SignPage(command=out, what=what, then=self, roles=(person_at_table.role,))
                yield builder.button(
                    f"out:{person_at_table.role}:{person_at_table.person}", what, builder.open(page), key="auto"
                )


def _missing(builder: ScreenBuilder) -> list[Row]:
    """Whom the table's file asks for beside those who are here; dealing goes on."""
    table = builder.config.table
    roles = people_missing(table, builder.snapshot.shift) if table is not None else ()
    text = builder.words("people-missing", roles=", ".join(map(builder.words.role, roles)))
    return [Row(elements=(Text(text=text),))] if roles else []


def come_in(builder: ScreenBuilder, role: Role, then: Page | None = None) -> Effect:
    """By badge and PIN."""
    what = builder.words(f"people-in-{role}")
    return builder.open(SignPage(command=c.ComeIn(who=c.WHO_SIGNS, role=role), what=what, then=then, roles=(role,)))
