"""A change of limits or options is announced: by a supervisor who signs here, or by the pit, which is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dealer_console.game.rules import TableRules
from dealer_console.journal.canonical import Json
from dealer_console.messages import Words
from dealer_console.rulebook.tables import LIMITS, OPTIONS
from dealer_console.screens.pages.people.signature import by_supervisor
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import Page
from dealer_console.screens.values import Button, Overlay, Row, Text
from dealer_console.table import commands as c
from dealer_console.table.commands.people.notices import minutes_of


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticePage:
    """What changes, after how long, and who announces it."""

    changes: Mapping[str, Json]
    back: Page | None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        words, file = builder.words, builder.config.table
        what = notice_words(builder, self.changes)
        minutes = minutes_of(file, self.changes) if file is not None else 0
        command = c.AnnounceNotice(who=c.WHO_SIGNS, changes=self.changes)
        announce = by_supervisor(builder, command, what, self.back)
        ask = builder.submit(c.AskNotice(who=builder.who, changes=self.changes))
        buttons = (
            builder.button("announce", words("notice-announce"), announce, key="A", main=True),
            builder.button("ask-pit", words("notice-ask_pit"), ask, key="P", main=True),
        )
        rows = (
            Row(elements=(Text(text=what, size="large"),)),
            Row(elements=(Text(text=words("notice-when", minutes=minutes)),)),
            Row(elements=buttons),
        )
        return builder.overlay("notice", words("notice-title"), rows, close=builder.back_to(self.back))


def notice_words(builder: ScreenBuilder, changes: Mapping[str, Json]) -> str:
    return change_words(builder.words, changes)


def change_words(words: Words, changes: Mapping[str, Json]) -> str:
    """The changes as people announce them."""
    return ", ".join(words.notice(key, value, LIMITS) for key, value in changes.items())


def options_in_force(builder: ScreenBuilder, table: TableRules) -> list[tuple[str, str]]:
    """Of the options that the rule set leaves to the house with notice."""
    offered = [key for key in OPTIONS if len(table.rules.choices[key].of or ()) > 1]
    return [(builder.words(f"option-{key}-name"), _value(builder, getattr(table, key))) for key in offered]


def _value(builder: ScreenBuilder, value: object) -> str:
    return builder.words("option-yes" if value else "option-no") if isinstance(value, bool) else str(value)


def option_buttons(builder: ScreenBuilder, table: TableRules, back: Page) -> Iterator[Button]:
    """Everything that can be announced."""
    for changes in possible_changes(table):
        ((key, value),) = changes.items()
        page = NoticePage(changes=changes, back=back)
        name = f"option:{key}:{value}".lower()
        yield builder.button(name, notice_words(builder, changes), builder.open(page), key="auto")


def possible_changes(table: TableRules) -> Iterator[dict[str, Json]]:
    """Each value of an option that its rule set offers and that is not in force."""
    for key in OPTIONS:
        for value in table.rules.choices[key].of or ():
            if value != getattr(table, key) and isinstance(value, bool | int):
                yield {key: value}
