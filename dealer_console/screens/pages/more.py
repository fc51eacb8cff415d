"""What is needed seldom: people, devices, how the screen looks."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.screens.desk import Desk
from dealer_console.screens.pages.devices import DevicesPage
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.pages.people import PeoplePage
from dealer_console.screens.pages.settings import SettingsPage
from dealer_console.screens.values import Overlay, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class MorePage:
    def overlay(self, desk: Desk) -> Overlay:
        pages = (("people", PeoplePage()), ("devices", DevicesPage()), ("settings", SettingsPage()))
        buttons = tuple(
            desk.button(f"more:{name}", desk.words(f"more.{name}"), desk.open(page), key="auto", main=True)
            for name, page in pages
        )
        return Overlay(
            id="more", title=desk.words("more.title"), columns=((Row(elements=buttons),),), close=close_button(desk)
        )
