"""What is needed seldom: people, devices, how the screen looks."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.screens.desk import Desk
from dealer_console.screens.pages.devices import DevicesPage
from dealer_console.screens.pages.note import NotePage
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.pages.people import PeoplePage
from dealer_console.screens.pages.request import RequestPage
from dealer_console.screens.pages.settings import SettingsPage
from dealer_console.screens.values import Overlay, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class MorePage:
    def overlay(self, desk: Desk) -> Overlay:
        pages = (
            ("people", PeoplePage()),
            ("devices", DevicesPage()),
            ("note", NotePage()),
            ("settings", SettingsPage()),
        )
        buttons = tuple(
            desk.button(f"more:{name}", desk.words(f"more.{name}"), desk.open(page), key="auto", main=True)
            for name, page in pages
        )
        asked = tuple(
            desk.button(
                f"more:{each.request}",
                desk.words("banner.request", what=desk.words.of_table(each.says)),
                desk.open(RequestPage(request=each.request, under=self)),
                key="auto",
            )
            for each in desk.moment.requests[:3]
        )
        rows = (Row(elements=buttons), *(Row(elements=(each,)) for each in asked))
        return Overlay(id="more", title=desk.words("more.title"), columns=(rows,), close=close_button(desk))
