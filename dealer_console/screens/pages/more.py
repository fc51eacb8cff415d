"""What is needed seldom: people, devices, how the screen looks."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.screens.pages.devices import DevicesPage
from dealer_console.screens.pages.note import NotePage
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.pages.people.present import PeoplePage
from dealer_console.screens.pages.people.request import RequestPage
from dealer_console.screens.pages.settings import SettingsPage
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Overlay, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class MorePage:
    def overlay(self, builder: ScreenBuilder) -> Overlay:
        pages = (
            ("people", PeoplePage()),
            ("devices", DevicesPage()),
            ("note", NotePage()),
            ("settings", SettingsPage()),
        )
        buttons = tuple(
            builder.button(f"more:{name}", builder.words(f"more-{name}"), builder.open(page), key="auto", main=True)
            for name, page in pages
        )
        asked = tuple(
            builder.button(
                f"more:{each.request}",
                builder.words("banner-request", what=builder.words.phrase(each.says)),
                builder.open(RequestPage(request=each.request, under=self)),
                key="auto",
            )
            for each in builder.snapshot.requests[:3]
        )
        rows = (Row(elements=buttons), *(Row(elements=(each,)) for each in asked))
        return Overlay(id="more", title=builder.words("more-title"), columns=(rows,), close=close_button(builder))
