"""The trainer's page of a demonstration: break a device, pull a cable, spill a card, and mend it again."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.screens.console_config import TrainerAction
from dealer_console.screens.effects import Train
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Overlay, Row, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainerPage:
    """One row for each device. It stands beside the felt: what a mistake leads to is seen at once."""

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        rows: list[Row] = [Row(elements=(Text(text=builder.words("trainer-how"), size="small"),))]
        for device in dict.fromkeys(action.device for action in builder.house.trainer):
            actions = [action for action in builder.house.trainer if action.device == device]
            rows.append(Row(elements=(Text(text=builder.words(f"device-{device}")),)))
            rows.append(Row(elements=tuple(_button(builder, action) for action in actions)))
        return Overlay(
            id="trainer",
            title=builder.words("trainer-title"),
            columns=(tuple(rows),),
            note=builder.local.note,
            close=close_button(builder),
        )


def _button(builder: ScreenBuilder, action: TrainerAction) -> Button:
    name = f"trainer:{action.device}:{action.name}"
    return builder.button(name, builder.words(f"trainer-{action.name}"), Train(does=action.does), key="auto")
