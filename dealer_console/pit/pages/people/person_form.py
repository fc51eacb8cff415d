"""Somebody new in the book of people, or other roles of somebody in it. What was typed stays until it is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dealer_console.messages import recorded_refusal
from dealer_console.pit.pages.app_state import AppState
from dealer_console.pit.pages.dialogs import Typing
from dealer_console.pit.pages.values import Gap, PitPage, PitRow
from dealer_console.screens.values import Button, Text
from dealer_console.table.people import Role
from dealer_console.table.people.person import in_order, why_not_called

Save = Callable[["PersonForm"], None]


class PersonForm:
    """`known` is whose roles are changed; without it, name and badge are asked for, too."""

    def __init__(self, core: AppState, save: Save, *, known: str = "", roles: Iterable[Role] = ()) -> None:
        self._core, self._save, self._known = core, save, known
        self.name = known
        self.badge = ""
        self.roles = in_order(roles)

    # --- what is seen ------------------------------------------------------------------------------------------------

    def page(self) -> PitPage:
        words = "Roles: one or more. What each of them may do stands in permissions.toml."
        roles = PitRow(elements=tuple(self._role(number, role) for number, role in enumerate(Role, start=1)))
        rows = [
            *([] if self._known else [PitRow(elements=self._called(), widths=(2, 1))]),
            PitRow(elements=(Text(text=words, tone="main"),)),
            roles,
            PitRow(elements=(Gap(),)),
            PitRow(elements=(Button(id="people:back", label="Back", key="Escape"), self._saving())),
        ]
        return PitPage(title=f"Roles of {self._known}" if self._known else "New person", columns=(tuple(rows),))

    def _called(self) -> tuple[Button, Button]:
        return (
            Button(id="form:name", label="Name", hint=self.name or "touch and type", key="N"),
            Button(id="form:badge", label="Badge", hint=self.badge or "touch and type", key="B"),
        )

    def _role(self, number: int, role: Role) -> Button:
        words = role.words.capitalize()
        return Button(id=f"form:role:{role}", label=words, key=str(number), checked=role in self.roles)

    def _saving(self) -> Button:
        reason = self._missing()
        return Button(
            id="form:save",
            label="Save" if self._known else "PIN",
            hint="from now on" if self._known else "the person types it, twice",
            key="Return",
            tone="go",
            enabled=not reason,
            reason=reason,
        )

    def _missing(self) -> str:
        refusal = None if self._known else why_not_called(self.name, self.badge)
        if refusal is not None:
            return recorded_refusal(refusal) if self.name and self.badge else "name and badge first"
        return "" if self.roles else "choose a role"

    # --- what is touched ---------------------------------------------------------------------------------------------

    def press(self, touched: str) -> None:
        what = touched.removeprefix("form:")
        if what == "name":
            self._core.dialog = Typing(self._core, "Name of the new person", self._named, value=self.name, keys="name")
        elif what == "badge":
            self._core.dialog = Typing(self._core, "Badge of the new person", self._badged, value=self.badge)
        elif what.startswith("role:"):
            self.roles = in_order({Role(what.removeprefix("role:"))} ^ set(self.roles))
        elif what == "save":
            self._save(self)

    def _named(self, name: str) -> None:
        self.name = name

    def _badged(self, badge: str) -> None:
        self.badge = badge
